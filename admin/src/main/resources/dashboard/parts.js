/** Elements that several views share. */

import { h, show } from './dom.js';
import { absolute, ago } from './format.js';

/** The replacement for masked values. */
const MASKED = '***';

/** A relative time, with the exact one as a tooltip; updated by `refreshTimes`. */
export function when(instant) {
  if (!instant) {
    return h('span', { class: 'muted' }, '–');
  }
  return h('time', { datetime: instant, title: `${absolute(instant)} (${instant})` }, ago(instant, Date.now()));
}

export function refreshTimes() {
  const now = Date.now();
  for (const time of document.querySelectorAll('time')) {
    const said = ago(time.dateTime, now);
    if (time.textContent !== said) {
      time.textContent = said;
    }
  }
}

const TONES = {
  RUNNING: 'good',
  live: 'good',
  done: 'good',
  decided: 'good',
  forgotten: 'good',
  replayed: 'good',
  REBALANCING: 'warn',
  CREATED: 'warn',
  PENDING_SHUTDOWN: 'warn',
  assigned: 'info',
  open: 'warn',
  waiting: 'warn',
  cancelled: 'plain',
  dropped: 'plain',
  NOT_RUNNING: 'bad',
  PENDING_ERROR: 'bad',
  ERROR: 'bad',
  unreachable: 'bad',
  parked: 'bad',
  refused: 'bad',
  quarantined: 'bad',
  AWAITING_APPROVAL: 'warn',
  APPROVED: 'info',
  DUE: 'info',
  CLAIMED: 'info',
  DRAFT: 'warn',
  PAUSED: 'warn',
  DONE: 'good',
  STRANDED: 'bad',
  SENT: 'good',
  REFUSED: 'bad',
};

/** A state as a word; the colour carries no other information. */
export function badge(word, tone = TONES[word] ?? 'plain') {
  return h('span', { class: `badge ${tone}` }, word ?? 'unknown');
}

export function important(decision) {
  return decision.important ? badge('important', 'info') : null;
}

/** Marks a decision or guard entry of a replayed message. */
export function again({ generation }) {
  return generation > 0 ? h('span', { class: 'badge plain', title: `generation ${generation}` }, 'replay') : null;
}

/** A name: identity, coordinates, topic. */
export function code(text) {
  return h('code', null, text);
}

export function link(hash, ...content) {
  return h('a', { href: hash }, ...content);
}

/** The address of an item, whose name can contain any character. */
export function route(view, name, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const search = new URLSearchParams(given).toString();
  return `#/${view}${name === undefined ? '' : `/${encodeURIComponent(name)}`}${search ? `?${search}` : ''}`;
}

/** A link to an identity in a view; none if it is masked. */
export function identityLink(view, identity, query) {
  return identity.includes(MASKED) ? code(identity) : link(route(view, identity, query), code(identity));
}

/** The identity of a decision, as a link to the decision. */
export function decisionLink(decision) {
  return [
    identityLink('decisions', decision.identity, { generation: decision.generation || null }),
    ' ',
    again(decision),
  ];
}

/** Names and values, without empty ones. */
export function facts(pairs) {
  const given = pairs.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  return h(
    'dl',
    { class: 'facts' },
    given.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}

/**
 * @typedef {{title: string, id?: (item: any) => string,
 *     columns: {name: string, of: (item: any) => any, numeric?: boolean, wide?: boolean}[]}} Shape
 */

/**
 * A table with explicit roles, because the card layout of `list` would remove the implicit ones.
 *
 * @param {Shape} shape
 */
export function table(shape, items) {
  const head = shape.columns.map(({ name, numeric }) =>
    h('th', { role: 'columnheader', scope: 'col', class: numeric && 'numeric' }, name),
  );
  return h(
    'table',
    { role: 'table', 'aria-label': shape.title },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, head)),
    h(
      'tbody',
      { role: 'rowgroup' },
      items.map((item) => tableRow(shape, item)),
    ),
  );
}

