/** Formats numbers and times. Pure functions. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const NOTHING = '–';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const known = (number) => typeof number === 'number' && Number.isFinite(number);

export function count(number) {
  return known(number) ? whole.format(number) : NOTHING;
}

/** For axes, where space is limited. */
export function short(number) {
  return known(number) ? compact.format(number) : NOTHING;
}

/** A rate: smaller numbers have more digits. */
export function perSecond(number) {
  if (!known(number)) {
    return NOTHING;
  }
  return (number >= 100 ? whole : number >= 1 ? oneDigit : twoDigits).format(number);
}

export function percent(share) {
  return known(share) ? `${oneDigit.format(share * 100)} %` : NOTHING;
}

export function bytes(number) {
  if (!known(number)) {
    return NOTHING;
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  let value = number;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${oneDigit.format(value)} ${units[unit]}`;
}

/** A number of seconds in its two largest units. */
export function duration(seconds) {
  if (!known(seconds)) {
    return NOTHING;
  }
  const all = Math.max(0, Math.floor(seconds));
  if (all < MINUTE) {
    return `${all} s`;
  }
  if (all < HOUR) {
    return two(Math.floor(all / MINUTE), 'min', all % MINUTE, 's', 10);
  }
  return all < DAY
    ? two(Math.floor(all / HOUR), 'h', Math.floor((all % HOUR) / MINUTE), 'min', 24)
    : two(Math.floor(all / DAY), 'd', Math.floor((all % DAY) / HOUR), 'h', 30);
}

function two(large, largeUnit, small, smallUnit, until) {
  return large >= until || small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Seconds of an ISO-8601 duration such as `PT1H30M` or `P7D`; NaN for anything else. */
export function seconds(text) {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text ?? '');
  if (!parts) {
    return NaN;
  }
  const [days, hours, minutes, rest] = parts.slice(1).map((part) => Number(part ?? 0));
  return days * DAY + hours * HOUR + minutes * MINUTE + rest;
}

export function ago(instant, now) {
  const passed = (now - Date.parse(instant)) / 1000;
  if (!known(passed)) {
    return NOTHING;
  }
  if (passed < -5) {
    return `in ${duration(-passed)}`;
  }
  return passed < 5 ? 'just now' : `${largest(passed)} ago`;
}

function largest(passed) {
  if (passed < MINUTE) {
    return `${Math.floor(passed)} s`;
  }
  if (passed < HOUR) {
    return `${Math.floor(passed / MINUTE)} min`;
  }
  return passed < 2 * DAY ? `${Math.floor(passed / HOUR)} h` : `${Math.floor(passed / DAY)} d`;
}

/** Date and time in the time zone of the user, to the second, sortable. */
export function absolute(instant) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return NOTHING;
  }
  const pad = (number) => String(number).padStart(2, '0');
  return (
    `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ` +
    `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
  );
}

export function clock(instant) {
  return absolute(instant).slice(11);
}

export function plural(number, one, many) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** One word for a shell, quoted if necessary. */
export function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `topic-partition@offset`, from coordinates as an object or as text. */
export function coordinates(at) {
  return at && typeof at === 'object' ? `${at.topic}-${at.partition}@${at.offset}` : (at ?? NOTHING);
}
