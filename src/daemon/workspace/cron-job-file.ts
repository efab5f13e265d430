// A cron job as a person writes it: YAML front matter between `---` lines, then the prompt. Every mistake is one sentence
// with its line; an unknown key is a mistake, since a misspelt `timezone` would run for weeks at the wrong hour.
import {type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit} from 'yaml';
import {present} from '../../shared/fields/present.ts';
import {
  type Address,
  addressOf,
  deadAddress,
  isAddress,
  TERMINAL,
  unservedAddress,
} from '../../shared/records/address.ts';
import {type CronDefinition, type InvalidJob, type PreTool, whyNotJobName} from '../../shared/records/cron-job.ts';
import {readTimeout} from '../../shared/time/job-timeout.ts';
import {CRON_KEYS, meantAddress, meantArgument, meantKey, meantUser, meantZone} from './cron-meant.ts';

/** What a file's words are checked against. */
export type CronKnowledge = {
  /** Why the text is no cron expression, as a sentence; undefined when it is one. */
  readonly cronProblem: (expression: string) => string | undefined;
  readonly isZone: (text: string) => boolean;
  /** Where a configured user is met when a job names nobody else; undefined for a name nobody has. */
  readonly targetsOf: (user: string | undefined) => readonly Address[] | undefined;
  /** The names of the configured users, for whoever wrote none of them. @default none are said */
  readonly people?: readonly string[];
  /** The ways to people there are. @default any */
  readonly channels?: readonly string[];
  /** Whether anybody configured is at an address. @default somebody is */
  readonly isServed?: (address: Address) => boolean;
  /** Why nothing answers to the name of a model, as a sentence. @default any does */
  readonly modelProblem?: (name: string) => string | undefined;
  /** Tools that can be used without a model, by name, with the arguments each must and may be given. */
  readonly tools: Readonly<Record<string, {readonly must: readonly string[]; readonly may: readonly string[]}>>;
};

type CronFile = {readonly job: CronDefinition} | {readonly invalid: InvalidJob};

