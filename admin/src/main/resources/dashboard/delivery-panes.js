/** The chosen delivery of a queue, with what a person decides about it. */

import { get, path } from './api.js';
import { ACTIONS, actionsOf, commandOf, offFor, resultOf, run, submit } from './delivery-actions.js';
import { beginning, messageView } from './delivery-message.js';
import { cause, decisionBehind, hash, name, score, target, time, titleOf } from './delivery-parts.js';
import { askForToken } from './dialogs.js';
import { h, show } from './dom.js';
import { badge, commandLine, empty, facts, failure, link, loading, notice, route, when } from './parts.js';
import { session } from './session.js';

/** Holding a key down passes many items: only the last one is loaded. */
const SETTLE = 120;
/** A key that was struck twice must not approve the next delivery, which nobody has seen yet. */
const LOOK_FIRST = 500;
const LONGEST_NAME = 300;
const LONGEST_DETAIL = 1200;
const NOT_FOUND = 404;

const APPROVE = ACTIONS.find((action) => action.name === 'approve');
const REJECT = ACTIONS.find((action) => action.name === 'reject');

/**
 * @callback Handled
 * @param {string} id
 * @param {any} words what was done
 */

/** A delivery and its content, loaded for one choice after the other. */
class Pane {
  node = h('section', { class: 'panel pane', 'aria-label': 'Chosen delivery' });
  /** What is on the screen; null while it is loading. */
  shown = null;
  #chosen = null;
  #timer = 0;
  #leaving = new AbortController();

  /**
   * @param {import('./feed.js').Feed} feed
   * @param {AbortSignal} signal
   * @param {(found: any, message: any, status: any) => any} render
   */
  constructor(feed, signal, render) {
    this.feed = feed;
    this.render = render;
    signal?.addEventListener('abort', () => this.#stop());
    // Roles may have changed.
    document.addEventListener('hapax-session', () => this.#draw(), { signal });
  }

  show(item) {
    this.#stop();
    this.#chosen = item?.id ?? null;
    this.shown = null;
    if (item === null) {
      show(this.node, empty('Nothing to do.'));
      return;
    }
    show(this.node, h('h2', null, titleOf(item)), loading());
    this.#timer = setTimeout(() => this.#load(item.id), SETTLE);
  }

  /** Loads it again if it is the chosen one. Until then, an approval counts for what is on the screen. */
  changed({ id }) {
    if (id === this.#chosen) {
      this.#stop();
      this.#timer = setTimeout(() => this.#load(id), SETTLE);
    }
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#leaving.abort();
    this.#leaving = new AbortController();
  }

  async #load(id) {
    const { signal } = this.#leaving;
    try {
      const [found, status] = await Promise.all([get(path(['deliveries', id]), signal), this.feed.knownStatus()]);
      const message = await contentOf(id, signal);
      const { sha256 } = seen(found, message);
      const changed = this.shown !== null && this.shown.found.id === id && this.shown.found.sha256 !== sha256;
      this.shown = { found: seen(found, message), message, status, changed, since: Date.now() };
      this.#draw();
    } catch (problem) {
      if (problem.name !== 'AbortError') {
        this.shown = null;
        show(
          this.node,
          failure(problem, () => this.changed({ id })),
        );
      }
    }
  }

  #draw() {
    if (this.shown !== null) {
      const { found, message, status, changed } = this.shown;
      show(
        this.node,
        h('h2', null, titleOf({ ...found, subject: found.subject ?? message?.subject })),
        changed && notice('warn', 'The content has changed since it was loaded. This is the new content.'),
        this.render(found, message, status),
      );
    }
  }
}

/**
 * A delivery with the hash of the content on the screen: it may have been edited between the two requests.
 */
export function seen(found, message) {
  return { ...found, sha256: message?.sha256 ?? found.sha256 };
}

/** Null if the ledger has forgotten the content. */
export async function contentOf(id, signal) {
  try {
    return await get(path(['deliveries', id, 'message']), signal);
  } catch (problem) {
    if (problem.status === NOT_FOUND) {
      return null;
    }
    throw problem;
  }
}

export function content(message, found) {
  return message === null ? empty('The content is no longer kept.') : messageView(message, found);
}

function about(found) {
  return facts([
    ['Delivery', link(route('deliveries', found.id), name(found.id))],
    ['Target', target(found)],
    ['Score', score(found)],
    ['Staged by', found.stagedBy && h('bdi', null, beginning(found.stagedBy, LONGEST_NAME))],
    ['Cause', cause(found)],
    ['SHA-256', hash(found)],
    ['Not before', Date.parse(found.notBefore) > Date.now() && time(found.notBefore)],
    ['Expires', time(found.expires)],
  ]);
}

/**
 * Approve and reject, by button and by key.
 *
 * @param {Handled} handled
 */
