// Creates, changes and removes jobs on request. Each job is a workspace file. An invalid file is never written. A
// written file is loaded before the caller gets the answer.

import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import {
  type CronDefinition,
  formatSchedule,
  type InvalidJob,
  type JobChanger,
} from '../../../shared/records/jobs/cron-job.ts';
import {
  type CronChange,
  type CronFields,
  FILE_KEYS,
  isJobName,
  type NewCronJob,
  type WrittenCronJob,
} from '../../../shared/records/jobs/cron-request.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {addressOfSession} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {formatMomentText, instantOfMomentText} from '../../../shared/time/wall-text.ts';
import {isZone} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {type Actor, changerOf} from '../../routing/actor.ts';
import {cronProblem} from '../../schedule/cron/cron-expression.ts';
import {isInWords, SCHEDULE_EXAMPLES, scheduleOfReading} from '../../schedule/cron/schedule-words.ts';
import type {CronJobs} from './cron-jobs.ts';

type Keys = Readonly<Record<string, unknown>>;

/** Writes and checks the text of a job file. */
export type CronTexts = {
  readonly create: (keys: Keys, prompt: string) => string;
  readonly change: (
    text: string,
    how: {readonly set: Keys; readonly unset: readonly string[]; readonly prompt?: string},
  ) => string;
  /** The time zone that the text names, even an invalid text. */
  readonly zoneIn: (text: string) => string | undefined;
  /** Checks a text together with all other jobs. Returns the job or its fault. */
  readonly check: (file: string, text: string) => {readonly job: CronDefinition} | {readonly invalid: InvalidJob};
};

type EditCronDeps = Core & {
  readonly cronJobs: Pick<CronJobs, 'index' | 'describe' | 'editing' | 'entryOf'>;
  readonly files: Pick<WorkspaceFiles, 'read' | 'change' | 'remove'>;
  readonly texts: CronTexts;
  /** Resolves when the current files are loaded. */
  readonly reread: () => Promise<void>;
};

export type CronEditor = {
  readonly create: (request: NewCronJob, by: Actor) => Promise<WrittenCronJob>;
  readonly edit: (name: string, change: CronChange, by: JobChanger) => Promise<WrittenCronJob>;
  readonly remove: (name: string, by: JobChanger) => Promise<{readonly removed: string}>;
  /** The next instants of a schedule, and the schedule in words. */
  readonly preview: (
    schedule: string,
    zone: string,
    count: number,
  ) => Promise<{readonly instants: readonly EpochMs[]; readonly schedule: string}>;
  /** The file of a job, even of an invalid one. */
  readonly source: (name: string) => Promise<{readonly file: string; readonly content: string}>;
};

