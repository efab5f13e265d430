// Reads a person: their name, trust and addresses, how they are reached, and when they want quiet.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {type Address, addressParts, channelOf} from '../../../shared/records/address.ts';
import {CHANNELS} from '../../../shared/records/channels.ts';
import {REACH_KINDS, type ReachKind} from '../../../shared/records/delivery/escalation.ts';
import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import type {QuietConfig, QuietDay, ReachConfig, UserConfig} from '../config-schema.ts';
import {LOCALE, oneOf, personAddress, text, timeOfDay, zone} from '../config-values.ts';
import {type ConfigField, leaf, maybe, optional, orElse, shown} from './field.ts';
import {list, record} from './field-group.ts';

type Knowledge = {
  readonly zones: {readonly isZone: (text: string) => boolean};
  readonly channels?: readonly string[];
};

export const user = ({zones, channels = CHANNELS}: Knowledge): ConfigField<UserConfig> =>
  record<UserConfig>('A person.', () => ({
    name: text('Their name.', 'a name of up to 64 letters', PERSON_NAME),
    trust: oneOf('What they may ask the agent to do.', TRUST_LEVELS),
    timezone: maybe(zone('Their time zone.', zones.isZone), 'the time zone of everybody else'),
    locale: maybe(
      text('Their language and country, for answers.', 'a locale such as "de-DE"', LOCALE),
      'that of their terminal, or time.locale',
    ),
    match: orElse(
      list('Their addresses, exactly as written.', personAddress('An address.', channels), {
        left: name => `${name} is not matched`,
      }),
      [],
    ),
    conversation: maybe(
      oneOf('Whether all their addresses share one conversation, or each has its own.', ['one', 'each']),
      '"one"',
    ),
    reach: maybe(reach(channels), 'all addresses that ring, at once'),
    quiet: maybe(quiet(zones.isZone), 'nothing waits'),
    digest: maybe(timeOfDay('The time of day at which held-back messages are sent.'), 'the end of the quiet hours'),
    reachAfter: maybe(reachAfter(), '3 minutes for reminders, 15 minutes for announcements'),
  }));

const reach = (channels: readonly string[]): ConfigField<ReachConfig> => {
  const ways = waysOf(channels);
  const byKind = record<Partial<Record<ReachKind, readonly string[]>>>(SENTENCE, () => ({
    reminder: optionalList(ways),
    announce: optionalList(ways),
  }));
  return {
    ...ways,
    help: key => [
      {key, sentence: SENTENCE, writes: WRITES},
      {key: `${key}.reminder`, sentence: 'The order for reminders.', writes: 'a list of channels'},
      {key: `${key}.announce`, sentence: 'The order for results, reports and notes.', writes: 'a list of channels'},
    ],
    writes: WRITES,
    read: (raw, place) =>
      isRecord(raw) ? byKind.read(raw, {...place, before: undefined}) : ways.read(raw, {...place, before: undefined}),
  };
};

const reachAfter = (): ConfigField<string | number> =>
  leaf<string | number>('How long to wait for a confirmation before the next channel.', SPAN, raw => {
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
    reach: Object.fromEntries(
      lists.flatMap(([kind, ways]) => (ways === undefined ? [] : [[kind, ways.filter(isOwn)]])),
    ),
    strangers: [...new Set(lists.flatMap(([, ways = []]) => ways.filter(way => !isOwn(way))))],
  };
};

const waysOf = (channels: readonly string[]): ConfigField<readonly string[]> =>
  list<string>(
    SENTENCE,
    leaf<string>('A channel or an address.', WAY, raw => {
      if (typeof raw !== 'string') return undefined;
      const known = channels.includes(raw) || channels.includes(addressParts(raw)?.channel ?? '');
      return known ? {value: raw} : {why: `${shown(raw)} isn't a channel; there are ${channels.join(', ')}.`};
    }),
    {left: name => `${name} is left out`},
  );

const optionalList = (ways: ConfigField<readonly string[]>): ConfigField<readonly string[] | undefined> => ({
  ...ways,
  read: (raw, place) =>
    raw === undefined ? {kind: 'read', value: undefined} : ways.read(raw, {...place, before: undefined}),
});

const isList = (wanted: ReachConfig): wanted is readonly string[] => Array.isArray(wanted);

const SENTENCE = 'The channels or addresses to try, in order. The next one is used if one does not confirm.';
const WAY = 'a channel such as "terminal", or one of their addresses';
const WRITES = 'a list of channels such as ["terminal", "signal"], or an object with "reminder" and "announce"';
const SPAN = 'seconds up to a day, or a duration such as "90s" or "5m"';
const MOST_SECONDS = 86_400;

const quiet = (isZone: (text: string) => boolean): ConfigField<QuietConfig> => {
  const inParts = record<Exclude<QuietConfig, string>>(QUIET_SENTENCE, () => ({
    hours: optional(hours),
    days: optional(list('The days on which the quiet hours begin.', day, {left: name => `${name} is left out`})),
    zone: optional(zone('The time zone of the quiet hours.', isZone)),
    until: optional(
      leaf('Quiet until this instant.', 'an instant such as "2026-12-01T08:00:00Z"', raw =>
        typeof raw === 'string' && instantOfIso(raw) !== undefined ? {value: raw} : undefined,
      ),
    ),
  }));
  return {
    ...inParts,
    writes: QUIET_WRITES,
    help: key => [{key, sentence: QUIET_SENTENCE, writes: QUIET_WRITES}, ...inParts.help(key).slice(1)],
    read: (raw, place) =>
      isRecord(raw) ? inParts.read(raw, {...place, before: undefined}) : hours.read(raw, {...place, before: undefined}),
  };
};

const QUIET_SENTENCE = 'Quiet hours: non-urgent messages are held back.';
const QUIET_WRITES = '"22:00-07:00", or an object with hours, days, zone, until';
const HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/u;
const hours = leaf<string>('The quiet hours of each day.', '"22:00-07:00"', raw => {
  if (typeof raw !== 'string' || !HOURS.test(raw)) return undefined;
  const [from, to] = raw.split('-');
  return from === to ? {why: 'It begins and ends at the same time.'} : {value: raw};
});
const DAYS: readonly QuietDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const day = leaf<QuietDay>('A day.', `one of ${DAYS.join(', ')}`, raw => {
  const value = DAYS.find(known => known === raw);
  return value === undefined ? undefined : {value};
});
/** Starts with a letter or digit of any script. No other ASCII character may be first. */
const PERSON_NAME = /^[^\s!-/:-@[-`{-~][^\n\r\t"/:<>\\{}]{0,63}$/u;
