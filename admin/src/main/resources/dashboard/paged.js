/** A long list, a page at a time, newest first; only so much of it is in the document at once. */

import { h, show } from './dom.js';
import { count } from './format.js';
import { empty, failure, loading, table, tableRow } from './parts.js';

const MOST_ROWS = 200;

export class PagedList {
  /** What is shown, in order. */
  #items = [];
  #cursor = null;
  /** How many newer ones made room. */
  #passed = 0;
  #foot = h('div', { class: 'pager' });
  #body = null;

  /**
   * @param {import('./parts.js').Shape} shape
   * @param {(cursor: string | null) => Promise<{items: object[], next: string | null}>} fetchPage
   * @param {string} nothing what to say when there is none
   */
  constructor(shape, fetchPage, nothing) {
    this.shape = shape;
    this.fetchPage = fetchPage;
    this.nothing = nothing;
    this.node = h('div', { class: 'list' }, loading());
  }

  /** From the newest on. */
  async reset() {
    this.#items = [];
    this.#cursor = null;
    this.#passed = 0;
    await this.#more();
  }

  /** Puts one on top, or where it stands already. */
  put(item) {
    const place = this.#items.findIndex((each) => this.shape.id(each) === this.shape.id(item));
    if (place >= 0) {
      // It may say less than what is known: an event has no owner.
      this.#replace(place, { ...this.#items[place], ...item });
    } else if (this.#passed === 0 && this.#body) {
      this.#items.unshift(item);
      this.#body.prepend(tableRow(this.shape, item));
      this.#cut(this.#items.length - MOST_ROWS, 'last');
      this.#lay();
    }
  }

  /** Changes one, if it is shown. */
  change(id, changes) {
    const place = this.#items.findIndex((each) => this.shape.id(each) === id);
    if (place >= 0) {
      this.#replace(place, { ...this.#items[place], ...changes });
    }
  }

  #replace(place, item) {
    this.#items[place] = item;
    this.#body.rows[place].replaceWith(tableRow(this.shape, item));
  }

  async #more() {
    show(this.#foot, this.#body && loading());
    try {
      const page = await this.fetchPage(this.#cursor);
      if (this.#items.length === 0) {
        this.#body = table(this.shape, []).querySelector('tbody');
      }
      this.#cursor = page.next ?? null;
      this.#items.push(...page.items);
      this.#body.append(...page.items.map((item) => tableRow(this.shape, item)));
      this.#passed += this.#cut(this.#items.length - MOST_ROWS, 'first');
      this.#lay();
    } catch (problem) {
      if (problem.name !== 'AbortError') {
        show(
          this.#items.length > 0 ? this.#foot : this.node,
          failure(problem, () => this.#more()),
        );
      }
    }
  }

  /** Takes so many away at one end. */
  #cut(surplus, end) {
    const number = Math.max(0, surplus);
    const from = end === 'first' ? 0 : this.#items.length - number;
    this.#items.splice(from, number);
    [...this.#body.rows].slice(from, from + number).forEach((row) => row.remove());
    return number;
  }

  #lay() {
    const rows = this.#items.length;
    show(
      this.node,
      rows > 0
        ? this.#body.parentElement
        : empty(this.#cursor ? 'None among the newest. There are older ones to look through.' : this.nothing),
      this.#foot,
    );
    show(
      this.#foot,
      this.#passed > 0 && h('button', { type: 'button', onclick: () => this.reset() }, 'Back to the newest'),
      rows > 0 &&
        h(
          'span',
          { class: 'muted' },
          this.#passed > 0
            ? `${count(this.#passed + 1)} to ${count(this.#passed + rows)}`
            : `${count(rows)} shown${this.#cursor ? '' : ', that is all'}`,
        ),
      this.#cursor && h('button', { type: 'button', onclick: () => this.#more() }, 'Load more'),
    );
  }
}
