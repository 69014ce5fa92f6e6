/**
 * Builds elements. All content goes through text nodes, never through a parser, so that the content of a message
 * stays text.
 */

/**
 * Characters of a message that would hide, reorder or break the text around them: control and direction characters, and invisible
 * spaces. They are shown by their code. Joiners stay, because emojis and some scripts need them.
 */
const DECEPTIVE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/**
 * @param {string} tag
 * @param {Record<string, unknown> | null} [attributes] functions are listeners (`onclick`), true is an empty attribute,
 *     null, undefined and false are none
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  // A text area keeps its text unchanged, because the user edits and sends it.
  return build(document.createElement(tag), attributes, children, tag === 'textarea');
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

function build(element, attributes, children, exact = false) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...nodes(children, exact));
  return element;
}

/** A text with deceptive characters made visible. */
function visible(text) {
  return text.replace(DECEPTIVE, (character) => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

function nodes(children, exact = false) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : exact ? String(child) : visible(String(child))));
}

/** Shows these children and no others. */
export function show(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}
