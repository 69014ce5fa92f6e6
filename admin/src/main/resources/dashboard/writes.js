/** Whether anything can be changed from here, and on whose record. */

import { h } from './dom.js';
import { shellWord } from './format.js';
import { session } from './session.js';

/** @returns {string | null} why not */
export function writesOff(status) {
  return status?.writes === false
    ? 'Nothing can be changed from here: this instance was started without a token (admin.token). The command line does the same.'
    : null;
}

/** The name that was given here, as the command line takes it; without one it takes the user's. */
export function asActor() {
  return session.actor ? ` --as ${shellWord(session.actor)}` : '';
}

/** What every change is asked for. */
export function reasonField(required) {
  return {
    name: 'reason',
    label: 'Why',
    hint: required ? 'Goes on record.' : 'Goes on record; may be left out.',
    control: h('input', { name: 'reason', required, maxlength: 4000, autocomplete: 'off' }),
  };
}
