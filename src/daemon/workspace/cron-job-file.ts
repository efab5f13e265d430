// Parses a cron job file: YAML front matter between `---` lines, then the prompt. Every mistake is one sentence with
// its line. An unknown key is a mistake, because a misspelt `timezone` would run for weeks at the wrong hour.

import {type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit} from 'yaml';
import {TERMINAL} from '../../shared/records/address.ts';
import {
  type CronDefinition,
  type InvalidJob,
  type JobLimits,
  whyNotJobName,
} from '../../shared/records/jobs/cron-job.ts';
import {commandFault, jobFault} from '../../shared/records/jobs/job-rules.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {CRON_KEYS, meantKey, meantUser, meantZone} from './cron-meant.ts';
import {isFence} from './cron-text.ts';
import type {CronKnowledge} from './cron-values.ts';
import {
  addresses,
  allowed,
  day,
  duration,
  limits,
  moment,
  nonEmpty,
  oneOf,
  preTools,
  truth,
  WRONG,
  wrong,
} from './cron-values.ts';

/** `afterLine`: the line that names the job to wait for, which another file may define. */
type CronFile = {readonly job: CronDefinition; readonly afterLine?: number} | {readonly invalid: InvalidJob};

/** Parses one file. `file`: its path in the workspace (`cron/standup.md`). */
export const parseCronFile = (file: string, content: string, knowledge: CronKnowledge): CronFile => {
  try {
    return read(file, content.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n'), knowledge);
  } catch (error) {
    if (error instanceof Mistake) return {invalid: {file, line: error.line, reason: error.message}};
    throw error;
  }
};

class Mistake extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

const read = (file: string, content: string, knowledge: CronKnowledge) => {
  const {matter, body, bodyLine} = split(content);
  const fields = fieldsOf(matter);
  const field = <T>(key: string, parse: (value: unknown) => T | string, otherwise: () => T): T => {
    const found = fields.get(key);
    if (found === undefined) return otherwise();
    const parsed = parse(found.value);
    if (typeof parsed === 'string' && parsed.startsWith(WRONG))
      throw new Mistake(found.line, `${key}: ${parsed.slice(WRONG.length)}`);
    return parsed as T;
  };
  for (const [key, {line}] of fields) {
    if (!CRON_KEYS.includes(key)) throw new Mistake(line, `"${key}" isn't a key of a cron file${meantKey(key)}`);
  }
  checkWhole(fields, body, bodyLine);

  const user = field('user', nonEmpty, () => undefined as string | undefined);
  const own = knowledge.targetsOf(user) ?? (user === undefined ? ([TERMINAL] as const) : undefined);
  if (own === undefined)
    throw new Mistake(
      fields.get('user')?.line ?? 1,
      `user: nobody named "${user}" is configured${meantUser(user ?? '', knowledge.people)}`,
    );
  if (own.length === 0 && !fields.has('deliver') && fields.get('announce')?.value !== 'none')
    throw new Mistake(
      fields.get('user')?.line ?? 1,
      `user: ${user} has no address in "match"; give one there, or in deliver.`,
    );
  const trust = user === undefined ? undefined : (knowledge.trustOf ?? trustedFully)(user);
  const command = (value: unknown): string => {
    const fault = commandFault(user, trust);
    return fault === undefined ? nonEmpty(value) : wrong(fault);
  };
  const after = field('after', nonEmpty, none);
  const zone = field(
    'timezone',
    value =>
      typeof value === 'string' && knowledge.isZone(value)
        ? value
        : wrong(`"${String(value)}" isn't a time zone${meantZone(String(value))}`),
    () => 'UTC',
  );
  const start = field('start', day, none);
  const scheduled = field(
    'schedule',
    value => {
      if (typeof value !== 'string')
        return wrong('write five cron fields, such as "0 8 * * 1-5", or words, such as every weekday at 8.');
      const read = knowledge.readSchedule(value, zone, start);
      return 'problem' in read ? wrong(read.problem) : read;
    },
    () => ({zone}),
  );
  const job: CronDefinition = {
    name: jobName(fields, file),
    ...scheduled,
    zoneByDefault: !fields.has('timezone') && (fields.has('schedule') || fields.has('at')) ? true : undefined,
    ...optional('at', field('at', moment, none)),
    ...optional('after', after),
    message: body.trim(),
    ...optional('gate', field('gate', command, none)),
    ...optional('run', field('run', command, none)),
    sandbox: fields.has('sandbox') ? field('sandbox', oneOf('read-only', 'workspace'), () => 'workspace') : undefined,
    retry: field('retry', oneOf('auto', 'never'), () => 'auto'),
    ...optional('limits', field('limits', limits, nothing)),
    user,
    deliver: field(
      'deliver',
      value => addresses(value, knowledge),
      () => own,
    ),
    addressed: fields.has('deliver') ? true : undefined,
    announce: field('announce', oneOf('rephrase', 'direct', 'none'), () => (fields.has('run') ? 'direct' : 'rephrase')),
    missed: field('missed', oneOf('skip', 'once'), () => (fields.has('at') ? 'once' : 'skip')),
    overlap: field('overlap', oneOf('skip', 'allow'), () => 'skip'),
    enabled: field('enabled', truth, () => true),
    urgent: fields.has('urgent') ? field('urgent', truth, () => false) : undefined,
    ...optional(
      'model',
      field(
        'model',
        value => {
          const name = nonEmpty(value);
          const problem = name.startsWith(WRONG) ? undefined : knowledge.modelProblem?.(name);
          return problem === undefined ? name : wrong(problem);
        },
        () => undefined as string | undefined,
      ),
    ),
    ...optional(
      'timeoutMs',
      field('timeout', duration, () => undefined as number | undefined),
    ),
    preTools: field(
      'pre_tools',
      value => preTools(value, knowledge.tools),
      () => [],
    ),
    carryLastOutput: field('carry_last_output', truth, () => false),
    allow: field('allow', allowed, () => undefined as readonly string[] | undefined),
    origin: file,
  };
  return {job, afterLine: after === undefined ? undefined : (fields.get('after')?.line ?? 1)};
};

const checkWhole = (fields: FrontMatter, body: string, bodyLine: number): void => {
  const value = (key: string): unknown => fields.get(key)?.value;
  if (fields.has('sandbox') && !COMMANDS.some(key => fields.has(key)))
    throw new Mistake(fields.get('sandbox')?.line ?? 1, 'sandbox: only a job with gate, run or pre_tools has one.');
  const fault = jobFault(
    {
      schedule: value('schedule'),
      at: value('at'),
      after: value('after'),
      run: value('run'),
      announce: value('announce'),
      hasPrompt: body.trim() !== '',
      forModels: FOR_MODELS.filter(key => fields.has(key)),
    },
    'schedule',
  );
  if (fault === undefined) {
    if (fields.has('start') && !fields.has('schedule'))
      throw new Mistake(fields.get('start')?.line ?? 1, 'start: only a job with schedule has a first day.');
    return;
  }
  const {key, reason} = fault;
  if (key === 'schedule') throw new Mistake(1, NO_SCHEDULE);
  if (key !== 'prompt') throw new Mistake(fields.get(key)?.line ?? 1, `${key}: ${reason}`);
  throw fields.has('run')
    ? new Mistake(fields.get('run')?.line ?? 1, `run: ${reason}`)
    : new Mistake(bodyLine, 'No prompt below the front matter.');
};

const split = (content: string): {matter: string; body: string; bodyLine: number} => {
  const lines = content.split('\n');
  if (lines[0]?.trim() !== '---') {
    const toml = lines[0]?.trim() === '+++' ? ' (this one begins with +++: write YAML between --- lines)' : '';
    throw new Mistake(1, `A cron file begins with front matter between --- lines${toml}.`);
  }
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (end === -1) throw new Mistake(lines.length, 'The front matter has no closing --- line.');
  // The first line stays as an empty line, so that YAML's line numbers match the editor's.
  return {matter: ['', ...lines.slice(1, end)].join('\n'), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2};
};

type FrontMatter = ReadonlyMap<string, {readonly value: unknown; readonly line: number}>;

const fieldsOf = (matter: string): FrontMatter => {
  const lines = new LineCounter();
  const document = parseDocument(matter, {lineCounter: lines, prettyErrors: false, uniqueKeys: true});
  const [error] = document.errors;
  if (error !== undefined) {
    const {line} = lines.linePos(error.pos[0]);
    const sign = UNQUOTED.exec(matter.split('\n')[line - 1] ?? '')?.[1];
    throw new Mistake(
      line,
      sign === undefined ? `The front matter isn't valid YAML: ${error.message}.` : inQuotes(sign),
    );
  }
  const reference = firstReference(document);
  if (reference !== undefined) throw new Mistake(lines.linePos(reference).line, inQuotes('*'));
  if (document.contents === null) return new Map();
  if (!isMap(document.contents)) throw new Mistake(2, 'The front matter must be lines of the form "key: value".');
  return new Map(
    document.contents.items.map(({key, value}) => {
      const node = key as Node;
      const line = node.range == null ? 1 : lines.linePos(node.range[0]).line;
      const name = isScalar(node) ? String(node.value) : String(node);
      return [name, {value: (value as Node | null)?.toJS(document) as unknown, line}];
    }),
  );
};

/** The position of a YAML alias. Aliases may be circular or fill the memory, and no job needs one. */
const firstReference = (document: Document): number | undefined => {
  let at: number | undefined;
  visit(document, {
    Alias: (_, {range}) => {
      at = range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return at;
};

/** Part of session keys and file names, so its characters are limited and the daemon's own names are reserved. */
const jobName = (fields: FrontMatter, file: string): string => {
  if (/\p{C}/u.test(file))
    throw new Mistake(1, 'The name of this file contains control or invisible characters. Rename the file.');
  const given = fields.get('name');
  const name = given === undefined ? nameOf(file) : String(given.value ?? '').trim();
  const why = whyNotJobName(name);
  if (why !== undefined) throw new Mistake(given?.line ?? 1, `name: ${why}`);
  if (/^[^\p{C}/\\]{1,80}$/u.test(name)) return name;
  throw new Mistake(
    given?.line ?? 1,
    `name: "${name}" isn't a valid job name. Use up to 80 letters, digits, spaces, - and _.`,
  );
};

const none = (): string | undefined => undefined;
const nothing = (): JobLimits | undefined => undefined;
const trustedFully = (): Trust => 'full';

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : {[key]: value}) as {readonly [P in K]?: V};

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/u, '');

const NO_SCHEDULE =
  'schedule is missing: five cron fields, such as "0 8 * * 1-5", or words, such as every weekday at 8. Or write at: 2026-12-24 18:00, or after: OTHER-JOB.';
const COMMANDS = ['gate', 'run', 'pre_tools'];
const FOR_MODELS = ['model', 'pre_tools', 'carry_last_output', 'limits', 'allow'];
const inQuotes = (sign: string): string =>
  `A value that starts with ${sign} needs quotes, such as schedule: "${sign === '*' ? '*/5 * * * *' : '@daily'}".`;

/** `schedule: * * * * *` and `@daily` are common first tries. To YAML the one is an alias and the other invalid. */
const UNQUOTED = /^\s*[\w-]+:\s*([*@])/u;
