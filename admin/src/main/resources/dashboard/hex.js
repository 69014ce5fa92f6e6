/** A hex dump: offset, sixteen bytes, and their printable characters. */

const WIDTH = 16;

export function hexView(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const row = [...bytes.subarray(at, at + WIDTH)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(WIDTH * 3 - 1)}  ${text}`);
  }
  return lines.join('\n');
}
