/** A long list, a page at a time, newest first; only so much of it is in the document at once. */

import { h, show } from './dom.js';
import { count } from './format.js';
import { empty, failure, loading, table, tableRow } from './parts.js';

const MOST_ROWS = 200;

export class PagedList {
  /** What is shown, in order; the rows of the body are theirs. */
  #items = [];
  /** By name: with which cursor the page was asked for that it came with. */
  #askedWith = new Map();
  /** Where the next page begins: null is the newest. */
  #cursor = null;
  #hasMore = true;
  /** How many newer ones made room. */
  #passed = 0;
  #foot = h('div', { class: 'pager' });
  /** None until the first page is there. */
  #body = null;
  /** What was told since the first page was asked for, which may not know it; none when it is not under way. */
  #held = null;
  /** Of the request whose answer counts. */
  #asking = 0;

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

  /** From the newest on. What is shown stays until that is there. */
  async reset() {
    this.#items = [];
    this.#askedWith.clear();
    this.#cursor = null;
    this.#hasMore = true;
    this.#passed = 0;
    this.#body = null;
    await this.#more();
  }

  /** Puts one on top, or where it stands already. */
  put(item) {
    const place = this.#placeOf(this.shape.id(item));
    if (this.#body === null) {
      this.#held?.push(() => this.put(item));
    } else if (place >= 0) {
      // It may say less than what is known: an event has no owner.
      this.#replace(place, { ...this.#items[place], ...item });
    } else if (this.#passed === 0) {
      this.#items.unshift(item);
      this.#body.prepend(tableRow(this.shape, item));
      this.#cutLast(this.#items.length - MOST_ROWS);
      this.#lay();
    }
  }

  /** Changes one, if it is shown. */
  change(id, changes) {
    const place = this.#placeOf(id);
    if (this.#body === null) {
      this.#held?.push(() => this.change(id, changes));
    } else if (place >= 0) {
      this.#replace(place, { ...this.#items[place], ...changes });
    }
  }

  #placeOf(id) {
    return this.#items.findIndex((each) => this.shape.id(each) === id);
  }

  #replace(place, item) {
    this.#items[place] = item;
    this.#body.rows[place].replaceWith(tableRow(this.shape, item));
  }

  async #more() {
    const asking = (this.#asking += 1);
    show(this.#foot, loading());
    this.#held = this.#body === null ? [] : null;
    try {
      let nothingNew = true;
      while (nothingNew && this.#hasMore) {
        const cursor = this.#cursor;
        const page = await this.fetchPage(cursor);
        if (asking !== this.#asking) {
          return;
        }
        // Another cursor meanwhile: rows had to go before it, and the next are those.
        nothingNew = cursor !== this.#cursor || this.#take(page);
      }
      this.#lay();
    } catch (problem) {
      if (asking === this.#asking && problem.name !== 'AbortError') {
        this.#held = null;
        show(
          this.#items.length > 0 ? this.#foot : this.node,
          failure(problem, () => this.#more()),
        );
      }
    }
  }

  /** @returns {boolean} whether all of it, and there is some, is shown already */
  #take(page) {
    this.#body ??= table(this.shape, []).querySelector('tbody');
    const added = page.items.filter((item) => this.#placeOf(this.shape.id(item)) < 0);
    for (const item of page.items) {
      const place = this.#placeOf(this.shape.id(item));
      if (place >= 0) {
        // What was told since is newer, but may say less.
        this.#replace(place, { ...item, ...this.#items[place] });
      }
    }
    this.#items.push(...added);
    this.#body.append(...added.map((item) => tableRow(this.shape, item)));
    added.forEach((item) => this.#askedWith.set(this.shape.id(item), this.#cursor));
    this.#cursor = page.next ?? null;
    this.#hasMore = this.#cursor !== null;
    this.#passed += this.#cut(this.#items.length - MOST_ROWS, 'first');
    const held = this.#held ?? [];
    this.#held = null;
    held.forEach((told) => told());
    return page.items.length > 0 && added.length === 0;
  }

  /** The next page is then the one that the first of them came with. */
  #cutLast(surplus) {
    if (surplus > 0) {
      this.#cursor = this.#askedWith.get(this.shape.id(this.#items.at(-surplus))) ?? null;
      this.#hasMore = true;
      this.#cut(surplus, 'last');
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
        : empty(this.#hasMore ? 'None among the newest. There are older ones to look through.' : this.nothing),
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
            : `${count(rows)} shown${this.#hasMore ? '' : ', that is all'}`,
        ),
      this.#hasMore && h('button', { type: 'button', onclick: () => this.#more() }, 'Load more'),
    );
  }
}
