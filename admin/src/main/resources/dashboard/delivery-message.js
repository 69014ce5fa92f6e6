/** The content of a delivery: a mail, its HTML in a frame without scripts and network, or an HTTP request. */

import { h } from './dom.js';
import { bytes, count, plural } from './format.js';
import { framed } from './mail-html.js';
import { code, empty, facts, list, notice, table } from './parts.js';

const LONGEST_SUBJECT = 500;
const LONGEST_TEXT = 256 * 1024;
const LONGEST_VALUE = 2000;
const MOST_HEADERS = 200;

/**
 * @param {object} message as in `/api/deliveries/{id}/message`
 * @param {{target: string}} delivery
 */
export function messageView(message, delivery) {
  return [
    message.truncated &&
      notice('warn', 'Truncated: the content is too long for this page. Use the command line to see all of it.'),
    message.kind === 'mail' ? mail(message, delivery) : request(message, delivery),
  ];
}

/** The beginning of a text, with its length if that is not all. */
export function beginning(text, longest) {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${count(text.length)} characters)`;
}

function mail(message, { target }) {
  const other = isForAnother(message.to, target);
  return [
    facts([
      ['From', text(message.from)],
      ['To', text(message.to)],
      ['Subject', text(message.subject, LONGEST_SUBJECT)],
      ['Date', text(message.date)],
    ]),
    other &&
      notice(
        'warn',
        'It is sent to ',
        code(beginning(target, LONGEST_VALUE)),
        ', an address that its header To does not contain.',
      ),
    message.html ? html(message) : plain(message.text),
    message.html && message.text && folded('Text part', plain(message.text)),
    attachments(message.attachments),
    headers(message.headers),
    message.raw && folded('Source', pre(message.raw, 'Source')),
  ];
}

function isForAnother(to, target) {
  return Boolean(to && target) && !to.toLowerCase().includes(target.toLowerCase());
}

function html(message) {
  const shown = framed(message.html);
  if (shown === null) {
    return [
      notice('warn', 'The HTML of this mail is malformed in a way that may deceive, so it is shown as text.'),
      pre(message.html, 'HTML'),
    ];
  }
  return [
    h('iframe', {
      class: 'mail',
      sandbox: '',
      referrerpolicy: 'no-referrer',
      title: 'The mail as HTML, without scripts and remote content',
      srcdoc: shown.source,
    }),
    empty(
      'Scripts, forms and links do not work here. ',
      shown.images > 0 && `${plural(shown.images, 'image is', 'images are')} not loaded.`,
    ),
    shown.removed.length > 0 &&
      notice(
        'warn',
        `Not shown, although the recipient may see it: ${shown.removed.join(', ')}. Look at the HTML source.`,
      ),
    shown.links.length > 0 &&
      folded(
        `Links (${count(shown.links.length)})`,
        list(
          table(
            {
              title: 'Links',
              columns: [
                { name: 'Text', wide: true, of: (link) => text(link.text || '(none)', LONGEST_SUBJECT) },
                { name: 'Address', wide: true, of: (link) => code(beginning(link.address, LONGEST_VALUE)) },
              ],
            },
            shown.links,
          ),
        ),
      ),
    folded('HTML source', pre(message.html, 'HTML source')),
  ];
}

function plain(words) {
  return words ? pre(words, 'Text') : empty('The mail has no text.');
}

function request(message, { target }) {
  return [
    facts([
      ['Method', message.method],
      ['URL', message.url && code(beginning(message.url, LONGEST_VALUE))],
    ]),
    message.url !== target &&
      notice('warn', 'It is sent to ', code(beginning(target ?? '', LONGEST_VALUE)), ', another address than its own.'),
    message.body ? pre(pretty(message.body), 'Body') : empty('The request has no body.'),
    headers(message.headers),
  ];
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function attachments(all) {
  return (
    all?.length > 0 &&
    h(
      'details',
      { open: true },
      h('summary', null, `Attachments (${count(all.length)})`),
      list(
        table(
          {
            title: 'Attachments',
            columns: [
              { name: 'Name', wide: true, of: ({ name }) => text(name || '(none)', LONGEST_SUBJECT) },
              { name: 'Type', wide: true, of: ({ type }) => text(type, LONGEST_SUBJECT) },
              { name: 'Size', numeric: true, of: ({ size }) => bytes(size) },
            ],
          },
          all.slice(0, MOST_HEADERS),
        ),
      ),
    )
  );
}

/** As a list of names and values, or as an object. */
function headers(given) {
  const all = Array.isArray(given) ? given : Object.entries(given ?? {}).map(([name, value]) => ({ name, value }));
  return (
    all.length > 0 &&
    folded(
      `Headers (${count(all.length)})`,
      all.length > MOST_HEADERS && empty(`Showing the first ${MOST_HEADERS} of ${count(all.length)} headers.`),
      list(
        table(
          {
            title: 'Headers',
            columns: [
              { name: 'Name', of: ({ name }) => code(beginning(name, LONGEST_SUBJECT)) },
              { name: 'Value', wide: true, of: ({ value }) => code(beginning(String(value ?? ''), LONGEST_VALUE)) },
            ],
          },
          all.slice(0, MOST_HEADERS),
        ),
      ),
    )
  );
}

/** Text in its own direction, so that it does not reorder what stands beside it. */
function text(words, longest = LONGEST_VALUE) {
  return words ? h('bdi', null, beginning(words, longest)) : null;
}

function pre(words, name) {
  return h(
    'pre',
    { class: 'payload', tabindex: '0', role: 'group', 'aria-label': name },
    beginning(words, LONGEST_TEXT),
  );
}

function folded(title, ...content) {
  return h('details', null, h('summary', null, title), ...content);
}
