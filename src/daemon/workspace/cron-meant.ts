// Suggestions in sentences about a cron file: what the author probably meant.
import {TERMINAL} from '../../shared/records/address.ts';
import {nearestWord} from '../../shared/text/nearest-word.ts';
import {zoneOfPlace} from '../../shared/time/place-zones.ts';

/** The keys of a cron file's front matter. */
export const CRON_KEYS: readonly string[] = [
  'name',
  'schedule',
  'start',
  'at',
  'after',
  'timezone',
  'gate',
  'run',
  'sandbox',
  'retry',
  'limits',
  'user',
  'deliver',
  'announce',
  'missed',
  'overlap',
  'model',
  'timeout',
  'urgent',
  'enabled',
  'pre_tools',
  'carry_last_output',
  'allow',
];

export const meantKey = (key: string): string => {
  if (CALLED_PROMPT.has(key.toLowerCase())) return '; the prompt goes below the front matter.';
  const near = ALSO_CALLED.get(key.toLowerCase()) ?? nearestWord(key, CRON_KEYS);
  return near === undefined ? `; there are ${CRON_KEYS.join(', ')}.` : `; did you mean "${near}"?`;
};

export const meantUser = (name: string, people: readonly string[] = []): string => {
  const near = nearestWord(name, people);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return people.length === 0 ? '.' : `; there ${people.length === 1 ? 'is' : 'are'} ${people.join(', ')}.`;
};

export const meantZone = (text: string): string => {
  const zone = zoneOfPlace(text);
  return zone === undefined ? '; say Europe/Berlin, or UTC.' : `; did you mean "${zone}"?`;
};

export const meantAddress = (text: string): string =>
  text === 'terminal'
    ? `; did you mean "${TERMINAL}"?`
    : '; write channel:target, such as signal:group:…, or name a person with user.';

export const meantArgument = (
  key: string,
  {must, may}: {readonly must: readonly string[]; readonly may: readonly string[]},
): string => {
  const near = nearestWord(key, [...must, ...may]);
  return near === undefined ? `; there are ${[...must, ...may].join(', ')}.` : `; did you mean "${near}"?`;
};

const CALLED_PROMPT: ReadonlySet<string> = new Set(['prompt', 'message', 'body', 'text', 'task']);

/** Names of these keys in the configuration and in other schedulers. */
const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ['cron', 'schedule'],
  ['expression', 'schedule'],
  ['when', 'schedule'],
  ['command', 'run'],
  ['if', 'gate'],
  ['limit', 'limits'],
  ['tz', 'timezone'],
  ['zone', 'timezone'],
  ['to', 'deliver'],
  ['target', 'deliver'],
]);
