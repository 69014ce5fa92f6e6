/** Single keys for a view. They can be switched off, because speech input may strike them unintended. */

import { inform } from './dialogs.js';
import { h } from './dom.js';

const OFF = 'hapax.shortcuts-off';
const TYPING = 'input, select, textarea, [contenteditable]';

const areOn = () => localStorage.getItem(OFF) === null;

/**
 * `?` shows the keys.
 *
 * @param {{key: string, says: string, does: () => void, once?: boolean}[]} keys once: not repeated while held down
 * @param {AbortSignal} signal
 */
export function shortcuts(keys, signal) {
  const strike = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(TYPING)) {
      return;
    }
    // A dialog has the keyboard for itself.
    if (document.querySelector('dialog[open]')) {
      return;
    }
    if (event.key === '?') {
      event.preventDefault();
      shortcutHelp(keys);
      return;
    }
    const found = areOn() && keys.find(({ key }) => key === event.key);
    if (found && !(found.once && event.repeat)) {
      event.preventDefault();
      found.does();
    }
  };
  document.addEventListener('keydown', strike, { signal });
}

export function shortcutHelp(keys) {
  const on = h('input', { type: 'checkbox', checked: areOn() });
  on.addEventListener('change', () => (on.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'yes')));
  inform(
    'Keyboard',
    h(
      'dl',
      { class: 'facts keys' },
      [...keys, { key: '?', says: 'Show these keys' }].map(({ key, says }) =>
        h('div', null, h('dt', null, h('kbd', null, key)), h('dd', null, says)),
      ),
    ),
    h('label', { class: 'check' }, on, h('span', null, 'Use single keys')),
  );
}
