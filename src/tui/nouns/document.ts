// Document: everything that is known of one thing, for reading: its facts by name, then its text, whole. Recorded facts only.
import type {EpochMs} from '../../shared/time/time.ts';
import {isZone, type WallTime, wallTimeAt, zoneName} from '../../shared/time/zone.ts';
import type {ItemRef} from './item-ref.ts';

export type Fact = readonly [name: string, words: string];

export type Document = {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** As it was written: what is copied, searched and paged. */
  readonly text: string;
  /** How the text is drawn. */
  readonly form: 'markdown' | 'plain' | 'code';
};

/** What is known of something for which there is nothing but its id. */
export const unknownDocument = (ref: ItemRef): Document => ({
  title: `${ref.kind} ${ref.id}`,
  facts: [],
  text: 'No more details here. Press w to see what led to it.',
  form: 'plain',
});

/** Everything in one text: for the clipboard, a pager, a file. */
export const plainDocument = ({title, facts, text}: Document): string =>
  [title, ...facts.map(([name, words]) => `${name}: ${words}`), '', text].join('\n');

/** Without those of which nothing is known. */
export const facts = (all: readonly (readonly [string, string | undefined])[]): readonly Fact[] =>
  all.flatMap(([name, words]) => (words === undefined || words === '' ? [] : [[name, words] as const]));

export const formatInput = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));

/** What the agent gets with the words, below them. */
export const withData = (text: string, payload: string): string => `${text}\n\nPayload:\n${payload}`;

/** On the clocks that are shown, to the second: what is read closely is looked up elsewhere too. */
export const stamp = (at: EpochMs | undefined): string | undefined => {
  if (at === undefined) return undefined;
  const date = new Date(at);
  return stampOf({
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  });
};

/** On the clocks of a zone, which it names: `2026-11-23 08:00:00 CET`. */
export const stampIn = (at: EpochMs | undefined, zone: string): string | undefined =>
  at === undefined || !isZone(zone) ? stamp(at) : `${stampOf(wallTimeAt(at, zone))} ${zoneName(at, zone)}`;

const stampOf = ({year, month, day, hour, minute, second}: Omit<WallTime, 'millisecond'>): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
};
