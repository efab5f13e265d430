// What a key of the configuration may hold, and how it is read leniently: a mistake costs the smallest part that can be
// left out without changing what the rest means, and each is told with what is in force instead. Nothing here throws.
import type {ConfigProblem} from '../../shared/events/gateway-event.ts';

export type Mistake = {readonly key: string; readonly reason: string};

/** Read, or mistaken in a way that whoever holds the value must make good. */
export type Reading<T> =
  | {readonly kind: 'read'; readonly value: T}
  | {readonly kind: 'mistaken'; readonly mistakes: readonly Mistake[]};

/** Where a value stands, what was last in force there, and where problems that cost nothing above it are noted. */
export type Place<T> = {readonly key: string; readonly before: T | undefined; readonly problems: ConfigProblem[]};

/** A line of help: a key, how it is written, what it means. */
export type FieldHelp = {
  readonly key: string;
  readonly sentence: string;
  readonly writes: string;
  readonly otherwise?: string;
};

export type Field<T> = {
  readonly sentence: string;
  /** How its value is written, as it reads after "It must be". */
  readonly writes: string;
  /** What holds without it. */
  readonly otherwise?: string;
  /** Itself and everything below it. */
  help(key: string): readonly FieldHelp[];
  /** An absent value is `undefined`. */
  read(raw: unknown, place: Place<T>): Reading<T>;
};

type Parsed<T> = {readonly value: T} | {readonly why: string};

/** A single value. `parse` is not asked about an absent one: that is a mistake unless the field is wrapped in one that allows it. */
export const leaf = <T>(
  sentence: string,
  writes: string,
  parse: (raw: unknown) => Parsed<T> | undefined,
): Field<T> => ({
  ...lone(sentence, writes),
  read: (raw, {key}) => {
    if (raw === undefined) return mistaken({key, reason: `It is missing; it must be ${writes}.`});
    const parsed = parse(raw) ?? {why: `It must be ${writes}, not ${shown(raw)}.`};
    return 'value' in parsed ? read(parsed.value) : mistaken({key, reason: parsed.why});
  },
});

/** It may be absent; a mistake in it is its holder's. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  read: (raw, place) => (raw === undefined ? read(undefined) : field.read(raw, {...place, before: undefined})),
});

/** Without it, `value`; a mistake in it is its holder's, because the default would mean something else. */
export const presumed = <T>(field: Field<T>, value: T): Field<T> => ({
  ...withOtherwise(field, shown(value)),
  read: (raw, place) => (raw === undefined ? read(value) : field.read(raw, place)),
});

/** Without it, `value`; a mistake in it costs only itself: what was in force before, or `value`. */
export const orElse = <T>(field: Field<T>, value: T, words?: string): Field<T> => ({
  ...withOtherwise(field, words ?? shown(value)),
  read: (raw, place) => {
    if (raw === undefined) return read(value);
    const reading = field.read(raw, place);
    if (reading.kind === 'read') return reading;
    const byDefault = words ?? `${shown(value)}, the default`;
    note(reading.mistakes, place, place.before === undefined ? byDefault : asBefore(place.before));
    return read(place.before ?? value);
  },
});

/** It may be absent; a mistake in it costs only itself: what was in force before, or nothing, which means `words`. */
export const maybe = <T>(field: Field<T>, words: string): Field<T | undefined> => ({
  ...withOtherwise(field, words),
  read: (raw, place) => {
    if (raw === undefined) return read(undefined);
    const reading = field.read(raw, place as Place<T>);
    if (reading.kind === 'read') return reading;
    note(reading.mistakes, place, place.before === undefined ? words : asBefore(place.before));
    return read(place.before);
  },
});

/** A value in words, short; a text in quotes. Never used on what may be a secret. */
export const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…"`;
};

export const read = <T>(value: T): Reading<T> => ({kind: 'read', value});

export const mistaken = (...mistakes: readonly Mistake[]): Reading<never> => ({kind: 'mistaken', mistakes});

/** Notes mistakes that end here, with what holds instead. */
export const note = (
  mistakes: readonly Mistake[],
  {problems}: Pick<Place<unknown>, 'problems'>,
  inForce: string,
): void => {
  problems.push(...mistakes.map(mistake => ({...mistake, inForce})));
};

export const lone = (sentence: string, writes: string): Pick<Field<never>, 'sentence' | 'writes' | 'help'> => ({
  sentence,
  writes,
  help: key => [{key, sentence, writes}],
});

const withOtherwise = <T>(field: Field<T>, otherwise: string): Omit<Field<T>, 'read'> => ({
  ...field,
  otherwise,
  help: key => field.help(key).map((line, index) => (index === 0 ? {...line, otherwise} : line)),
});

const asBefore = (before: unknown): string =>
  typeof before === 'object' ? 'what was in force before' : `${shown(before)}, as before`;

const LONGEST_SHOWN = 60;
