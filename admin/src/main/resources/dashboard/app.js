/** The page: which view stands for which address, and what they share. */

import { onTokenNeeded } from './api.js';
import { askForToken } from './dialogs.js';
import { h, show } from './dom.js';
import { Feed } from './feed.js';
import { frame, navigation } from './frame.js';
import { empty, refreshCommands, refreshTimes } from './parts.js';
import { caseView } from './views/case.js';
import { configurationView } from './views/configuration.js';
import { decisionView } from './views/decision.js';
import { decisionsView } from './views/decisions.js';
import { instancesView } from './views/instances.js';
import { keyView } from './views/key.js';
import { keysView } from './views/keys.js';
import { liveView } from './views/live.js';
import { quarantineView } from './views/quarantine.js';
import { replayView } from './views/replay.js';
import { replaysView } from './views/replays.js';

/**
 * @typedef {{feed: Feed, name: string, query: URLSearchParams, signal: AbortSignal}} Visit what a view is opened with; its
 *     signal ends when the view is left
 */

/** `of` shows the whole, `one` the thing whose name follows in the address. */
const VIEWS = [
  { name: 'live', title: 'Live', of: liveView },
  { name: 'instances', title: 'Instances', of: instancesView },
  { name: 'quarantine', title: 'Quarantine', of: quarantineView, one: caseView },
  { name: 'keys', title: 'Keys', of: keysView, one: keyView },
  { name: 'replays', title: 'Replays', of: replaysView, one: replayView },
  { name: 'decisions', title: 'Decisions', of: decisionsView, one: decisionView },
  { name: 'configuration', title: 'Configuration', of: configurationView },
];

const feed = new Feed();
let leaving = new AbortController();
let visits = 0;

function visit() {
  leaving.abort();
  leaving = new AbortController();
  const [path, search] = location.hash.replace(/^#\//, '').split('?');
  const [first, name] = path.split('/');
  const view = VIEWS.find((each) => each.name === (first || 'live'));
  navigation(VIEWS, view?.name);
  const heading = h('h1', { tabindex: '-1' }, view?.title ?? 'Nothing here');
  const main = document.getElementById('main');
  const open = name ? view?.one : view?.of;
  const visited = { feed, name: decoded(name ?? ''), query: new URLSearchParams(search), signal: leaving.signal };
  show(main, heading, open ? open(visited, heading) : empty('There is no such view. Choose one from the navigation.'));
  document.title = `${heading.textContent} · Hapax`;
  // On the first visit the reader starts at the top, as on every page.
  if (visits > 0) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  visits += 1;
}

/** An address that someone mistyped names what it says. */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

let asking = null;
onTokenNeeded((refused) => {
  asking ??= askForToken(
    refused
      ? 'The token was not accepted; it may have been changed. Even looking needs it, since this instance listens beyond its own machine.'
      : 'This instance listens beyond its own machine, so even looking needs its token.',
  ).finally(() => (asking = null));
  return asking;
});
document.addEventListener('hapax-session', () => {
  const locked = feed.connection.state === 'locked';
  feed.retryNow();
  refreshCommands();
  if (locked) {
    visit();
  }
});
frame(feed);
setInterval(refreshTimes, 1000);
addEventListener('hashchange', visit);
visit();
feed.open();
