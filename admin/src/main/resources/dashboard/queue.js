/**
 * A list of items that wait for a person, one of them chosen. Items that are handled leave the list, new ones
 * are inserted in order. Only the first items are loaded; more follow as they are handled.
 */

import { h, show } from './dom.js';
import { empty, failure, loading } from './parts.js';

const FEW = 20;
/** Thousands of events a second must not keep the page busy with drawing. */
const DRAW_EVERY = 100;

export class Queue {
  #items = [];
  #chosen = null;
  #more = false;
  #loading = 0;
  #announced = null;
  #drawnAt = 0;
  #timer = 0;
  #list = h('ol', { class: 'queue' });
  #place = h('div', { class: 'queue-place' }, loading());

  /**
   * @param {{title: string, most: number, compare: (a: any, b: any) => number, isIn: (item: any) => boolean,
   *     row: (item: any) => any[], nothing: string,
   *     fetchFirst: () => Promise<{items: any[], next: string | null}>}} shape
   * @param {string | null} chosen the id of the item to begin with
   * @param {(item: any) => void} onChoice called with null if there is none
   */
  constructor(shape, chosen, onChoice) {
    this.shape = shape;
    this.onChoice = onChoice;
    this.#chosen = chosen;
    this.#list.setAttribute('aria-label', shape.title);
    this.node = this.#place;
  }

  get chosen() {
    return this.#items.find(({ id }) => id === this.#chosen) ?? null;
  }

  /** Loads the first items. The chosen one stays chosen, unless it has left the list. */
  async reload() {
    const loads = (this.#loading += 1);
    try {
      const { items, next } = await this.shape.fetchFirst();
      if (loads !== this.#loading) {
        return;
      }
      const before = this.#placeOf(this.#chosen);
      this.#items = items.slice(0, this.shape.most);
      this.#more = next !== null && next !== undefined;
      this.#keepOneChosen(before);
      this.#draw();
    } catch (problem) {
      if (loads === this.#loading && problem.name !== 'AbortError') {
        show(
          this.#place,
          failure(problem, () => this.reload()),
        );
      }
    }
  }

  /** Takes an item that is new or has changed. */
  put(item) {
    const place = this.#placeOf(item.id);
    if (!this.shape.isIn(item)) {
      this.#takeOut(place, item);
      return;
    }
    const merged = { ...this.#items[place], ...item };
    if (place >= 0) {
      this.#items.splice(place, 1);
    }
    const found = this.#items.findIndex((each) => this.shape.compare(merged, each) < 0);
    const at = found < 0 ? this.#items.length : found;
    if (found < 0 && this.#more && place < 0) {
      return;
    }
    this.#items.splice(at, 0, merged);
    if (this.#items.length > this.shape.most) {
      this.#items.pop();
      this.#more = true;
    }
    this.#keepOneChosen(at);
    this.#drawSoon();
  }

  /** The chosen one was handled here: goes on with the next. */
  done(id) {
    const place = this.#placeOf(id);
    if (place >= 0) {
      this.#items.splice(place, 1);
      this.#keepOneChosen(place);
      this.#draw(true);
      this.#refill();
    }
  }

  /** @param {number} steps 1 for the next, -1 for the one before */
  move(steps) {
    const place = this.#placeOf(this.#chosen) + steps;
    const item = this.#items[place];
    if (item) {
      this.#choose(item.id);
      this.#draw(true);
    }
  }

  /** An item that somebody is looking at stays, with its new state, until they move on. */
  #takeOut(place, item) {
    if (place < 0) {
      return;
    }
    if (item.id === this.#chosen) {
      this.#items[place] = { ...this.#items[place], ...item };
    } else {
      this.#items.splice(place, 1);
    }
    this.#drawSoon();
    this.#refill();
  }

  #refill() {
    if (this.#more && this.#items.length < FEW) {
      this.reload();
    }
  }

  #placeOf(id) {
    return this.#items.findIndex((each) => each.id === id);
  }

  #keepOneChosen(place) {
    if (this.#placeOf(this.#chosen) < 0) {
      const next = this.#items[Math.min(Math.max(place, 0), this.#items.length - 1)];
      this.#chosen = next?.id ?? null;
      this.onChoice(next ?? null);
    } else if (this.#announced !== this.#chosen) {
      this.onChoice(this.chosen);
    }
    this.#announced = this.#chosen;
  }

  #choose(id) {
    const before = this.chosen;
    this.#chosen = id;
    this.#announced = id;
    if (before && before.id !== id && !this.shape.isIn(before)) {
      this.#items = this.#items.filter((each) => each.id !== before.id);
    }
    this.onChoice(this.chosen);
  }

  #drawSoon() {
    if (Date.now() - this.#drawnAt > DRAW_EVERY) {
      this.#draw();
    } else {
      this.#timer ||= setTimeout(() => this.#draw(), DRAW_EVERY);
    }
  }

  /** @param {boolean} [focus] whether the chosen row gets the focus */
  #draw(focus = false) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#drawnAt = Date.now();
    if (this.#items.length === 0) {
      show(this.#place, empty(this.shape.nothing));
      return;
    }
    const hadFocus = focus || this.#list.contains(document.activeElement);
    show(
      this.#list,
      this.#items.map((item) => h('li', null, this.#row(item))),
    );
    show(this.#place, this.#list, this.#more && empty('More follow as these are handled.'));
    if (hadFocus) {
      const row = this.#list.querySelector('[aria-current]');
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    }
  }

  #row(item) {
    return h(
      'button',
      {
        type: 'button',
        'aria-current': item.id === this.#chosen && 'true',
        onclick: () => {
          this.#choose(item.id);
          this.#draw(true);
        },
      },
      this.shape.row(item),
    );
  }
}
