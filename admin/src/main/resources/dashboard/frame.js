/** The frame of the views: connection, banner, theme, session, navigation. */

import { askForToken } from './dialogs.js';
import { h, show } from './dom.js';
import { clock, count, duration, plural } from './format.js';
import { badge, redraw } from './parts.js';
import { session } from './session.js';

const THEMES = ['system', 'light', 'dark'];
const ANNOUNCE_EVERY = 10_000;
const at = (id) => document.getElementById(id);

/** @param {import('./feed.js').Feed} feed */
export function frame(feed) {
  feed.addEventListener('connection', () => connection(feed));
  feed.addEventListener('status', () => where(feed.status));
  const lost = lostNotice();
  feed.addEventListener('lost', (event) => lost(event.detail));
  setInterval(() => countDown(feed.connection), 1000);
  announceAlerts(feed);
  theme();
  who();
  menu();
  at('skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector('main h1')?.focus();
  });
}

function where(status) {
  show(
    at('where'),
    h('span', null, status.application),
    ' ',
    h('span', { class: 'muted' }, status.instance),
    ' ',
    badge(status.state),
  );
}

const WORDS = { live: 'Live', connecting: 'Connecting …', down: 'Disconnected', locked: 'Token required' };

function connection(feed) {
  const { state } = feed.connection;
  at('connection').dataset.state = state;
  const words = at('connection').textContent;
  if (words !== WORDS[state]) {
    at('connection').textContent = WORDS[state];
  }
  if (state === 'live') {
    show(at('interruption'));
  } else if (state === 'down') {
    show(at('interruption'), disconnected(feed));
    countDown(feed.connection);
  } else if (state === 'locked') {
    show(at('interruption'), locked(feed));
  }
}

function disconnected(feed) {
  const { since, why } = feed.connection;
  return h(
    'div',
    { class: 'notice bad' },
    h(
      'p',
      null,
      h('strong', null, 'Disconnected. '),
      why,
      ` This page shows the state of ${clock(since)}. After reconnecting, it loads all missed events. `,
      h('span', { id: 'retry', 'aria-hidden': 'true' }),
    ),
    h('button', { type: 'button', onclick: () => feed.retryNow() }, 'Reconnect now'),
  );
}

function locked(feed) {
  const refused = session.token !== '';
  return h(
    'div',
    { class: 'notice warn' },
    h(
      'p',
      null,
      h('strong', null, refused ? 'The token was rejected. ' : 'A token is required. '),
      refused
        ? 'It may have changed. Sign in again to see new data.'
        : 'This instance requires a token to read, because it is reachable over the network.',
    ),
    h('button', { type: 'button', onclick: () => askForToken() }, refused ? 'Use another token' : 'Sign in'),
    h('button', { type: 'button', onclick: () => feed.retryNow() }, 'Try again'),
  );
}

function countDown({ state, retryAt }) {
  const words = at('retry');
  if (words && state === 'down') {
    words.textContent = `Reconnecting in ${duration(Math.ceil((retryAt - Date.now()) / 1000))}.`;
  }
}

/** One notice for all losses: the last reason, and the count since it was dismissed. */
function lostNotice() {
  let times = 0;
  // Screen readers announce only this line, and only when it changes.
  const words = h('span', { role: 'alert' });
  const often = h('span');
  const dismiss = () => {
    times = 0;
    show(words);
    show(at('losses'));
  };
  const message = h(
    'div',
    { class: 'notice warn' },
    h('p', null, words, ' ', often),
    h('button', { type: 'button', onclick: dismiss }, 'Dismiss'),
  );
  return ({ why }) => {
    times += 1;
    if (times === 1) {
      show(at('losses'), message);
    }
    const said = `${why.replace(/\.?$/, '.')} The lists were reloaded.`;
    if (!words.textContent.endsWith(said)) {
      show(words, h('strong', null, 'Some events were missed. '), said);
    }
    show(often, times > 1 && `This happened ${count(times)} times, last at ${clock(Date.now())}.`);
  };
}

/** Announces alerts to screen readers, at most every ten seconds. */
function announceAlerts(feed) {
  let waiting = [];
  let timer = 0;
  const announce = () => {
    timer = 0;
    at('announcer').textContent =
      `${plural(waiting.length, 'new alert', 'new alerts')}, latest: ${waiting.at(-1).label} from ${waiting.at(-1).source}`;
    waiting = [];
  };
  feed.addEventListener('alert', (event) => {
    waiting.push(event.detail);
    timer ||= setTimeout(announce, ANNOUNCE_EVERY);
  });
}

function theme() {
  const root = document.documentElement;
  const say = () => {
    show(at('theme'), h('span', { class: 'extra' }, 'Theme: '), root.dataset.theme);
    // On narrow screens only the second word is visible.
    at('theme').setAttribute('aria-label', at('theme').textContent);
  };
  at('theme').addEventListener('click', () => {
    root.dataset.theme = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
    localStorage.setItem('hapax.theme', root.dataset.theme);
    say();
  });
  say();
}

function who() {
  const say = () => show(at('session'), session.token ? session.actor || 'Signed in' : 'Sign in');
  document.addEventListener('hapax-session', say);
  at('session').addEventListener('click', () => askForToken());
  say();
}

function menu() {
  const toggle = (open) => {
    at('menu').setAttribute('aria-expanded', String(open));
    at('views').classList.toggle('open', open);
  };
  at('menu').addEventListener('click', () => toggle(at('menu').getAttribute('aria-expanded') !== 'true'));
  addEventListener('hashchange', () => toggle(false));
}

/** @param {{name: string, title: string, waiting?: () => number}[]} views waiting: how many items need a person */
export function navigation(views, current) {
  redraw(
    at('views'),
    h(
      'ul',
      null,
      views.map(({ name, title, waiting }) =>
        h(
          'li',
          null,
          h(
            'a',
            { href: `#/${name}`, 'aria-current': name === current && 'page' },
            title,
            waiting && pending(waiting()),
          ),
        ),
      ),
    ),
  );
}

function pending(number) {
  return (
    number > 0 && [' ', h('span', { class: 'badge warn' }, count(number), h('span', { class: 'unseen' }, ' waiting'))]
  );
}
