/** Line ends of a text that a person edits: a browser's text field knows only LF. Pure functions. */

const ANY_END = /\r\n|\r|\n/;
const NAMES = new Map([
  ['\n', 'LF'],
  ['\r\n', 'CRLF'],
  ['\r', 'CR'],
]);

/** A text as a field gives it back. */
export function inField(text) {
  return lines(text).join('\n');
}

/**
 * A text from a field with the line ends that it had before. Those before the first line that was changed, and from the last
 * on, are told apart; between the two, lines can't be, and get the end of the text's first line.
 */
export function withEndsOf(before, edited) {
  const lineEnds = ends(before);
  const old = lines(before);
  const now = lines(edited);
  const most = Math.min(old.length, now.length) - 1;
  let same = 0;
  while (same < most && old[same] === now[same]) {
    same += 1;
  }
  let sameAtEnd = 0;
  while (sameAtEnd < most - same && old.at(-1 - sameAtEnd) === now.at(-1 - sameAtEnd)) {
    sameAtEnd += 1;
  }
  const longer = now.length - old.length;
  const endAfter = (line) => {
    if (line < same) {
      return lineEnds[line];
    }
    return line >= now.length - 1 - sameAtEnd ? lineEnds[line - longer] : (lineEnds[0] ?? '\n');
  };
  return now.map((line, i) => (i < now.length - 1 ? line + endAfter(i) : line)).join('');
}

/** What a person should know of them, if anything. */
export function aboutEnds(text) {
  const [first, ...others] = new Set(ends(text));
  if (others.length > 0) {
    return `Its line ends are mixed: between the first line that you change and the last they become ${NAMES.get(first)}, the others stay.`;
  }
  return first !== undefined && first !== '\n' ? `Its lines end with ${NAMES.get(first)}, and will again.` : null;
}

function lines(text) {
  return text.split(ANY_END);
}

function ends(text) {
  return text.match(new RegExp(ANY_END, 'g')) ?? [];
}
