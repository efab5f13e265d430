// The next planned thing as one line, by a template.

import type {Wire} from '../../../shared/fields/wire.ts';
import type {PlannedRun} from '../../../shared/records/jobs/jobs.ts';
import {isIdleKind} from '../../../shared/records/jobs/run-kinds.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {clockTime, formatUntil, formatWhen} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {KIND_SIGNS, kindOfRun} from '../../nouns/format/kind-sign.ts';
import {UsageError} from '../arguments.ts';

type NextRun = Wire<PlannedRun> & {readonly at: EpochMs};

/** The earliest reminder, job or alarm. What an idle conversation plans for itself isn't an appointment. */
export const nextRunOf = (planned: readonly Wire<PlannedRun>[]): NextRun | undefined =>
  planned
    .filter(({kind}) => !isIdleKind(kind))
    .flatMap(run => {
      const at = instantOfIso(run.wakeAt);
      return at === undefined ? [] : [{...run, at}];
    })
    .toSorted((a, b) => a.at - b.at)[0];

/** Throws a UsageError for a field that doesn't exist. */
export const checkTemplate = (template: string): void => {
  for (const [, name = ''] of template.matchAll(FIELD)) {
    if (!Object.hasOwn(FIELDS, name))
      throw new UsageError(`--format knows no field {${name}}; use ${Object.keys(FIELDS).join(', ')}`);
  }
};

/** The line; `{what:20}` is a field of at most 20 characters. */
export const nextLine = (run: NextRun, template: string, now: EpochMs): string =>
  template.replaceAll(FIELD, (all, name: string, most: string | undefined) => {
    const text = FIELDS[name]?.(run, now) ?? all;
    return most === undefined ? text : shortened(text, Math.max(1, Number(most)));
  });

/** For programs, with the seconds left. */
export const nextRecord = (run: NextRun, now: EpochMs) => ({
  kind: run.kind,
  name: run.name,
  what: run.what,
  wakeAt: run.wakeAt,
  seconds: secondsLeft(run, now),
});

const secondsLeft = ({at}: NextRun, now: EpochMs): number => Math.max(0, Math.ceil((at - now) / SECOND));

const inTime = ({at}: NextRun, now: EpochMs): string => {
  const until = formatUntil(at, now);
  return until === 'now' ? until : `in ${until}`;
};

const FIELDS: Readonly<Record<string, (run: NextRun, now: EpochMs) => string>> = {
  what: ({what}) => printableLine(what),
  in: inTime,
  left: ({at}, now) => formatUntil(at, now),
  time: ({at}) => clockTime(at),
  when: ({at}, now) => formatWhen(at, now),
  kind: ({kind}) => kindOfRun(kind),
  sign: ({kind}) => KIND_SIGNS[kindOfRun(kind)].glyph,
  letter: ({kind}) => KIND_SIGNS[kindOfRun(kind)].letter,
  name: ({name}) => name,
  seconds: (run, now) => String(secondsLeft(run, now)),
};

const FIELD = /\{(\w+)(?::(\d{1,3}))?\}/gu;
