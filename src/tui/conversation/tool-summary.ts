// A tool call in a few words, if the daemon's summary is missing: the action, then the most informative arguments.

import {oneLine} from '../../shared/text/one-line.ts';
import {beginningOf} from '../../shared/text/shortened.ts';

export const toolSummary = (input: unknown): string => {
  if (typeof input === 'string') return shortLine(input);
  if (input === null || typeof input !== 'object') return '';
  const fields = Object.entries(input).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const known = MAIN_FIELDS.flatMap(name => fields.filter(([key]) => key === name));
  // A reminder's id isn't useful if there is text.
  const main =
    known.length > 1 ? known.filter(([key, value]) => key !== 'id' || !SET_THING.test(String(value))) : known;
  return (main.length > 0 ? main : fields)
    .slice(0, 3)
    .map(([, value]) => shortLine(String(value)))
    .join(' ');
};

const shortLine = (text: string): string => beginningOf(oneLine(text), LONGEST);

const MAIN_FIELDS = ['action', 'command', 'path', 'url', 'query', 'when', 'in', 'at', 'message', 'text', 'id'];
/** A reminder or an alarm. */
const SET_THING = /^(?:rem|alm)_/u;
const LONGEST = 200;
