/** Dialogs: signing in, and every change. */

import { checkToken } from './api.js';
import { h, show } from './dom.js';
import { commandLine, failure, field, notice } from './parts.js';
import { session } from './session.js';

/** @returns {Promise<boolean>} whether there is a token now */
export function askForToken(why) {
  const token = h('input', {
    type: 'password',
    name: 'token',
    required: true,
    autocomplete: 'off',
    value: session.token,
  });
  const actor = h('input', {
    name: 'actor',
    autocomplete: 'username',
    maxlength: 100,
    pattern: '[ -~]*',
    title: 'ASCII characters only, because the name is sent as a header',
    value: session.actor,
  });
  const outcome = h('div');
  const use = h('button', { type: 'submit', class: 'primary' }, 'Sign in');
  return new Promise((resolve) => {
    const dialog = open(
      'Sign in',
      'signing-in',
      (close) => [
        h(
          'p',
          null,
          why ?? 'Changes require the token of this instance. This tab keeps it until you close the tab or sign out.',
        ),
        field('Token', token),
        field('Your name', actor, 'Recorded with every change you make.'),
        outcome,
        buttons(
          use,
          session.token && h('button', { type: 'button', onclick: () => close(session.signOut()) }, 'Sign out'),
          h('button', { type: 'button', onclick: () => close() }, 'Cancel'),
        ),
      ],
      async (close) => {
        use.disabled = true;
        try {
          const user = await checkToken(token.value.trim(), actor.value.trim());
          session.signIn(token.value.trim(), user?.actor ?? actor.value.trim(), user?.roles ?? null);
          close();
        } catch (problem) {
          show(outcome, failure(problem.status === 401 ? notAccepted() : problem));
          token.focus();
        } finally {
          use.disabled = false;
        }
      },
    );
    dialog.addEventListener('close', () => resolve(session.token !== ''));
  });
}

/**
 * Collects the arguments of an action, shows its command line, runs it and shows the result. With a check, the first press of the
 * button runs the check, and the second press runs the action. A change of the arguments in between requires the check again.
 * `command` and `submit` get the response of the check.
 *
 * @param {{title: string, verb: string, intro: string, danger?: boolean, off?: () => string | null,
 *     fields: {name: string, label: string, hint?: string, control: HTMLElement}[],
 *     command: (values: Record<string, string>, checked?: any) => string,
 *     check?: {verb: string, submit: (values: Record<string, string>) => Promise<any>,
 *         said: (answer: any) => {text: string, nothing: boolean}},
 *     submit: (values: Record<string, string>, checked?: any) => Promise<any>,
 *     done: (answer: any) => any}} action
 */
export async function act(action) {
  if (!session.token && !(await askForToken())) {
    return;
  }
  // The roles are known only after signing in.
  const off = action.off?.() ?? null;
  const outcome = h('div', null, off && notice('warn', off));
  const send = h('button', { type: 'submit' });
  let checked;
  const ready = () => !action.check || checked;
  const leave = h('button', { type: 'button' }, 'Cancel');
  const values = () => Object.fromEntries(action.fields.map(({ name, control }) => [name, control.value]));
  const command = commandLine(() => action.command(values(), checked));
  const setChecked = (answer) => {
    checked = answer;
    send.textContent = ready() ? action.verb : action.check.verb;
    send.className = ready() && action.danger ? 'danger' : 'primary';
    command.say();
  };
  setChecked();
  send.disabled = off !== null;
  const inputs = action.fields.map(({ label, control, hint }) => field(label, control, hint));
  open(
    action.title,
    'action',
    (close) => {
      leave.addEventListener('click', () => close());
      return [
        h('p', null, action.intro),
        inputs,
        outcome,
        h('div', { class: 'equivalent' }, h('h3', null, 'Command line'), command.node),
        buttons(send, leave),
      ];
    },
    async () => {
      send.disabled = true;
      show(outcome, notice('info', 'Waiting for the instance …'));
      try {
        if (!ready()) {
          const answer = await action.check.submit(values());
          const { text, nothing } = action.check.said(answer);
          show(outcome, notice(nothing ? 'warn' : 'info', text));
          setChecked(nothing ? undefined : answer);
          send.disabled = false;
          return;
        }
        show(outcome, notice('good', action.done(await action.submit(values(), checked))));
        action.fields.forEach(({ control }) => (control.disabled = true));
        send.hidden = true;
        leave.textContent = 'Close';
        leave.focus();
      } catch (problem) {
        send.disabled = false;
        show(outcome, failure(problem), problem.status === 401 && otherToken());
      }
    },
  ).addEventListener('input', () => {
    if (checked && !send.hidden) {
      setChecked();
      show(outcome);
    }
    command.say();
  });
}

/** Shows something that needs no answer but closing. */
export function inform(title, ...content) {
  open(
    title,
    'information',
    (close) => [
      ...content,
      buttons(h('button', { type: 'button', class: 'primary', onclick: () => close() }, 'Close')),
    ],
    (close) => close(),
  );
}

function notAccepted() {
  return { title: 'The token was rejected.', message: 'Use the value of admin.token of this instance.' };
}

function otherToken() {
  return h(
    'button',
    { type: 'button', onclick: () => askForToken('The token was rejected.') },
    'Use another token',
  );
}

function buttons(...content) {
  return h('div', { class: 'buttons' }, ...content);
}

/** A modal dialog around a form; removed from the document when it is closed. */
function open(title, id, fill, onSubmit) {
  const close = () => dialog.close();
  const submit = (event) => {
    event.preventDefault();
    onSubmit(close);
  };
  const heading = `${id}-title`;
  const dialog = h(
    'dialog',
    { 'aria-labelledby': heading },
    h('form', { method: 'dialog', onsubmit: submit }, h('h2', { id: heading }, title), fill(close)),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    // If the element that opened it was redrawn meanwhile, nothing has the focus.
    if (document.activeElement === document.body) {
      document.querySelector('main h1')?.focus();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
