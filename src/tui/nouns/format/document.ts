// Document: everything known about one item, for reading: named facts, then its full text. Recorded facts only.
import {shortId} from '../../../shared/text/short-id.ts';
import {wallTime} from '../../../shared/time/format-time.ts';
import {type EpochMs, twoDigits} from '../../../shared/time/time.ts';
import {isZone, type WallTime, wallTimeAt, zoneName} from '../../../shared/time/zone.ts';
import type {ItemRef} from '../item-ref.ts';

export type Fact = readonly [name: string, words: string];

export type Document = {
  readonly title: string;
  /** The kind, where the title would be the kind and an id: the text names the item better. */
  readonly kind?: string;
  readonly facts: readonly Fact[];
  /** The original text, for copying, searching and paging. */
  readonly text: string;
  /** Form of the text. */
  readonly form: 'markdown' | 'plain' | 'code';
  /** The text stands before the facts: it is what the person has to read. */
  readonly isTextFirst?: true;
};

/** The document of an item of which only the id is known. */
export const unknownDocument = (ref: ItemRef): Document => ({
  title: `${ref.kind} ${ref.id}`,
  facts: [],
  text: `No more details here. To see what led to it, type /why ${shortId(String(ref.id))}`,
  form: 'plain',
});

/** The whole document as text: for the clipboard, a pager, a file. */
export const plainDocument = ({title, facts, text, isTextFirst}: Document): string => {
  const factLines = facts.map(([name, words]) => `${name}: ${words}`);
  return (isTextFirst === true ? [title, '', text, '', ...factLines] : [title, ...factLines, '', text]).join('\n');
};

/** Leaves out facts without a value. */
export const facts = (all: readonly (readonly [string, string | undefined])[]): readonly Fact[] =>
  all.flatMap(([name, words]) => (words === undefined || words === '' ? [] : [[name, words] as const]));

export const formatInput = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** Appends the data that the agent gets with the text. */
export const withData = (text: string, payload: string): string => `${text}\n\nPayload:\n${payload}`;

/** In the shown zone, to the second, because details are compared with other sources. */
export const dateTime = (at: EpochMs | undefined): string | undefined =>
  at === undefined ? undefined : formatWall(wallTime(at));

/** In a named zone: `2026-11-23 08:00:00 CET`. */
export const dateTimeIn = (at: EpochMs | undefined, zone: string): string | undefined =>
  at === undefined || !isZone(zone) ? dateTime(at) : `${formatWall(wallTimeAt(at, zone))} ${zoneName(at, zone)}`;

const formatWall = ({year, month, day, hour, minute, second}: Omit<WallTime, 'millisecond'>): string => {
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
};
