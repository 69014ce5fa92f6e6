/** Whether changes are allowed, and in whose name. */

import { h } from './dom.js';
import { shellWord } from './format.js';
import { session } from './session.js';

/** @returns {string | null} why not */
export function writesOff(status) {
  return status?.writes === false
    ? 'Changes are disabled, because this instance has no admin.token. Use the command line instead.'
    : null;
}

const ARTICLES = { approver: 'an approver', operator: 'an operator' };

/** @returns {string | null} why the user does not have a role; null without sign-in, which the change asks for */
export function roleMissing(role) {
  const { token, actor, roles } = session;
  if (!token || roles === null || roles.includes(role)) {
    return null;
  }
  const who = actor ? `as ${actor}, ` : '';
  return `Only ${ARTICLES[role]} can do this. You are signed in ${who}with ${roles.length > 0 ? `the role ${roles.join(', ')}` : 'no role'}.`;
}

/** The option for the name given at sign-in; without it, the command line uses the name of the OS user. */
export function asActor() {
  return session.actor ? ` --as ${shellWord(session.actor)}` : '';
}

/** The reason of a change. */
export function reasonField(required) {
  return {
    name: 'reason',
    label: 'Reason',
    hint: required ? 'Recorded in the history.' : 'Optional. Recorded in the history.',
    control: h('input', { name: 'reason', required, maxlength: 4000, autocomplete: 'off' }),
  };
}
