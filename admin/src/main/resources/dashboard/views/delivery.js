/** One delivery: its time line from the message that caused it to its receipts, its content, and actions. */

import { get, path } from '../api.js';
import { deliveryActions } from '../delivery-actions.js';
import { content, contentOf, seen } from '../delivery-panes.js';
import { cause, hash, name, score, target, time } from '../delivery-parts.js';
import { beginning } from '../delivery-message.js';
import { h } from '../dom.js';
import { badge, code, facts, link, load, panel, route, when } from '../parts.js';

const LONGEST_DETAIL = 1200;
const CAMPAIGN_EVERY = 3000;

/** @param {import('../app.js').Visit} visit */
export function deliveryView({ feed, name: id, signal }, heading) {
  heading.textContent = 'Delivery';
  const place = h('div', { class: 'stack' });
  let shown = null;
  const ask = async () => {
    const [found, status] = await Promise.all([get(path(['deliveries', id]), signal), feed.knownStatus()]);
    const message = await contentOf(id, signal);
    shown = found;
    return [seen(found, message), status, message];
  };
  const read = () => load(place, ask, ([found, status, message]) => page(found, status, message, read));
  feed.addEventListener('delivery', ({ detail }) => detail.id === id && read(), { signal });
  followCampaign(feed, id, signal, (found) => {
    // Drawn anew only for a change, or the frame of a mail would flicker.
    if (shown !== null && versionOf(found) !== versionOf(shown)) {
      read();
    }
  });
  feed.addEventListener('lost', read, { signal });
  document.addEventListener('hapax-session', read, { signal });
  read();
  return [h('p', { class: 'trail' }, link(route('deliveries'), 'Deliveries'), ' / ', name(id)), place];
}

function versionOf({ state, history = [] }) {
  return `${state} ${history.length} ${history.at(-1)?.time}`;
}

/** Most changes of the deliveries of a campaign are in no event of their own. */
function followCampaign(feed, id, signal, found) {
  let timer = 0;
  const look = () => {
    timer = 0;
    get(path(['deliveries', id]), signal).then(found, () => {});
  };
  feed.addEventListener(
    'campaign',
    ({ detail }) => {
      if (id.startsWith(`campaign:${detail.id}:`)) {
        timer ||= setTimeout(look, CAMPAIGN_EVERY);
      }
    },
    { signal },
  );
  signal?.addEventListener('abort', () => clearTimeout(timer));
}

function page(found, status, message, changed) {
  return h(
    'div',
    { class: 'columns' },
    h('div', { class: 'stack' }, summary(found), panel('Content', content(message, found))),
    h('div', { class: 'stack' }, deliveryActions(found, status, changed), timeLine(found), receipts(found)),
  );
}

function summary(found) {
  return panel(
    'Delivery',
    facts([
      ['State', [badge(found.state), ' ', when(found.since)]],
      ['Target', target(found)],
      ['Attempt', found.attempt > 0 && String(found.attempt)],
      ['Score', score(found)],
      ['Staged by', found.stagedBy && beginning(found.stagedBy, LONGEST_DETAIL)],
      ['Cause', cause(found)],
      ['Campaign', found.campaign && link(route('campaigns', found.campaign), name(found.campaign))],
      ['Approved by', found.approvedBy],
      ['Worker', found.claim?.worker && name(found.claim.worker)],
      ['Not before', time(found.notBefore)],
      ['Expires', time(found.expires)],
      ['SHA-256', hash(found)],
    ]),
  );
}

/** The history, after the message behind it. */
function timeLine(found) {
  const behind = cause(found);
  return panel(
    'Time line',
    h(
      'ol',
      { class: 'history' },
      behind && h('li', null, h('strong', null, 'caused'), ' by ', behind),
      (found.history ?? []).map((entry) =>
        h(
          'li',
          null,
          when(entry.time),
          ' ',
          h('strong', null, entry.what),
          ` by ${entry.by}`,
          entry.detail && entry.detail !== found.cause && h('p', null, beginning(entry.detail, LONGEST_DETAIL)),
        ),
      ),
    ),
  );
}

function receipts(found) {
  const all = found.receipts ?? [];
  return (
    all.length > 0 &&
    panel(
      'Receipts',
      h(
        'ol',
        { class: 'history' },
        all.map((receipt) =>
          h(
            'li',
            null,
            when(instantOf(receipt.time)),
            ' ',
            badge(receipt.state),
            ` attempt ${receipt.attempt}, receipt ${receipt.partition}/${receipt.sequence}`,
            receipt.keyId && [', key ', code(receipt.keyId)],
            receipt.evidence && h('p', null, beginning(receipt.evidence, LONGEST_DETAIL)),
          ),
        ),
      ),
    )
  );
}

/** Receipts have epoch milliseconds, or a time as everything else. */
function instantOf(at) {
  return typeof at === 'number' ? new Date(at).toISOString() : at;
}
