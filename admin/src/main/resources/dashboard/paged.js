/** A long list, loaded page by page, newest first; only a limited number of rows is in the document. */

import { h, show } from './dom.js';
import { count } from './format.js';
import { empty, failure, loading, replaceRow, table, tableRow } from './parts.js';

export const MOST_ROWS = 200;

export class PagedList {
  /** The visible items, in the order of the rows. */
  #items = [];
  /** By id: the cursor of the page that contained the item. */
  #askedWith = new Map();
  /** The cursor of the next page: null for the newest. */
  #cursor = null;
  #hasMore = true;
  /** The number of newer rows that were removed. */
  #passed = 0;
  #foot = h('div', { class: 'pager' });
  /** Null until the first page is loaded. */
  #body = null;
  /** Events since the first page was requested, which may not contain them; null if it is not loading. */
  #held = null;
  /** The number of the latest request. */
  #asking = 0;

  /**
   * @param {import('./parts.js').Shape} shape
   * @param {(cursor: string | null) => Promise<{items: object[], next: string | null}>} fetchPage
   * @param {string} nothing the text of an empty list
   */
  constructor(shape, fetchPage, nothing) {
    this.shape = shape;
    this.fetchPage = fetchPage;
    this.nothing = nothing;
    this.node = h('div', { class: 'list' }, loading());
  }

  /** Reloads from the newest. The old rows stay until the response arrives. */
  async reset() {
    this.#items = [];
    this.#askedWith.clear();
    this.#cursor = null;
    this.#hasMore = true;
    this.#passed = 0;
    this.#body = null;
    await this.#more();
  }

  /** Adds an item on top, or updates it. */
  put(item) {
    this.putAll([item]);
  }

  /** The same for several, the newest last. */
  putAll(items) {
    if (this.#body === null) {
      this.#held?.push(() => this.putAll(items));
      return;
    }
    const before = this.#items.length;
    for (const item of items) {
      const place = this.#placeOf(this.shape.id(item));
      if (place >= 0) {
        // An event can have fewer fields: it has no owner.
        this.#replace(place, { ...this.#items[place], ...item });
      } else if (this.#passed === 0) {
        this.#items.unshift(item);
        this.#body.prepend(tableRow(this.shape, item));
      }
    }
    if (this.#items.length > before) {
      this.#cutLast(this.#items.length - MOST_ROWS);
      this.#lay();
    }
  }

  /** Updates an item, if it is visible. */
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
    replaceRow(this.#body.rows[place], tableRow(this.shape, item));
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
        // The cursor changed meanwhile, because rows were removed: load them again.
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

  /** @returns {boolean} whether the page has items, and all of them are visible already */
  #take(page) {
    this.#body ??= table(this.shape, []).querySelector('tbody');
    const added = page.items.filter((item) => this.#placeOf(this.shape.id(item)) < 0);
    for (const item of page.items) {
      const place = this.#placeOf(this.shape.id(item));
      if (place >= 0) {
        // Events are newer, but can have fewer fields.
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
    held.forEach((apply) => apply());
    return page.items.length > 0 && added.length === 0;
  }

  /** The next page is then the page of the first removed item. */
  #cutLast(surplus) {
    if (surplus > 0) {
      this.#cursor = this.#askedWith.get(this.shape.id(this.#items.at(-surplus))) ?? null;
      this.#hasMore = true;
      this.#cut(surplus, 'last');
    }
  }

  /** Removes rows at one end. */
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
        : empty(this.#hasMore ? 'None among the newest. Older ones have not been searched.' : this.nothing),
      this.#foot,
    );
    show(
      this.#foot,
      this.#passed > 0 && h('button', { type: 'button', onclick: () => this.reset() }, 'Back to newest'),
      rows > 0 &&
        h(
          'span',
          { class: 'muted' },
          this.#passed > 0
            ? `${count(this.#passed + 1)} to ${count(this.#passed + rows)}`
            : `${count(rows)} shown${this.#hasMore ? '' : ', no more'}`,
        ),
      this.#hasMore && h('button', { type: 'button', onclick: () => this.#more() }, 'Load more'),
    );
  }
}
