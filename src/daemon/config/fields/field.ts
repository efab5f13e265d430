// Describes a configuration key and reads it leniently. A mistake invalidates the smallest part whose absence doesn't
// change the rest. Each mistake is reported with the value in effect. Nothing here throws.
import type {Problem} from '../../../shared/records/problem.ts';

export type Mistake = {readonly key: string; readonly reason: string};

/** A value, or mistakes that the surrounding field must handle. */
export type FieldReading<T> =
  | {readonly kind: 'read'; readonly value: T}
  | {readonly kind: 'mistaken'; readonly mistakes: readonly Mistake[]};

/** The key of a value, its last valid value, and the list for problems that don't invalidate more. */
export type FieldContext<T> = {readonly key: string; readonly before: T | undefined; readonly problems: Problem[]};

/** A line of help: a key, its format, its meaning. */
export type FieldHelp = {
  readonly key: string;
  readonly sentence: string;
  readonly writes: string;
  readonly otherwise?: string;
};

export type ConfigField<T> = {
  readonly sentence: string;
  /** The format of its value, as in "It must be …". */
  readonly writes: string;
  /** The value or meaning if the key is absent. */
  readonly otherwise?: string;
  /** Help for itself and everything below it. */
  help(key: string): readonly FieldHelp[];
  /** An absent value is `undefined`. */
  read(raw: unknown, place: FieldContext<T>): FieldReading<T>;
};

type Parsed<T> = {readonly value: T} | {readonly why: string};

/** A single value. `parse` isn't called for an absent one, which is a mistake unless a wrapping field allows it. */
export const leaf = <T>(
  sentence: string,
  writes: string,
  parse: (raw: unknown) => Parsed<T> | undefined,
): ConfigField<T> => ({
  ...lone(sentence, writes),
  read: (raw, {key}) => {
    if (raw === undefined) return mistaken({key, reason: `It is missing; it must be ${writes}.`});
    const parsed = parse(raw) ?? {why: `It must be ${writes}, not ${shown(raw)}.`};
    return 'value' in parsed ? read(parsed.value) : mistaken({key, reason: parsed.why});
  },
});

/** May be absent. A mistake invalidates the surrounding object. */
export const optional = <T>(field: ConfigField<T>): ConfigField<T | undefined> => ({
  ...field,
  read: (raw, place) => (raw === undefined ? read(undefined) : field.read(raw, {...place, before: undefined})),
});

/**
 * Absent means `value`. A mistake invalidates the surrounding object, because the default would mean something else.
 */
export const presumed = <T>(field: ConfigField<T>, value: T): ConfigField<T> => ({
  ...withOtherwise(field, shown(value)),
  read: (raw, place) => (raw === undefined ? read(value) : field.read(raw, place)),
});

/** Absent means `value`. After a mistake the last valid value stays, or else `value`. */
export const orElse = <T>(field: ConfigField<T>, value: T, description?: string): ConfigField<T> => ({
  ...withOtherwise(field, description ?? shown(value)),
  read: (raw, place) => {
    if (raw === undefined) return read(value);
    const reading = field.read(raw, place);
    if (reading.kind === 'read') return reading;
    const byDefault = description ?? `${shown(value)}, the default`;
    note(reading.mistakes, place, place.before === undefined ? byDefault : asBefore(place.before));
    return read(place.before ?? value);
  },
});

/** Adds a description of the default, where other keys decide it. */
export const described = <T>(field: ConfigField<T>, description: string): ConfigField<T> => ({
  ...withOtherwise(field, description),
  read: field.read,
});

/** May be absent. After a mistake the last valid value stays, or else none, which means `description`. */
export const maybe = <T>(field: ConfigField<T>, description: string): ConfigField<T | undefined> => ({
  ...withOtherwise(field, description),
  read: (raw, place) => {
    if (raw === undefined) return read(undefined);
    const reading = field.read(raw, place as FieldContext<T>);
    if (reading.kind === 'read') return reading;
    note(reading.mistakes, place, place.before === undefined ? description : asBefore(place.before));
    return read(place.before);
  },
});

/** A short description of a value, texts in quotes. Never use it for a possible secret. */
export const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…"`;
};

export const read = <T>(value: T): FieldReading<T> => ({kind: 'read', value});

export const mistaken = (...mistakes: readonly Mistake[]): FieldReading<never> => ({kind: 'mistaken', mistakes});

/** Reports mistakes that invalidate nothing else, with the value in effect. */
export const note = (
  mistakes: readonly Mistake[],
  {problems}: Pick<FieldContext<unknown>, 'problems'>,
  inForce: string,
): void => {
  problems.push(...mistakes.map(mistake => ({...mistake, inForce})));
};

export const lone = (sentence: string, writes: string): Pick<ConfigField<never>, 'sentence' | 'writes' | 'help'> => ({
  sentence,
  writes,
  help: key => [{key, sentence, writes}],
});

const withOtherwise = <T>(field: ConfigField<T>, otherwise: string): Omit<ConfigField<T>, 'read'> => ({
  ...field,
  otherwise,
  help: key => field.help(key).map((line, index) => (index === 0 ? {...line, otherwise} : line)),
});

const asBefore = (before: unknown): string =>
  typeof before === 'object' ? 'the earlier value' : `${shown(before)}, as before`;

const LONGEST_SHOWN = 60;