export const createCronEditor = (deps: EditCronDeps): CronEditor => {
  const {files, cronJobs, clock} = deps;
  const {index} = cronJobs;

  const fileOf = (name: string): string => {
    const origin = index.get(name)?.definition.origin;
    if (origin === 'config')
      throw new GatewayError(
        'refused',
        `${name} is defined in the configuration. Change it there: rooster config path`,
      );
    const file = origin ?? index.invalid().find(job => job.file === pathOf(name))?.file;
    if (file === undefined) throw new GatewayError('not_found', `No job "${name}".`);
    return file;
  };

  /** Returns the text if the job can run. Otherwise throws an error with the file, the line and the reason. */
  const checked = (file: string, text: string): string => {
    const found = deps.texts.check(file, text);
    if ('invalid' in found) throw refusal(found.invalid);
    const {at, zone} = found.job;
    const once = at === undefined ? undefined : instantOfMomentText(at, zone);
    if (at !== undefined && once !== undefined && once <= clock.now()) {
      throw refusal({file, line: lineOf(text, 'at', 1), reason: `at: ${formatMomentText(at, zone)} is past.`});
    }
    return text;
  };

  const written = async (file: string): Promise<WrittenCronJob> => {
    await deps.reread();
    const entry = index.entries().find(({definition}) => definition.origin === file);
    const invalid = index.invalid().find(job => job.file === file);
    if (entry === undefined)
      throw invalid === undefined
        ? new GatewayError('failed', `${file} was written but isn't read yet.`)
        : refusal(invalid);
    const job = cronJobs.describe(entry);
    const after =
      job.nextAt === undefined ? [] : [job.nextAt, ...index.instantsOf(job, job.nextAt, SHOWN_INSTANTS - 1)];
    return {...job, next: after.map(isoOf)};
  };

  return {
    create: async ({name, words, ...given}, by) => {
      const fields = withWords(given, words);
      const file = newPath(name);
      if (index.get(name) !== undefined)
        throw new GatewayError('conflict', `A job named "${name}" already exists. Change it, or choose another name.`);
      const asked = askedBy(deps, by);
      const zone = fields.timezone ?? asked.timezone ?? 'UTC';
      const inWords = await readSchedule(deps, fields, {zone, file, line: SCHEDULE_LINE});
      const text = deps.texts.create(keysOf({...asked, ...fields, ...inWords}), fields.prompt ?? '');
      return await cronJobs.editing(file, changerOf(by), async () => {
        await files.change(file, before => {
          if (before !== undefined)
            throw new GatewayError('conflict', `${file} already exists. Change it, or choose another name.`);
          return checked(file, text);
        });
        return await written(file);
      });
    },
    edit: async (name, {content, was, unset = [], prompt, words, ...given}, by) => {
      const fields = withWords(given, words);
      const file = fileOf(name);
      const old = (await files.read(file)) ?? '';
      const ownZone = deps.texts.zoneIn(old);
      const zone = fields.timezone ?? ownZone ?? 'UTC';
      const line = lineOf(old, 'schedule', SCHEDULE_LINE);
      const inWords = await readSchedule(deps, fields, {zone, file, line});
      const set = keysOf({
        ...fields,
        ...inWords,
        timezone: inWords.timezone === ownZone ? fields.timezone : inWords.timezone,
      });
      const change = (before: string | undefined): string => {
        if (before === undefined) throw new GatewayError('not_found', `${file} is gone.`);
        if (was !== undefined && was !== before)
          throw new GatewayError('conflict', `${file} has changed meanwhile. Look at it and edit it again.`);
        // A new schedule replaces the old one.
        const rhythms = isRhythm(set) ? RHYTHMS.filter(key => !Object.hasOwn(set, key)) : [];
        const unsetKeys = [unset].flat().map(field => keyOf(field, before));
        const how = {set, unset: [...unsetKeys, ...rhythms], prompt};
        return checked(file, content ?? deps.texts.change(before, how));
      };
      return await cronJobs.editing(file, by, async () => {
        await files.change(file, change);
        return await written(file);
      });
    },
    remove: async (name, by) => {
      const file = fileOf(name);
      await cronJobs.editing(file, by, async () => {
        await files.remove(file);
        await deps.reread();
      });
      return {removed: file};
    },
    preview: async (schedule, zone, count) => {
      const inWords = await readSchedule(deps, {schedule}, {zone});
      const {at, repeat} = inWords;
      const cron = at === undefined && repeat === undefined ? (inWords.schedule ?? schedule) : undefined;
      const job = {cron, at, repeat, zone: inWords.timezone ?? zone};
      const problem = cron === undefined ? undefined : cronProblem(cron, job.zone);
      if (problem !== undefined) throw new GatewayError('invalid', problem);
      return {instants: index.instantsOf(job, clock.now(), count), schedule: formatSchedule(job)};
    },
    source: async name => {
      const file = fileOf(name);
      const content = await files.read(file);
      if (content === undefined) throw new GatewayError('not_found', `${file} is gone.`);
      return {file, content};
    },
  };
};

/**
 * Defaults from the request: the user, address and zone of the person who asks. The owner and the terminal are the
 * defaults anyway.
 */
const askedBy = ({people: {zoneOf, owner}}: EditCronDeps, {user, session, origin}: Actor): CronFields => {
  const address: Address | undefined = origin ?? addressOfSession(session);
  return {
    timezone: zoneOf(user),
    ...(user === undefined || user === owner() ? {} : {user}),
    ...(address === undefined || address === TERMINAL ? {} : {deliver: address}),
  };
};

