// A tool call in a few words, where the daemon's own are not at hand: what is to be done, then its most telling arguments.

export const toolSummary = (input: unknown): string => {
  if (typeof input === 'string') return oneLine(input);
  if (input === null || typeof input !== 'object') return '';
  const fields = Object.entries(input).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const known = TELLING.flatMap(name => fields.filter(([key]) => key === name));
  // The id of a reminder tells nobody anything where there are words.
  const telling =
    known.length > 1 ? known.filter(([key, value]) => key !== 'id' || !SET_THING.test(String(value))) : known;
  return (telling.length > 0 ? telling : fields)
    .slice(0, 3)
    .map(([, value]) => oneLine(String(value)))
    .join(' ');
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST);

const TELLING = ['action', 'command', 'path', 'url', 'query', 'when', 'in', 'at', 'message', 'text', 'id'];
/** A reminder or an alarm. */
const SET_THING = /^(?:rem|alm)_/u;
const LONGEST = 200;
