// The configuration in force: read at start, followed while the file is edited, written on request. Any file starts the
// daemon, and no edit stops it: what cannot be understood leaves what was in force before, and is told as a problem.
//
// The file's library is conf, and this is its one door. It is loaded when something is written, and not for reading: it
// takes 45 ms to load (a JSON schema validator that we do not use), as long as the whole daemon takes to be ready.
import {basename, dirname, extname} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {makeFolder} from '../../ipc/make-folder.ts';
import type {ConfigProblem} from '../../shared/events/gateway-event.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import {changedKeys} from './changed-keys.ts';
import type {Checked} from './check-config.ts';
import type {Config} from './config-schema.ts';
import {editedJson} from './edit-json.ts';
import {isRecord} from './field-group.ts';
import {stepsOf, withValueAt} from './key-path.ts';
import {maskSecrets} from './mask-secrets.ts';
import {readConfigFile, textOfConfigFile} from './read-config-file.ts';
import {lineOfKey, type ReadJson, readJson} from './read-json.ts';
import {watchFile} from './watch-file.ts';

type ConfigDeps = {
  readonly path: string;
  /** What a file means; `before` is in force where it is mistaken. */
  readonly check: (raw: unknown, before: Config | undefined) => Checked;
  readonly log: Log;
  readonly clock: Clock;
};

/** Called when the configuration in force changed, or what is wrong with the file did. `keys` are those in force that changed. */
export type ConfigListener = (config: Config, problems: readonly ConfigProblem[], keys: readonly string[]) => void;

export interface ConfigStore extends Disposable {
  current(): Config;
  problems(): readonly ConfigProblem[];
  onChange(listener: ConfigListener): Disposable;
  /**
   * Writes a key (`agent.model`, `users[0].trust`), or takes it out of the file when the value is undefined. In force when
   * it resolves. A value that would be a problem is not written: the problems are the answer, none otherwise. Rejects with
   * `failed` when the file cannot be written.
   */
  set(key: string, value: unknown): Promise<readonly ConfigProblem[]>;
  /** What the file holds, secrets masked. */
  raw(): unknown;
  /** The line of the file that the key of a problem stands on, or the nearest around it. */
  lineOf(key: string): number;
}

export const openConfig = ({path, check, log, clock}: ConfigDeps): ConfigStore => {
  makeFolderFor(path, log);
  const listeners = new Set<ConfigListener>();
  let opened: ConfigProblem | undefined;
  /** What others could write may not be what its owner meant: that is told until the daemon ends. */
  const read = (): ReadJson =>
    readConfigFile(path, mode => {
      log.info({path, mode: mode.toString(8)}, 'the configuration was open to other users and was made private');
      if ((mode & WRITABLE_BY_ALL) !== 0) opened = openedProblem(path, mode);
    });
  let state = firstState(path, read(), check);
  let pending: Disposable | undefined;

  const readSoon = (ms: number, isCertain: boolean): void => {
    pending?.[Symbol.dispose]();
    pending = clock.after(ms, () => {
      pending = undefined;
      readAgain(isCertain);
    });
  };

  const readAgain = (isCertain: boolean): void => {
    const next = nextState(path, read(), check, state);
    // An editor that takes the old file away first, or empties it, is about to write: nobody means to lose everything.
    if (next.raw === undefined && state.raw !== undefined && !isCertain) readSoon(GONE_MS, true);
    else become(next);
  };

  const become = (next: State): void => {
    const keys = changedKeys(state.config, next.config);
    const isSame = keys.length === 0 && isDeepStrictEqual(state.problems, next.problems);
    state = next;
    if (isSame) return;
    log.info({keys, problems: next.problems}, 'the configuration was read again');
    for (const listener of [...listeners]) {
      try {
        listener(next.config, next.problems, keys);
      } catch (error) {
        log.error({error}, 'something could not follow a change of the configuration');
      }
    }
  };

  if (state.problems.length > 0) log.warn({problems: state.problems}, 'the configuration has mistakes');
  const watching = watchFile(path, () => readSoon(SETTLE_MS, false), {clock, log});
  return {
    current: () => state.config,
    problems: () => [...state.problems, ...(opened === undefined ? [] : [opened])],
    raw: () => maskSecrets(state.raw ?? {}),
    lineOf: key => lineOfKey(textOfConfigFile(path), key),
    onChange: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
    set: async (key, value) => {
      const {default: Conf} = await import('conf');
      const wish = decideWrite(path, check, state, key, value);
      if (wish.kind === 'refused') return wish.problems;
      write(path, Conf, wish);
      pending?.[Symbol.dispose]();
      become(nextState(path, read(), check, state));
      return [];
    },
    [Symbol.dispose]: () => {
      watching[Symbol.dispose]();
      pending?.[Symbol.dispose]();
      listeners.clear();
    },
  };
};