const isRhythm = (keys: Keys): boolean => ['schedule', 'at', 'after'].some(key => Object.hasOwn(keys, key));

/** Either field holds the schedule. */
const withWords = <F extends CronFields>(fields: F, words: string | undefined): F =>
  words === undefined ? fields : {...fields, schedule: words};

type ReadSchedule = {
  readonly schedule?: string | undefined;
  readonly start?: string;
  readonly at?: string;
  readonly timezone?: string;
  readonly repeat?: Recurrence;
};

/** Accepts words instead of a cron expression: `every weekday at 8`, `tomorrow at 9`. */
const readSchedule = async (
  {clock, times: {readWords}}: EditCronDeps,
  {schedule, start}: CronFields,
  {zone, file, line = SCHEDULE_LINE}: {readonly zone: string; readonly file?: string; readonly line?: number},
): Promise<ReadSchedule> => {
  if (schedule === undefined || (schedule.trim() !== '' && !isInWords(schedule))) return {};
  // The check of the file names the line of the wrong zone.
  if (!isZone(zone)) return {schedule: schedule.trim()};
  const refuse = (reason: string): GatewayError =>
    new GatewayError('invalid', reason, file === undefined ? {} : {invalid: {file, line, reason}});
  if (schedule.trim() === '') throw refuse(`The schedule is empty. ${SCHEDULE_EXAMPLES}`);
  // The file is read with its first day, and that reading is checked before it is written.
  if (start !== undefined) return {schedule: schedule.trim(), start};
  const reading = readWords(schedule.trim(), {now: clock.now(), zone});
  const found = scheduleOfReading(schedule.trim(), reading);
  if ('problem' in found) throw refuse(found.problem);
  if ('cron' in found) return {schedule: found.cron, timezone: found.zone};
  if ('at' in found) return {schedule: undefined, at: found.at, timezone: found.zone};
  const {repeat, isDated} = found;
  return {
    schedule: schedule.trim(),
    timezone: found.zone,
    repeat,
    start: isDated ? repeat.start.slice(0, 10) : undefined,
  };
};

const keysOf = (fields: Omit<CronFields, 'schedule'> & ReadSchedule): Keys =>
  Object.fromEntries(
    Object.entries(FILE_KEYS).flatMap(([field, key]) => {
      const value = fields[field as keyof typeof FILE_KEYS];
      return value === undefined ? [] : [[key, value] as const];
    }),
  );

/** A misspelled key in the file can be removed too, which fixes the file. */
const keyOf = (field: string, file: string): string => {
  const found = Object.entries(FILE_KEYS).find(([name, key]) => name === field || key === field);
  if (found === undefined && file.split('\n').some(line => line.startsWith(`${field}:`))) return field;
  if (found === undefined)
    throw new GatewayError('invalid', `A job has no "${field}". It has ${Object.keys(FILE_KEYS).join(', ')}.`);
  return found[1];
};

const newPath = (name: string): string => {
  if (isJobName(name)) return pathOf(name);
  throw new GatewayError(
    'invalid',
    `"${name}" isn't a valid job name. Use up to 80 letters, digits, spaces, ., - and _.`,
  );
};

const pathOf = (name: string): string => `cron/${name}.md`;

const refusal = (invalid: InvalidJob): GatewayError =>
  new GatewayError('invalid', `${invalid.file}, line ${invalid.line}: ${invalid.reason}`, {invalid});

/** The line of a key in the front matter. */
const lineOf = (text: string, key: string, otherwise: number): number =>
  text.split('\n').findIndex(line => line.replace(/\s*:.*/u, '') === key) + 1 || otherwise;

const SHOWN_INSTANTS = 3;
/** Rooster writes the schedule first. */
const SCHEDULE_LINE = 2;
const RHYTHMS: readonly string[] = ['schedule', 'start', 'at', 'after'];