/** Reads one file. `file` is its path inside the workspace (`cron/standup.md`). */
export const parseCronFile = (file: string, content: string, knowledge: CronKnowledge): CronFile => {
  try {
    return {job: read(file, content.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n'), knowledge)};
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

const read = (file: string, content: string, knowledge: CronKnowledge): CronDefinition => {
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
    if (!CRON_KEYS.includes(key)) throw new Mistake(line, `"${key}" is no key of a cron file${meantKey(key)}`);
  }
  if (body.trim() === '') throw new Mistake(bodyLine, 'There is no prompt under the front matter.');

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
  return {
    name: jobName(fields, file),
    cron: field(
      'schedule',
      value => {
        if (typeof value !== 'string') return wrong('write a cron expression of five fields, such as "0 8 * * 1-5".');
        const problem = knowledge.cronProblem(value);
        return problem === undefined ? value.trim() : wrong(problem);
      },
      () => {
        throw new Mistake(1, 'schedule is missing: a cron expression of five fields, such as "0 8 * * 1-5".');
      },
    ),
    zone: field(
      'timezone',
      value =>
        typeof value === 'string' && knowledge.isZone(value)
          ? value
          : wrong(`"${String(value)}" is no time zone${meantZone(String(value))}`),
      () => 'UTC',
    ),
    message: body.trim(),
    ...present({user}),
    deliver: field(
      'deliver',
      value => addresses(value, knowledge),
      () => own,
    ),
    announce: field('announce', oneOf('rephrase', 'direct', 'none'), () => 'rephrase'),
    missed: field('missed', oneOf('skip', 'once'), () => 'skip'),
    overlap: field('overlap', oneOf('skip', 'allow'), () => 'skip'),
    enabled: field('enabled', truth, () => true),
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
    origin: file,
  };
};

const split = (content: string): {matter: string; body: string; bodyLine: number} => {
  const lines = content.split('\n');
  if (lines[0]?.trim() !== '---') {
    const toml = lines[0]?.trim() === '+++' ? ' (this one begins with +++: write YAML between --- lines)' : '';
    throw new Mistake(1, `A cron file begins with front matter between --- lines${toml}.`);
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (end === -1) throw new Mistake(lines.length, 'The front matter has no closing --- line.');
  // The first line stays, empty, so that YAML counts lines as the person's editor does.
  return {matter: ['', ...lines.slice(1, end)].join('\n'), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2};
};

type Fields = ReadonlyMap<string, {readonly value: unknown; readonly line: number}>;

const fieldsOf = (matter: string): Fields => {
  const lines = new LineCounter();
  const document = parseDocument(matter, {lineCounter: lines, prettyErrors: false, uniqueKeys: true});
  const [error] = document.errors;
  if (error !== undefined) {
    const {line} = lines.linePos(error.pos[0]);
    const sign = UNQUOTED.exec(matter.split('\n')[line - 1] ?? '')?.[1];
    throw new Mistake(
      line,
      sign === undefined ? `The front matter is no valid YAML: ${error.message}.` : inQuotes(sign),
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

/** Where a value refers to another one: to nothing, to itself, or so often that it would fill the memory. No job needs to. */
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

const wrong = (sentence: string): string => `${WRONG}${sentence}`;

/** Stands in session keys and file names, and beside the sessions that the daemon names. */
const jobName = (fields: Fields, file: string): string => {
  if (/\p{C}/u.test(file))
    throw new Mistake(1, 'The name of this file contains control or invisible characters. Rename the file.');
  const given = fields.get('name');
  const name = given === undefined ? nameOf(file) : String(given.value ?? '').trim();
  const why = whyNotJobName(name);
  if (why !== undefined) throw new Mistake(given?.line ?? 1, `name: ${why}`);
  if (/^[^\p{C}/\\]{1,80}$/u.test(name)) return name;
  throw new Mistake(
    given?.line ?? 1,
    `name: "${name}" is no name for a job; use up to 80 letters, digits, spaces, - and _.`,
  );
};

const nonEmpty = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : wrong('write a text that is not empty.');

const truth = (value: unknown): boolean | string =>
  typeof value === 'boolean' ? value : wrong('write true or false.');

const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (value: unknown): T | string =>
    values.find(each => each === value) ?? wrong(`"${String(value)}" is not one of ${values.join(', ')}.`);

const duration = (value: unknown): number | string =>
  readTimeout(value) ?? wrong('write a stretch of time up to a day, such as 90s, 10m or 2h.');

const addresses = (value: unknown, {channels, isServed}: CronKnowledge): readonly Address[] | string => {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0) return wrong('name an address at least, or write announce: none.');
  const found: Address[] = [];
  for (const each of list) {
    const address = oneAddress(each);
    if (address === undefined) return wrong(`${JSON.stringify(each)} is no address${meantAddress(String(each))}`);
    const dead = channels === undefined ? undefined : deadAddress(address, channels);
    if (dead !== undefined) return wrong(dead);
    if (isServed?.(address) === false) return wrong(unservedAddress(address));
    found.push(address);
  }
  return found;
};

const oneAddress = (value: unknown): Address | undefined => {
  if (typeof value === 'string') return isAddress(value) ? value : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const {channel, target} = value as Readonly<Record<string, unknown>>;
  return typeof channel === 'string' && (typeof target === 'string' || typeof target === 'number')
    ? addressOf({channel, target: String(target)})
    : undefined;
};

const preTools = (value: unknown, known: CronKnowledge['tools']): readonly PreTool[] | string => {
  if (!Array.isArray(value)) return wrong('write a list of tools, each with name and input.');
  const found: PreTool[] = [];
  for (const each of value as unknown[]) {
    const {name, input = {}} = (typeof each === 'string' ? {name: each} : (each ?? {})) as Readonly<
      Record<string, unknown>
    >;
    const takes = typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined;
    if (typeof name !== 'string' || takes === undefined) {
      return wrong(
        `"${String(name)}" is no tool that can run before the model; there are ${Object.keys(known).join(', ')}.`,
      );
    }
    if (input === null || typeof input !== 'object' || Array.isArray(input))
      return wrong(`the input of ${name} must be a map.`);
    const strange = Object.keys(input).find(key => ![...takes.must, ...takes.may].includes(key));
    if (strange !== undefined) return wrong(`${name} has no argument "${strange}"${meantArgument(strange, takes)}`);
    const missing = takes.must.find(key => !Object.hasOwn(input, key));
    if (missing !== undefined) return wrong(`the input of ${name} must have "${missing}".`);
    found.push({name, input: input as Readonly<Record<string, unknown>>});
  }
  return found;
};

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : {[key]: value}) as {readonly [P in K]?: V};

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/u, '');

/** Marks a sentence about what is wrong, apart from a value that happens to be a text. */
const WRONG = '\u0000';
const inQuotes = (sign: string): string =>
  `A value that begins with ${sign} must stand in quotes, such as schedule: "${sign === '*' ? '*/5 * * * *' : '@daily'}".`;

/** `schedule: * * * * *` and `@daily` are what everybody writes first; to YAML the one is a reference, the other nothing at all. */
const UNQUOTED = /^\s*[\w-]+:\s*([*@])/u;