type Read = ReadJson & {readonly kind: 'read'};
type Mistaken = ReadJson & {readonly kind: 'mistaken'};

type State = Checked & {
  /** As it was read last. */
  readonly file: ReadJson;
  /** Undefined for no file, and for an empty one. */
  readonly raw: unknown;
};

/** The file can be read, so that its key is not that of a file with unreadable jobs. */
const openedProblem = (path: string, mode: number): ConfigProblem => ({
  key: `${basename(path)} permissions`,
  reason: `Every user could write this file (mode ${mode.toString(8)}). It is private now. Check that it says what you meant.`,
  inForce: 'the file as it is',
});

const firstState = (path: string, file: ReadJson, check: ConfigDeps['check']): State => {
  if (file.kind === 'read') return stateOf(file, check(file.value, undefined));
  const nothing = stateOf(NO_FILE, check(undefined, undefined));
  return withFileProblem(path, file, nothing, 'the defaults, until it is fixed');
};

const nextState = (path: string, file: ReadJson, check: ConfigDeps['check'], state: State): State => {
  // Read again as it was, it says nothing new: what is in force was said when it was new.
  if (isDeepStrictEqual(file, state.file)) return state;
  if (file.kind === 'read') return stateOf(file, check(file.value, state.config));
  return withFileProblem(path, file, state, 'what was in force before, until it is fixed');
};

const stateOf = (file: Read, {config, problems}: Checked): State => {
  const twice = file.repeated.map(key => ({key, reason: 'It stands there twice.', inForce: 'the later one'}));
  return {config, problems: [...twice, ...problems], raw: file.value, file};
};

const withFileProblem = (path: string, file: Mistaken, state: State, inForce: string): State => ({
  ...state,
  file,
  // What was wrong with the keys of a file that reads differently now is no help in mending it.
  problems: [
    {key: basename(path), reason: file.reason, inForce, ...(file.line === undefined ? {} : {line: file.line})},
  ],
});

type ToolRequest =
  | {readonly kind: 'refused'; readonly problems: readonly ConfigProblem[]}
  | {readonly kind: 'write'; readonly contents: Readonly<Record<string, unknown>>; readonly text: string};

/** What is to be written for a key, or why not: a problem that the file did not have before. */
const decideWrite = (
  path: string,
  check: ConfigDeps['check'],
  {config}: State,
  key: string,
  value: unknown,
): ToolRequest => {
  const refuse = (at: string, reason: string): ToolRequest => ({
    kind: 'refused',
    problems: [{key: at, reason, inForce: 'nothing was written'}],
  });
  const file = readConfigFile(path);
  if (file.kind === 'mistaken') return refuse(basename(path), file.reason);
  const raw = file.value ?? {};
  if (!isRecord(raw)) return refuse(basename(path), 'It holds no object in braces; mend it first.');
  const wished = withValueAt(raw, key, value);
  if (!isRecord(wished)) return refuse(key, 'There is no way to this key: something before it holds no keys.');

  const old = check(raw, config).problems;
  const fresh = check(wished, config).problems.filter(problem => !old.some(known => isDeepStrictEqual(known, problem)));
  if (fresh.length > 0) return {kind: 'refused', problems: fresh};
  const text = editedJson(textOfConfigFile(path), stepsOf(key), value);
  const edited = readJson(text);
  // What the person wrote is worth more than the key: an edit that says something else is not written.
  if (edited.kind === 'mistaken' || !isDeepStrictEqual(edited.value ?? {}, wished))
    return refuse(key, 'The file changed just now, or this key cannot be changed in it. Edit the file instead.');
  return {kind: 'write', contents: wished, text};
};

/** Atomic and private: conf writes the text to a new file and renames it over the old one. */
const write = (
  path: string,
  Conf: typeof import('conf').default,
  {contents, text}: ToolRequest & {kind: 'write'},
): void => {
  const extension = extname(path);
  try {
    const store = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: basename(path, extension),
      fileExtension: extension.slice(1),
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: () => text,
      deserialize: source => {
        const read = readJson(source);
        if (read.kind === 'mistaken') throw new GatewayError('failed', read.reason);
        return isRecord(read.value) ? read.value : {};
      },
    });
    store.store = contents;
  } catch (error) {
    throw new GatewayError('failed', `${path} could not be written: ${errorMessage(error)}.`, {cause: error});
  }
};

const makeFolderFor = (path: string, log: Log): void => {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    log.warn({path}, `the folder of the configuration could not be made: ${errorMessage(error)}`);
  }
};

const WRITABLE_BY_ALL = 0o002;
const NO_FILE: Read = {kind: 'read', value: undefined, repeated: []};
/** Saving a file is several events. */
const SETTLE_MS = 100;
const GONE_MS = 1_000;
