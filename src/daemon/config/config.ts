// Loads the configuration file, follows its edits and writes keys. The daemon starts with any file, and no edit stops
// it: invalid parts keep their last valid value and become problems. Only this module uses the library conf, and only
// to write. Loading conf takes 45 ms, as long as the whole start.
import {basename, dirname, extname} from 'node:path';
import {makeFolder} from '../../ipc/socket/make-folder.ts';
import {isRecord} from '../../shared/fields/is-record.ts';
import {sameData} from '../../shared/fields/same-data.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import type {Checked} from './check-config.ts';
import type {Config} from './config-schema.ts';
import {editedJson} from './edit-json.ts';
import {stepsOf, withValueAt} from './key-path.ts';
import {maskSecrets} from './mask-secrets.ts';
import {readConfigFile, textOfConfigFile} from './read-config-file.ts';
import {lineOfKey, type ReadJson, readJson} from './read-json.ts';
import {watchFile} from './watch-file.ts';

type ConfigDeps = {
  readonly path: string;
  /** Checks a file's content. `before` supplies the last valid values. */
  readonly check: (raw: unknown, before: Config | undefined) => Checked;
  readonly log: Log;
  readonly clock: Clock;
};

/**
 * Called when the loaded configuration or the problems of its file change. `keys`: the changed keys of the loaded
 * configuration.
 */
export type ConfigListener = (config: Config, problems: readonly Problem[], keys: readonly string[]) => void;

export interface ConfigStore extends Disposable {
  current(): Config;
  problems(): readonly Problem[];
  onChange(listener: ConfigListener): Disposable;
  /**
   * Writes a key (`agent.model`, `users[0].trust`), or removes it if the value is undefined. In effect when it
   * resolves. Resolves with the problems of an invalid value, which isn't written. Rejects with `failed` if the file
   * can't be written.
   */
  set(key: string, value: unknown): Promise<readonly Problem[]>;
  /** The content of the file, with redacted secrets. */
  raw(): unknown;
  /** The line of a problem's key in the file, or of the nearest key around it. */
  lineOf(key: string): number;
}

