/** Line endings of an edited text: the text field of a browser has only LF. Pure functions. */

const ANY_END = /\r\n|\r|\n/;
const NAMES = new Map([
  ['\n', 'LF'],
  ['\r\n', 'CRLF'],
  ['\r', 'CR'],
]);

/** A text as a text field returns it. */
export function inField(text) {
  return lines(text).join('\n');
}

/**
 * The text of a field with its original line endings. Lines before the first change and after the last one keep their own. Lines in
 * between get the ending of the first line, because they cannot be matched.
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

/** A hint for the user, if necessary. */
export function aboutEnds(text) {
  const [first, ...others] = new Set(ends(text));
  if (others.length > 0) {
    return `Mixed line endings: from your first change to your last, they become ${NAMES.get(first)}. The others stay.`;
  }
  return first !== undefined && first !== '\n' ? `Line endings stay ${NAMES.get(first)}.` : null;
}

function lines(text) {
  return text.split(ANY_END);
}

function ends(text) {
  return text.match(new RegExp(ANY_END, 'g')) ?? [];
}
