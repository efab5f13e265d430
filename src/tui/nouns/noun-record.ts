// NounRecord: how the command lists records of a kind and shows one. Its facts are those of the reader and the pager,
// too. Every text of the command is safe for a terminal.

import type {Wire} from '../../shared/fields/wire.ts';
import {addressName, conversationName, type Names} from '../../shared/record-text/names.ts';
import {type Address, TERMINAL} from '../../shared/records/address.ts';
import {isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {formatDistance, formatDuration, momentAndDistance, zonedSentence} from '../../shared/time/format-time.ts';
import {type EpochMs, isoOf, SECOND} from '../../shared/time/time.ts';
import {isZone} from '../../shared/time/zone.ts';
import {formatTook} from '../format/how-long.ts';
import type {Tone} from '../format/tone.ts';
import {type Document, dateTime, dateTimeIn, facts} from './format/document.ts';
import type {State} from './noun-view.ts';

/** Columns read the record as it came from the daemon, facts with instants as numbers. */
export type NounRecord<T, W = Wire<T>> = {
  readonly columns: (by: RecordContext) => readonly Column<W>[];
  readonly facts: FactsOf<T>;
  /** The text of an empty list, with how to add an entry. */
  readonly none: string;
};

export type RecordContext = {
  readonly now: EpochMs;
  readonly names: Names;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone: string | undefined;
};

/** A fact about a record, by name; one without a value is left out. */
export type Fact = readonly [name: string, value: string | State | undefined];

/** All facts about a record but its text, in one order for every place that shows them. */
export type FactsOf<T> = (record: T, forms: FactForms) => readonly Fact[];

/** The forms of values: exact in the reader, in words in the command. */
type FactForms = {
  /** An instant, in the zone of the record if that is named, otherwise in the shown one. */
  readonly at: <A extends EpochMs | undefined>(at: A, zone?: string) => string | (A & undefined);
  /** A time to come, in its own zone. */
  readonly due: (at: EpochMs, zone: string) => string;
  /** A time that has passed, after a verb. */
  readonly since: (at: EpochMs) => string;
  readonly took: (ms: number) => string;
  readonly address: (address: Address) => string;
  readonly session: (session: SessionKey) => string;
  /** The name of a job, or the conversation of a heartbeat. */
  readonly job: (name: string) => string;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone?: string;
};

/** For the reader: exact, because details are compared with other sources. */
const EXACTLY: FactForms = {
  at: (at, zone) => (zone === undefined ? dateTime(at) : dateTimeIn(at, zone)) as never,
  due: (at, zone) => dateTimeIn(at, zone) ?? '',
  since: at => dateTime(at) ?? '',
  took: formatTook,
  address: address => address,
  session: session => session,
  job: name => name,
};

export const readerFacts = <T>(factsOf: FactsOf<T>, record: T): Document['facts'] =>
  facts(factsOf(record, EXACTLY).map(([name, value]) => [name, typeof value === 'object' ? value.text : value]));

export const tookInWords = (ms: number): string => (ms < SECOND ? '<1s' : formatDuration(ms));

/** For the command: in words, with the distance from now. */
export const inWords = ({now, names, zone}: RecordContext): FactForms => ({
  at: (at, own) =>
    (at === undefined ? undefined : momentAndDistance(at, now, isZone(own ?? '') ? own : undefined)) as never,
  due: (at, own) => zonedSentence(isoOf(at), own, now),
  since: at => formatDistance(at, now),
  took: tookInWords,
  address: address => wholePlace(address, names),
  // The name followed by the session key, which commands accept.
  session: session => `${conversationName(session, names)} (${session})`,
  job: name => (isSessionKey(name) ? conversationName(name, names) : name),
  zone,
});

export type Column<Row> = {
  readonly title: string;
  /** One line of printable text. */
  readonly text: (row: Row) => string;
  /** A shorter form for a table that is too wide. */
  readonly short?: (row: Row) => string;
  /** May be cut so that the row fits. */
  readonly gives?: true;
  /** Left out where no row has anything in it. */
  readonly ifAny?: true;
  /** An id, shown in its short form, which verbs accept. */
  readonly isId?: true;
  readonly tone?: (row: Row) => Tone | undefined;
};

/** The title of a time column, with the zone. */
export const timesTitle = ({zone}: Pick<RecordContext, 'zone'>, title: string): string =>
  zone === undefined ? title : `${title} (${zone})`;

/** The name of an address, for rows and sentences. */
export const placed = (address: Address, names: Names): string => printableLine(addressName(address, names));

export const places = (addresses: readonly Address[], names: Names): string =>
  addresses.map(address => placed(address, names)).join(', ');

/** The name followed by the address, for copying. */
export const wholePlace = (address: Address, names: Names): string => {
  const [name, whole] = [placed(address, names), printableLine(address)];
  return name === whole || address === TERMINAL ? name : `${name} (${whole})`;
};
