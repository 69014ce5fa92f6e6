/** Line charts of the last minutes, as SVG. */

import { h, s, show } from './dom.js';
import { clock } from './format.js';
import { table } from './parts.js';

const HEIGHT = 168;
const LEFT = 44;
const RIGHT = 4;
const TOP = 8;
const BOTTOM = 20;
const STUMBLE = 3;

/**
 * @param {{title: string, lines: {name: string, tone: string, of: (point: any) => number | null}[],
 *     format: (value: number) => string, axis?: (value: number) => string, least: number, most?: number,
 *     stepSeconds?: number, tableStep?: number, span?: string}} shape
 *     `least` and `most`: bounds of the axis, so that noise does not look like an event; `stepSeconds`: between two points;
 *     `tableStep`: points for each row of the table; `span`: what the chart covers, in words
 */
export class Chart {
  /** What the newest point is called. */
  latest = 'now';
  #points = [];
  #newest = 0;
  #hovered = null;
  #width = 0;

  constructor(shape) {
    this.shape = { stepSeconds: 1, tableStep: 30, span: 'last five minutes', ...shape };
    this.svg = s('svg', { role: 'img', height: HEIGHT, width: '100%' });
    this.values = shape.lines.map(() => h('span', { class: 'value' }, '–'));
    this.moment = h('span', { class: 'muted' }, 'now');
    this.figures = h('div');
    this.details = h('details', { ontoggle: () => this.#tabulate() }, h('summary', null, 'Show as table'), this.figures);
    this.node = h(
      'section',
      { class: 'panel chart' },
      h('div', { class: 'panel-head' }, h('h2', null, shape.title), this.moment),
      this.#legend(),
      this.svg,
      this.details,
    );
    this.svg.addEventListener('pointermove', (event) => this.#hover(event));
    this.svg.addEventListener('pointerleave', () => this.#hover(null));
    new ResizeObserver(([entry]) => this.#resize(entry.contentRect.width)).observe(this.svg);
  }

  /**
   * @param {(object | null)[]} points one for each step, oldest first, null if unknown
   * @param {number} newest the second of the last one, since the epoch
   */
  draw(points, newest) {
    this.#points = points;
    this.#newest = newest;
    this.#paint();
    this.#tabulate();
  }

  #legend() {
    return h(
      'ul',
      { class: 'legend' },
      this.shape.lines.map(({ name, tone }, i) =>
        h(
          'li',
          null,
          s(
            'svg',
            { width: 20, height: 8, 'aria-hidden': 'true' },
            s('line', { class: `line ${tone}`, x1: 1, x2: 19, y1: 4, y2: 4 }),
          ),
          h('span', null, name),
          this.values[i],
        ),
      ),
    );
  }

  #resize(width) {
    this.#width = Math.floor(width);
    this.svg.setAttribute('viewBox', `0 0 ${this.#width} ${HEIGHT}`);
    this.#paint();
  }

  #paint() {
    if (this.#width === 0 || this.#points.length === 0) {
      return;
    }
    const top = ceiling(this.#points, this.shape);
    const x = (i) => LEFT + (i / (this.#points.length - 1)) * (this.#width - LEFT - RIGHT);
    const y = (value) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
    show(this.svg, this.#grid(top, x, y), this.#lines(x, y), this.#cursor(x));
    this.#read();
  }

  #grid(top, x, y) {
    const format = this.shape.axis ?? this.shape.format;
    const levels = [0, top / 2, top].map((value) => [
      s('line', { class: 'grid', x1: LEFT, x2: this.#width - RIGHT, y1: y(value), y2: y(value) }),
      s('text', { class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, format(value)),
    ]);
    const last = this.#points.length - 1;
    const times = [
      [0, 'start'],
      [last / 2, 'middle'],
      [last, 'end'],
    ].map(([i, anchor]) =>
      s('text', { class: 'tick', x: x(i), y: HEIGHT - 4, 'text-anchor': anchor }, clock(this.#timeOf(i))),
    );
    return [levels, times];
  }

  #lines(x, y) {
    return this.shape.lines.map(({ tone, of }) =>
      s('path', {
        class: `line ${tone}`,
        d: trace(
          this.#points.map((point) => (point === null ? null : of(point))),
          x,
          y,
        ),
      }),
    );
  }

  #cursor(x) {
    return this.#hovered === null
      ? null
      : s('line', { class: 'cursor', x1: x(this.#hovered), x2: x(this.#hovered), y1: TOP, y2: HEIGHT - BOTTOM });
  }

  #hover(event) {
    const share = event && (event.offsetX - LEFT) / (this.#width - LEFT - RIGHT);
    this.#hovered = event && share >= 0 && share <= 1 ? Math.round(share * (this.#points.length - 1)) : null;
    this.#paint();
  }

  /** Updates the legend and the label with the values at the cursor, or the current ones. */
  #read() {
    const at = this.#hovered ?? this.#points.length - 1;
    this.moment.textContent = this.#hovered === null ? this.latest : clock(this.#timeOf(at));
    const said = this.shape.lines.map(({ name, of }, i) => {
      const value = this.#points[at] === null ? null : of(this.#points[at]);
      this.values[i].textContent = value === null ? '–' : this.shape.format(value);
      return `${name} ${this.values[i].textContent}`;
    });
    this.svg.setAttribute('aria-label', `${this.shape.title}, ${this.shape.span}. Now: ${said.join(', ')}`);
  }

  #tabulate() {
    if (!this.details.open) {
      return;
    }
    const picked = this.#points
      .map((point, i) => ({ point, i }))
      .filter(({ i }) => (i + 1) % this.shape.tableStep === 0)
      .reverse();
    const columns = [
      { name: 'Time', of: ({ i }) => clock(this.#timeOf(i)) },
      ...this.shape.lines.map(({ name, of }) => ({
        name,
        numeric: true,
        of: ({ point }) => (point === null || of(point) === null ? '–' : this.shape.format(of(point))),
      })),
    ];
    show(this.figures, table({ title: this.shape.title, columns }, picked));
  }

  #timeOf(i) {
    return (this.#newest - (this.#points.length - 1 - i) * this.shape.stepSeconds) * 1000;
  }
}

/** The line through all known values, with gaps only if several seconds are missing. */
function trace(values, x, y) {
  let missing = Infinity;
  let path = '';
  values.forEach((value, i) => {
    if (value === null) {
      missing += 1;
    } else {
      path += `${missing > STUMBLE ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
      missing = 0;
    }
  });
  return path;
}

/** The next round number above all values: 1, 2, 4, 5 or 10 times a power of ten. */
function ceiling(points, { lines, least, most }) {
  const values = points.filter(Boolean).flatMap((point) => lines.map(({ of }) => of(point) ?? 0));
  const largest = Math.max(least, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  const round = [1, 2, 4, 5, 10].find((factor) => factor * power >= largest) * power;
  return Math.min(round, most ?? Infinity);
}