export function reviewPane(feed, signal, handled) {
  const outcome = h('div');
  let busy = false;
  const approve = async () => {
    const { shown } = pane;
    if (busy || shown === null || shown.found.state !== 'AWAITING_APPROVAL' || shown.message === null) {
      return;
    }
    if (!session.token) {
      // Who signs in looks again before approving: there may be no right to.
      await askForToken();
      return;
    }
    const off = offFor(APPROVE, shown.status);
    if (off) {
      show(outcome, notice('warn', off));
      return;
    }
    busy = true;
    show(outcome, notice('info', 'Waiting for the ledger …'));
    try {
      const answer = await submit(APPROVE, shown.found, {});
      show(outcome);
      handled(shown.found.id, resultOf(APPROVE, { ...answer, id: shown.found.id }));
    } catch (problem) {
      show(outcome, failure(problem));
    } finally {
      busy = false;
    }
  };
  const approveByKey = () => {
    if (pane.shown !== null && Date.now() - pane.shown.since < LOOK_FIRST) {
      show(outcome, notice('info', 'This was shown just now. Press the key again to approve it.'));
    } else {
      approve();
    }
  };
  const reject = () => {
    const { shown } = pane;
    if (shown?.found.state === 'AWAITING_APPROVAL') {
      run(REJECT, shown.found, shown.status, (answer) =>
        handled(shown.found.id, resultOf(REJECT, { ...answer, id: shown.found.id })),
      );
    }
  };
  const pane = new Pane(feed, signal, (found, message, status) => {
    const off = offFor(APPROVE, status);
    const open = found.state === 'AWAITING_APPROVAL';
    show(outcome);
    return [
      h(
        'div',
        { class: 'decide' },
        open
          ? [
              h(
                'button',
                { type: 'button', class: 'primary', disabled: Boolean(off) || message === null, onclick: approve },
                'Approve',
              ),
              h('button', { type: 'button', class: 'danger', disabled: Boolean(off), onclick: reject }, 'Reject …'),
              !off && h('small', { class: 'by-key' }, 'or press ', h('kbd', null, 'a'), ' and ', h('kbd', null, 'r')),
            ]
          : h('span', null, badge(found.state), found.approvedBy && ` by ${found.approvedBy}`),
      ),
      open && off && notice('warn', off),
      outcome,
      about(found),
      decisionBehind(found, signal),
      content(message, found),
      open &&
        h(
          'details',
          null,
          h('summary', null, 'Command lines'),
          [APPROVE, REJECT].map((action) => commandLine(() => commandOf(action, found)).node),
        ),
    ];
  });
  const keys = [
    { key: 'a', says: 'Approve what is shown', does: approveByKey, once: true },
    { key: 'r', says: 'Reject, with a reason', does: reject, once: true },
  ];
  return { node: pane.node, keys, show: (item) => pane.show(item), changed: (detail) => pane.changed(detail) };
}

/**
 * What is known of a stranded delivery, and the ways to reconcile it.
 *
 * @param {Handled} handled
 */
export function strandedPane(feed, signal, handled) {
  const pane = new Pane(feed, signal, (found, message, status) => {
    const history = found.history ?? [];
    const stranded = history.findLast(({ what }) => what === 'stranded');
    const last = history.at(-1);
    const offered = actionsOf(found).filter((action) => action.name === 'reconcile');
    const off = offered.length > 0 && offFor(offered[0], status);
    return [
      found.state !== 'STRANDED' && h('p', null, 'It is now ', badge(found.state), '.'),
      h('p', { class: 'explanation' }, beginning(stranded?.detail || 'Nothing was reported.', LONGEST_DETAIL)),
      facts([
        ['Delivery', link(route('deliveries', found.id), name(found.id))],
        ['Target', target(found)],
        ['Attempt', found.attempt],
        ['Worker', found.claim?.worker && name(found.claim.worker)],
        ['Stranded', [when(found.since), stranded && ` by ${stranded.by}`]],
        ['Approved by', found.approvedBy],
        ['Cause', cause(found)],
        ['Campaign', found.campaign && link(route('campaigns', found.campaign), name(found.campaign))],
        ['SHA-256', hash(found)],
      ]),
      last?.what.endsWith(' refused') &&
        notice('warn', `${last.what}: ${last.detail} (`, when(last.time), `, ${last.by})`),
      off && notice('warn', off),
      h(
        'ul',
        { class: 'actions' },
        offered.map((action) =>
          h(
            'li',
            null,
            h(
              'button',
              {
                type: 'button',
                class: action.danger ? 'danger' : null,
                disabled: Boolean(off),
                onclick: () =>
                  run(action, found, status, (answer) =>
                    handled(found.id, resultOf(action, { ...answer, id: found.id })),
                  ),
              },
              action.verb,
            ),
            h('span', null, action.intro),
            commandLine(() => commandOf(action, found)).node,
          ),
        ),
      ),
      h('details', null, h('summary', null, 'Content'), content(message, found)),
    ];
  });
  return { node: pane.node, keys: [], show: (item) => pane.show(item), changed: (detail) => pane.changed(detail) };
}
