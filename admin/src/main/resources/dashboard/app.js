/** The page: its views, their addresses, and what they share. */

import { checkToken, onTokenNeeded } from './api.js';
import { CampaignWatch } from './campaign-watch.js';
import { DeliveryWatch } from './delivery-watch.js';
import { askForToken } from './dialogs.js';
import { h, show } from './dom.js';
import { Feed } from './feed.js';
import { frame, navigation } from './frame.js';
import { empty, refreshCommands, refreshTimes } from './parts.js';
import { session } from './session.js';
import { campaignView } from './views/campaign.js';
import { campaignsView } from './views/campaigns.js';
import { caseView } from './views/case.js';
import { configurationView } from './views/configuration.js';
import { decisionView } from './views/decision.js';
import { decisionsView } from './views/decisions.js';
import { deliveriesView } from './views/deliveries.js';
import { deliveryView } from './views/delivery.js';
import { instancesView } from './views/instances.js';
import { keyView } from './views/key.js';
import { keysView } from './views/keys.js';
import { liveView } from './views/live.js';
import { quarantineView } from './views/quarantine.js';
import { replayView } from './views/replay.js';
import { replaysView } from './views/replays.js';

/**
 * @typedef {{feed: Feed, deliveries: DeliveryWatch, name: string, query: URLSearchParams, signal: AbortSignal}} Visit the
 *     arguments of a view; its signal aborts when the user leaves the view
 */

const feed = new Feed();
const deliveries = new DeliveryWatch(feed);
const campaigns = new CampaignWatch(feed, deliveries);

/** `of` shows the list, `one` the item whose name follows in the address. Without `when`, a view is always offered. */
const VIEWS = [
  { name: 'live', title: 'Live', of: liveView },
  { name: 'instances', title: 'Instances', of: instancesView },
  { name: 'quarantine', title: 'Quarantine', of: quarantineView, one: caseView },
  {
    name: 'deliveries',
    title: 'Deliveries',
    of: deliveriesView,
    one: deliveryView,
    when: () => deliveries.configured,
    waiting: () => deliveries.waiting,
  },
  {
    name: 'campaigns',
    title: 'Campaigns',
    of: campaignsView,
    one: campaignView,
    when: () => deliveries.configured,
    waiting: () => campaigns.waiting,
  },
  { name: 'keys', title: 'Keys', of: keysView, one: keyView },
  { name: 'replays', title: 'Replays', of: replaysView, one: replayView },
  { name: 'decisions', title: 'Decisions', of: decisionsView, one: decisionView },
  { name: 'configuration', title: 'Configuration', of: configurationView },
];

let leaving = new AbortController();
let visits = 0;
let current;

function visit() {
  leaving.abort();
  leaving = new AbortController();
  const [path, search] = location.hash.replace(/^#\//, '').split('?');
  const [first, name] = path.split('/');
  const view = VIEWS.find((each) => each.name === (first || 'live'));
  current = view?.name;
  navigate();
  const heading = h('h1', { tabindex: '-1' }, view?.title ?? 'Not found');
  const main = document.getElementById('main');
  const open = name ? view?.one : view?.of;
  const visited = { feed, deliveries, name: decoded(name ?? ''), query: new URLSearchParams(search), signal: leaving.signal };
  show(main, heading, open ? open(visited, heading) : empty('This view does not exist. Choose one from the navigation.'));
  document.title = `${heading.textContent} · Hapax`;
  // The first visit starts at the top, as on every page.
  if (visits > 0) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  visits += 1;
}

function navigate() {
  navigation(
    VIEWS.filter(({ when }) => !when || when()),
    current,
  );
}

/** The address of a sign-in link does not contain the roles. */
function learnRoles() {
  if (session.token && session.roles === null) {
    checkToken(session.token, session.actor).then(
      ({ actor, roles }) => roles && session.signIn(session.token, actor ?? session.actor, roles),
      // A rejected token is reported by the first request that needs it.
      () => {},
    );
  }
}

/** A malformed address is used as it is. */
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
      ? 'The token was rejected. It may have changed. This instance requires a token to read, because it is reachable over the network.'
      : 'This instance requires a token to read, because it is reachable over the network.',
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
if (session.signInByLink(location.hash)) {
  history.replaceState(null, '', location.pathname);
}
learnRoles();
frame(feed);
deliveries.addEventListener('change', navigate);
campaigns.addEventListener('change', navigate);
setInterval(refreshTimes, 1000);
addEventListener('hashchange', visit);
visit();
feed.open();
