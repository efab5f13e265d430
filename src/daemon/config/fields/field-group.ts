// Fields with nested fields: objects with known keys, lists, and objects by name. A mistake in an entry invalidates
// only that entry.

import {isRecord} from '../../../shared/fields/is-record.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';
import {
  type ConfigField,
  type FieldContext,
  type FieldReading,
  lone,
  type Mistake,
  mistaken,
  note,
  read,
  shown,
} from './field.ts';

type GroupFields<T> = {readonly [K in keyof T]-?: ConfigField<T[K]> | ConfigField<T[K] | undefined>};

type RecordRules<T> = {
  readonly check?: (value: T) => Mistake | undefined;
  readonly silent?: readonly string[];
  /** Other programs' names of these keys, in lower case, which differ too much to count as typos. */
  readonly alsoCalled?: ReadonlyMap<string, string>;
};

/**
 * An object with known keys, created on first use because most files name few. Unknown keys are reported and ignored. A
 * mistake that a key doesn't absorb invalidates the object.
 */
export const record = <T extends object>(
  sentence: string,
  fields: () => GroupFields<T>,
  {check, silent = [], alsoCalled}: RecordRules<T> = {},
): ConfigField<T> => {
  let made: readonly (readonly [string, ConfigField<unknown>])[] | undefined;
  const entries = (): readonly (readonly [string, ConfigField<unknown>])[] => {
    made ??= Object.entries<ConfigField<unknown>>(fields());
    return made;
  };
  return {
    sentence,
    writes: 'an object in braces',
    help: key => [
      ...(key === '' ? [] : [{key, sentence, writes: 'an object'}]),
      ...entries().flatMap(([name, field]) => field.help(under(key, name))),
    ],
    read: (raw, {key, before, problems}) => {
      if (!isRecord(raw)) return mistaken({key, reason: `It must be an object in braces, not ${shown(raw)}.`});
      const names = entries().map(([name]) => name);
      for (const name of Object.keys(raw)) {
        if (names.includes(name) || silent.includes(name)) continue;
        const meant = alsoCalled?.get(name.toLowerCase().replaceAll(/[-_]/gu, '')) ?? nearestWord(name, names);
        problems.push(unknownKey(under(key, name), meant, names));
      }
      const value: Record<string, unknown> = {};
      const mistakes: Mistake[] = [];
      for (const [name, field] of entries()) {
        const old = (before as Record<string, unknown> | undefined)?.[name];
        const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
        const reading = field.read(given, {key: under(key, name), before: old, problems});
        if (reading.kind === 'mistaken') mistakes.push(...reading.mistakes);
        else if (reading.value !== undefined) value[name] = reading.value;
      }
      if (mistakes.length > 0) return mistaken(...mistakes);
      const whole = value as T;
      const mistake = check?.(whole);
      return mistake === undefined ? read(whole) : mistaken({...mistake, key: under(key, mistake.key)});
    },
  };
};

/** A record whose keys all have defaults, so it exists even if the file omits it. */
export const section = <T extends object>(field: ConfigField<T>): ConfigField<T> => ({
  ...field,
  read: (raw, place) => {
    const reading = field.read(raw === undefined ? {} : raw, place);
    if (reading.kind === 'read') return reading;
    note(reading.mistakes, place, place.before === undefined ? 'its defaults' : 'the earlier value');
    return place.before === undefined ? field.read({}, place) : read(place.before);
  },
});

/** Describes what happens to an invalid entry. */
type Left = (name: string) => string;

/** A list. An invalid entry is dropped alone. Of two entries with one name, the first counts. */
export const list = <T>(
  sentence: string,
  item: ConfigField<T>,
  {left, nameOf = () => undefined}: {readonly left: Left; readonly nameOf?: (raw: unknown) => string | undefined},
): ConfigField<readonly T[]> => ({
  ...lone(sentence, 'a list in brackets'),
  help: key => [{key, sentence, writes: `a list, each ${item.writes}`}, ...item.help(`${key}[]`).slice(1)],
  read: (raw, {key, before, problems}) => {
    if (!Array.isArray(raw)) return mistaken({key, reason: `It must be a list in brackets, not ${shown(raw)}.`});
    const taken = new Set<string>();
    const values = raw.flatMap((entry: unknown, index) => {
      const name = nameOf(entry);
      const old = name === undefined ? undefined : before?.find(other => nameOf(other) === name);
      const place = {key: `${key}[${index}]`, before: old, problems};
      if (name !== undefined && taken.has(name)) {
        const reason = `There is another "${name}" above it.`;
        problems.push({key: `${place.key}.name`, reason, inForce: `the first "${name}"`});
        return [];
      }
      const kept = entryOf(item.read(entry, place), place, left(name ?? (isRecord(entry) ? 'it' : shown(entry))));
      if (name !== undefined && kept.length > 0) taken.add(name);
      return kept;
    });
    return read(values);
  },
});

/** An object whose keys are names. An invalid entry is dropped alone. */
export const table = <T>(
  sentence: string,
  item: ConfigField<T>,
  {left, nameProblem}: {readonly left: Left; readonly nameProblem: (name: string) => string | undefined},
): ConfigField<Readonly<Record<string, T>>> => ({
  ...lone(sentence, 'an object in braces'),
  help: key => [{key, sentence, writes: 'an object, by name'}, ...item.help(`${key}.<name>`).slice(1)],
  read: (raw, {key, before, problems}) => {
    if (!isRecord(raw)) return mistaken({key, reason: `It must be an object in braces, not ${shown(raw)}.`});
    const entries = Object.entries(raw).flatMap(([name, entry]) => {
      const old = before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
      const place = {key: under(key, name), before: old, problems};
      const reason = nameProblem(name);
      const reading = reason === undefined ? item.read(entry, place) : mistaken({key: place.key, reason});
      return entryOf(reading, place, left(name)).map(value => [name, value] as const);
    });
    return read(Object.fromEntries(entries));
  },
});

const entryOf = <T>(reading: FieldReading<T>, place: FieldContext<T>, left: string): readonly T[] => {
  if (reading.kind === 'read') return [reading.value];
  note(reading.mistakes, place, place.before === undefined ? left : 'the entry as it was before');
  return place.before === undefined ? [] : [place.before];
};

const unknownKey = (key: string, meant: string | undefined, known: readonly string[]): Problem => {
  const hint = meant === undefined ? `; there are ${known.join(', ')}.` : `; did you mean "${meant}"?`;
  return {
    key,
    reason: `Unknown key${hint}`,
    inForce: 'it is ignored',
    unknown: meant === undefined ? {} : {meant},
  };
};

/** The key of an entry. Shortens an absurdly long name, which only needs to be found again. */
const under = (key: string, name: string): string => {
  const short = name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
  return key === '' ? short : `${key}.${short}`;
};

const LONGEST_NAME = 80;
