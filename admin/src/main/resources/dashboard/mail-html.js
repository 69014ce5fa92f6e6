/**
 * HTML of a mail, for a frame without scripts and without network. The frame's sandbox and its content policy are what
 * protects. The cleaning keeps browsers from opening connections in advance, which no policy covers, and shows where
 * links lead.
 */

/** The policy of the frame, besides that of the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const SILENT = ['script', 'template', 'link', 'meta', 'base', 'title', 'source', 'track'];
/** A recipient may see these, or what they contain. */
const VISIBLE = 'iframe frame frameset object embed applet portal svg math audio video dialog'.split(' ');
const KEPT_ON_ROOT = ['lang', 'dir', 'style', 'class', 'bgcolor', 'text'];
/** Attributes that load, submit or navigate. `src` and `background` stay if they contain their data. */
const LOADING = new Set(
  (
    'src srcset imagesrcset background poster href xlink:href ping action formaction target formtarget data code ' +
    'codebase archive classid manifest profile longdesc cite usemap lowsrc dynsrc autofocus http-equiv is nonce ' +
    'popovertarget commandfor'
  ).split(' '),
);
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp|bmp|avif)[;,]/i;
/** Below the mail's own styles, which can override it. */
const STYLE =
  'body{margin:12px;font:14px/1.5 sans-serif;overflow-wrap:anywhere}img{max-width:100%}' +
  'a[title]{color:#0b57d0;text-decoration:underline;cursor:help}';
const MOST_PASSES = 4;
const MOST_LINKS = 100;
const LONGEST_ADDRESS = 2000;

/**
 * @param {string} html of the mail
 * @returns {{source: string, links: {text: string, address: string}[], images: number, removed: string[]} | null} null if
 *     a parser does not read it the same way twice, as markup that is made to deceive
 */
export function framed(html) {
  const links = [];
  const removed = new Set();
  let images = 0;
  let text = html;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const changes = clean(page, links, removed);
    images += changes.images;
    const cleaned = page.documentElement.outerHTML;
    if (pass > 0 && changes.number === 0) {
      return { source: withPolicy(page), links, images, removed: [...removed] };
    }
    text = (page.doctype ? '<!doctype html>' : '') + cleaned;
  }
  return null;
}

function withPolicy(page) {
  const meta = (attributes) => Object.assign(page.createElement('meta'), attributes);
  const style = page.createElement('style');
  style.textContent = STYLE;
  // The policy first: it counts for what follows.
  page.head.prepend(
    meta({ httpEquiv: 'Content-Security-Policy', content: POLICY }),
    meta({ name: 'color-scheme', content: 'light' }),
    style,
  );
  return (page.doctype ? '<!doctype html>' : '') + page.documentElement.outerHTML;
}

function isLoading(name) {
  return name.startsWith('on') || LOADING.has(name);
}

function clean(page, links, removed) {
  let number = 0;
  let images = 0;
  for (const element of page.querySelectorAll([...SILENT, ...VISIBLE].join())) {
    element.remove();
    number += 1;
    if (VISIBLE.includes(element.localName)) {
      removed.add(element.localName);
    }
  }
  // Mail clients run no scripts, so they show it.
  for (const element of page.querySelectorAll('noscript')) {
    element.replaceWith(...element.childNodes);
    number += 1;
  }
  for (const element of page.querySelectorAll('*')) {
    const isRoot = element === page.documentElement || element === page.body;
    for (const { name, value } of [...element.attributes]) {
      if (isRoot ? KEPT_ON_ROOT.includes(name) : !isLoading(name)) {
        continue;
      }
      if ((name === 'src' || name === 'background') && DATA_IMAGE.test(value)) {
        continue;
      }
      element.removeAttribute(name);
      number += 1;
      if (name === 'href' && element.matches('a, area')) {
        const address = value.slice(0, LONGEST_ADDRESS);
        element.setAttribute('title', address);
        if (links.length < MOST_LINKS) {
          links.push({ text: element.textContent.trim(), address });
        }
      } else if (name === 'src' && element.matches('img')) {
        images += 1;
      }
    }
  }
  return { number, images };
}