export const openConfig = ({path, check, log, clock}: ConfigDeps): ConfigStore => {
  makeFolderFor(path, log);
  const listeners = new Set<ConfigListener>();
  let opened: Problem | undefined;
  /** A file that others could write may have been changed by them, so the problem stays until the daemon ends. */
  const read = (): ReadJson =>
    readConfigFile(path, mode => {
      log.info({path, mode: mode.toString(8)}, 'The configuration was open to other users and was made private.');
      if ((mode & WRITABLE_BY_ALL) !== 0) opened = openedProblem(path, mode);
    });
  let state = firstState(path, read(), check);
  let pending: Disposable | undefined;

  const scheduleRead = (ms: number, isCertain: boolean): void => {
    pending?.[Symbol.dispose]();
    pending = clock.after(ms, () => {
      pending = undefined;
      readAgain(isCertain);
    });
  };

  const readAgain = (isCertain: boolean): void => {
    const next = nextState(path, read(), check, state);
    // An editor may delete or empty the file before it writes the new one, so wait and read again.
    if (next.raw === undefined && state.raw !== undefined && !isCertain) scheduleRead(GONE_MS, true);
    else become(next);
  };

  const become = (next: State): void => {
    const keys = changedKeys(state.config, next.config);
    const isSame = keys.length === 0 && sameData(state.problems, next.problems);
    state = next;
    if (isSame) return;
    log.info({keys, problems: next.problems}, 'The configuration was read again.');
    for (const listener of [...listeners]) {
      try {
        listener(next.config, next.problems, keys);
      } catch (error) {
        log.error({error}, "Couldn't apply a change of the configuration.");
      }
    }
  };

  if (state.problems.length > 0) log.warn({problems: state.problems}, 'The configuration has mistakes.');
  const watching = watchFile(path, () => scheduleRead(SETTLE_MS, false), {clock, log});
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
      const decision = decideWrite(path, check, state, key, value);
      if (decision.kind === 'refused') return decision.problems;
      write(path, Conf, decision);
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

type ReadableConfig = ReadJson & {readonly kind: 'read'};
type Mistaken = ReadJson & {readonly kind: 'mistaken'};

type State = Checked & {
  readonly file: ReadJson;
  /** Undefined for a missing or empty file. */
  readonly raw: unknown;
};

/** The file is readable, so its key differs from that of a file with unreadable jobs. */
const openedProblem = (path: string, mode: number): Problem => ({
  key: `${basename(path)} permissions`,
  reason: `Every user could write this file (mode ${mode.toString(8)}). It is private now. Check its content.`,
  inForce: 'the file as it is',
});

const firstState = (path: string, file: ReadJson, check: ConfigDeps['check']): State => {
  if (file.kind === 'read') return stateOf(file, check(file.value, undefined));
  const nothing = stateOf(NO_FILE, check(undefined, undefined));
  return withFileProblem(path, file, nothing, 'the defaults, until it is fixed');
};

const nextState = (path: string, file: ReadJson, check: ConfigDeps['check'], state: State): State => {
  // An unchanged file adds no problems.
  if (sameData(file, state.file)) return state;
  if (file.kind === 'read') return stateOf(file, check(file.value, state.config));
  return withFileProblem(path, file, state, 'the earlier configuration, until it is fixed');
};

const stateOf = (file: ReadableConfig, {config, problems}: Checked): State => {
  const twice = file.repeated.map(key => ({key, reason: 'The key appears twice.', inForce: 'the later one'}));
  return {config, problems: [...twice, ...problems], raw: file.value, file};
};

const withFileProblem = (path: string, file: Mistaken, state: State, inForce: string): State => ({
  ...state,
  file,
  // The old problems refer to the earlier content, so only the file's own problem stays.
  problems: [{key: basename(path), reason: file.reason, inForce, line: file.line}],
});

type ToolRequest =
  | {readonly kind: 'refused'; readonly problems: readonly Problem[]}
  | {readonly kind: 'write'; readonly contents: Readonly<Record<string, unknown>>; readonly text: string};

/** The text to write for a key, or the new problems that it would cause. */
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
  if (!isRecord(raw)) return refuse(basename(path), 'The file holds no object in braces. Fix it first.');
  const wanted = withValueAt(raw, key, value);
  if (!isRecord(wanted)) return refuse(key, "The key can't be set: a key above it holds no object.");

  const old = check(raw, config).problems;
  const fresh = check(wanted, config).problems.filter(problem => !old.some(known => sameData(known, problem)));
  if (fresh.length > 0) return {kind: 'refused', problems: fresh};
  const text = editedJson(textOfConfigFile(path), stepsOf(key), value);
  const edited = readJson(text);
  // Never lose what the person wrote: an edit whose result differs isn't written.
  if (edited.kind === 'mistaken' || !sameData(edited.value ?? {}, wanted))
    return refuse(key, "The file just changed, or this key can't be changed in it. Edit the file instead.");
  return {kind: 'write', contents: wanted, text};
};

/** Atomic and private: conf writes a new file and renames it over the old one. */
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
    throw new GatewayError('failed', `Couldn't write ${path}: ${errorMessage(error)}.`, {cause: error});
  }
};

const makeFolderFor = (path: string, log: Log): void => {
  try {
    makeFolder(dirname(path));
  } catch (error) {
    log.warn({path}, `Couldn't create the folder of the configuration: ${errorMessage(error)}`);
  }
};

/** Keys of nested objects (`agent.model`, `providers.local.baseUrl`). A list counts as one key (`users`). */
export const changedKeys = (before: unknown, after: unknown, key = ''): readonly string[] => {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap(name => changedKeys(before[name], after[name], key === '' ? name : `${key}.${name}`));
  }
  return sameData(before, after) ? [] : [key];
};

const WRITABLE_BY_ALL = 0o002;
const NO_FILE: ReadableConfig = {kind: 'read', value: undefined, repeated: []};
/** One save causes several events. */
const SETTLE_MS = 100;
const GONE_MS = 1_000;
