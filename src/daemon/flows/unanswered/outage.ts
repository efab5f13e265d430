// An outage: people on channels get no answers. It starts with the first one. It ends when the model has answered and
// no message is waiting for its repetition. Stored as one value, so that start and end are reported once, even across
// restarts.
import {channelFacts} from '../../../shared/records/channels.ts';
import {type EpochMs, HOUR} from '../../../shared/time/time.ts';
import type {CursorStore} from '../../ports/store.ts';

type WaitingPerson = {readonly user: string; readonly session: string; readonly answered?: true};

type Outage = {
  readonly since: EpochMs;
  readonly reason: string;
  /** The channel's name. Absent where the turn has no address to answer. */
  readonly channel?: string;
  readonly people: readonly WaitingPerson[];
  /** The key of the note about it. */
  readonly note: string;
  /** The owner knows about these people from a recent outage, so no new note is needed. */
  readonly quiet?: true;
  readonly endedAt?: EpochMs;
};

export const readOutage = (cursors: CursorStore): Outage | undefined => {
  const kept = cursors.get(MARK);
  return kept ? (JSON.parse(kept) as Outage) : undefined;
};

export const openOutage = (cursors: CursorStore): Outage | undefined => {
  const outage = readOutage(cursors);
  return outage?.endedAt === undefined ? outage : undefined;
};

export const writeOutage = (cursors: CursorStore, outage: Outage): void => cursors.set(MARK, JSON.stringify(outage));

/** Adds a person who waits. */
export const joined = (outage: Outage, {user, session}: WaitingPerson): Outage => ({
  ...outage,
  people: [...outage.people.filter(person => person.session !== session || person.user !== user), {user, session}],
});

/** Marks a conversation as answered. */
export const answeredIn = (outage: Outage, session: string): Outage => ({
  ...outage,
  people: outage.people.map(person => (person.session === session ? {...person, answered: true} : person)),
});

/** A conversation that fails on its own would cause a note per message, so once an hour is enough. */
export const isKnown = (last: Outage | undefined, {user, session}: WaitingPerson, now: EpochMs): boolean =>
  last?.endedAt !== undefined &&
  now - last.endedAt < HOUR &&
  last.people.some(person => person.user === user && person.session === session && person.answered === undefined);

export const formatOutage = ({people, channel, reason}: Outage): string =>
  `${namesOf(people)} got no answer${placeOf(channel)}: ${reason} Another note follows when answers work again.`;

const placeOf = (channel: string | undefined): string =>
  // An outage stored by an earlier version has the channel's label.
  channel === undefined ? '' : ` ${channelFacts(channel)?.place ?? `on ${channel}`}`;

export const formatOver = ({people}: Outage): string => {
  const answered = people.filter(person => person.answered === true);
  const left = people.filter(person => person.answered === undefined);
  return [
    'Answers work again.',
    answered.length === 0 ? '' : `Answered: ${namesOf(answered)}.`,
    left.length === 0 ? '' : `Still without an answer: ${namesOf(left)}.`,
  ]
    .filter(part => part !== '')
    .join(' ');
};

const namesOf = (people: readonly WaitingPerson[]): string => [...new Set(people.map(({user}) => user))].join(', ');

const MARK = 'unanswered.outage';
