/** Whether anything leaves, and if not, why and what to do. */

import { h } from './dom.js';
import { commandLine, when } from './parts.js';
import { asActor } from './writes.js';

/** @param settings as in `/api/delivery` */
export function sendingState({ enabled, why, reason, by, at }) {
  if (enabled) {
    return h(
      'p',
      { class: 'muted sending' },
      'Sending is on',
      by && ` by ${by}`,
      at && [', ', when(at)],
      reason && `: ${reason}`,
    );
  }
  return h(
    'div',
    { class: 'notice warn', role: 'status' },
    h(
      'p',
      null,
      h('strong', null, 'Sending is off'),
      at && [' (', when(at), ')'],
      `: ${why ?? 'nobody has enabled it on this cluster'}`,
    ),
    commandLine(() => `hapax delivery enable -c FILE --reason '…'${asActor()}`).node,
  );
}