export function tableRow({ columns, id }, item) {
  return h(
    'tr',
    { role: 'row', 'data-id': id?.(item) },
    columns.map(({ name, of, numeric, wide }) =>
      h('td', { role: 'cell', 'data-name': name, class: numeric ? 'numeric' : wide ? 'wide' : null }, of(item)),
    ),
  );
}

/** A table in a list becomes cards on a narrow screen. */
export function list(shown) {
  return h('div', { class: 'list' }, shown);
}

export function panel(title, ...content) {
  const heading = h('h2', null, title);
  return h('section', { class: 'panel' }, heading, ...content);
}

export function loading(what = 'Loading') {
  return h('p', { class: 'note', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), `${what} …`);
}

export function empty(...words) {
  return h('p', { class: 'note' }, ...words);
}

/** An error of the API, with a retry button. */
export function failure(problem, retry) {
  return h(
    'div',
    { class: 'notice bad', role: 'alert' },
    h('p', null, h('strong', null, problem.title ?? 'Request failed'), ' ', problem.message),
    retry && h('button', { type: 'button', onclick: retry }, 'Try again'),
  );
}

export function notice(tone, ...content) {
  return h('div', { class: `notice ${tone}`, role: 'status' }, h('p', null, ...content));
}

/** Replaces the content; a focused link keeps the focus. */
export function redraw(place, ...content) {
  const focus = focusedLink(place);
  show(place, ...content);
  focus(place);
}

/** Replaces a row; a focused link keeps the focus. */
export function replaceRow(before, row) {
  const focus = focusedLink(before);
  before.replaceWith(row);
  focus(row);
}

/** @returns {(place: HTMLElement) => void} focuses the same link in a new place */
function focusedLink(place) {
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  return (now) => focused !== null && now.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

/** Shows the loaded content, a spinner, or an error. */
export async function load(place, ask, render) {
  if (place.childElementCount === 0) {
    show(place, loading());
  }
  try {
    const found = await ask();
    redraw(place, render(found));
  } catch (problem) {
    if (problem.name !== 'AbortError') {
      show(
        place,
        failure(problem, () => load(show(place), ask, render)),
      );
    }
  }
}

/** Refreshes each command line of the document. */
const commands = new WeakMap();

/** Call it after the actor has changed: command lines contain it. */
export function refreshCommands() {
  for (const node of document.querySelectorAll('.command')) {
    commands.get(node)?.();
  }
}

/**
 * @param {() => string} words
 * @param {string} [what] what is copied, where it is not obvious
 */
export function copyButton(words, what) {
  const copy = h('button', { type: 'button', class: 'quiet', 'aria-label': what && `Copy ${what}` }, 'Copy');
  copy.addEventListener('click', async () => {
    const done = await navigator.clipboard?.writeText(words()).then(
      () => true,
      () => false,
    );
    copy.textContent = done ? 'Copied' : 'Copy failed';
    setTimeout(() => (copy.textContent = 'Copy'), 2000);
  });
  return copy;
}

/**
 * The equivalent command line, with a copy button.
 *
 * @param {() => string} words called at once, and again by `say`
 */
export function commandLine(words) {
  const line = h('code', { tabindex: '0', role: 'group', 'aria-label': 'Command' });
  const copy = copyButton(words);
  // Each word is one span, so that no line breaks between the two dashes of an option.
  const say = () =>
    show(
      line,
      words()
        .split(' ')
        .map((word, i) => [i > 0 && ' ', h('span', null, word)]),
    );
  say();
  const node = h('div', { class: 'command' }, line, copy);
  commands.set(node, say);
  return { node, say };
}

/** A progress bar. */
export function progress(name, done, all) {
  return h('progress', { 'aria-label': name, max: Math.max(1, all), value: all === 0 ? 1 : done });
}

export function field(name, control, hint) {
  return h('label', { class: 'field' }, h('span', null, name), control, hint && h('small', null, hint));
}

export function select(name, options, chosen) {
  return h(
    'select',
    { name },
    options.map(([value, text]) => h('option', { value, selected: value === (chosen ?? '') }, text)),
  );
}
