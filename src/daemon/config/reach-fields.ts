// Reads how a person is reached: the order of their ways, for everything or by kind, and how long each has to confirm.
import {isRecord} from '../../shared/fields/is-record.ts';
import {present} from '../../shared/fields/present.ts';
import {type Address, addressParts, channelOf} from '../../shared/records/address.ts';
import {REACH_KINDS, type ReachKind} from '../../shared/records/escalation.ts';
import {readTimeout} from '../../shared/time/job-timeout.ts';
import type {ReachConfig} from './config-schema.ts';
import {type Field, leaf, shown} from './field.ts';
import {list, record} from './field-group.ts';

export const reach = (channels: readonly string[]): Field<ReachConfig> => {
  const ways = waysOf(channels);
  const byKind = record<Partial<Record<ReachKind, readonly string[]>>>(SENTENCE, () => ({
    reminder: optionalList(ways),
    announce: optionalList(ways),
  }));
  return {
    ...ways,
    help: key => [
      {key, sentence: SENTENCE, writes: WRITES},
      {key: `${key}.reminder`, sentence: 'The ways of reminders.', writes: 'a list of ways'},
      {key: `${key}.announce`, sentence: 'The ways of results, reports and notes.', writes: 'a list of ways'},
    ],
    writes: WRITES,
    read: (raw, place) =>
      isRecord(raw) ? byKind.read(raw, {...place, before: undefined}) : ways.read(raw, {...place, before: undefined}),
  };
};

export const reachAfter = (): Field<string | number> =>
  leaf<string | number>('How long a way has to confirm before the next one is tried.', SPAN, raw => {
    if (typeof raw === 'number') return raw > 0 && raw <= MOST_SECONDS ? {value: raw} : undefined;
    return typeof raw === 'string' && readTimeout(raw) !== undefined ? {value: raw} : undefined;
  });

/** The ways on which the person has an address, and the others. */
export const ownReach = (
  wanted: ReachConfig,
  match: readonly Address[],
): {readonly reach: ReachConfig; readonly strangers: readonly string[]} => {
  const isOwn = (way: string): boolean => match.some(address => address === way || channelOf(address) === way);
  if (isList(wanted)) return {reach: wanted.filter(isOwn), strangers: wanted.filter(way => !isOwn(way))};
  const lists = REACH_KINDS.map(kind => [kind, wanted[kind]] as const);
  return {
    reach: present(Object.fromEntries(lists.map(([kind, ways]) => [kind, ways?.filter(isOwn)]))),
    strangers: [...new Set(lists.flatMap(([, ways = []]) => ways.filter(way => !isOwn(way))))],
  };
};

const waysOf = (channels: readonly string[]): Field<readonly string[]> =>
  list<string>(
    SENTENCE,
    leaf('A way.', WAY, raw => {
      if (typeof raw !== 'string') return undefined;
      const known = channels.includes(raw) || channels.includes(addressParts(raw)?.channel ?? '');
      return known ? {value: raw} : {why: `${shown(raw)} isn't a channel; there are ${channels.join(', ')}.`};
    }),
    {left: name => `${name} is left out`},
  );

const optionalList = (ways: Field<readonly string[]>): Field<readonly string[] | undefined> => ({
  ...ways,
  read: (raw, place) =>
    raw === undefined ? {kind: 'read', value: undefined} : ways.read(raw, {...place, before: undefined}),
});

const isList = (wanted: ReachConfig): wanted is readonly string[] => Array.isArray(wanted);

const SENTENCE = 'The ways to this person in order. Only the next one is tried when a way does not confirm.';
const WAY = 'a channel such as "terminal", or one of their addresses';
const WRITES = 'a list of ways such as ["terminal", "signal"], or an object with "reminder" and "announce"';
const SPAN = 'seconds up to a day, or a stretch of time such as "90s" or "5m"';
const MOST_SECONDS = 86_400;
