// `rooster config`: shows the configuration's location, values and problems. The daemon masks secrets.

import type {Result} from '../../../ipc/method-table.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {wantsJson, wordAt} from '../args.ts';
import type {Args, Run} from '../arguments.ts';
import {show} from '../ask.ts';
import {askProgram} from '../client/ask-program.ts';
import {LostSocketError} from '../client/no-daemon-error.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import type {ConfigKey} from '../format/format-config.ts';
import {configKeyLines, modelUnusable, problemsShown, settingRefused, settingShown} from '../format/format-config.ts';

export const configPath: Run = async ({print, places}, args) => {
  if (wantsJson(args)) print.json({path: places.config});
  else print.line(places.config);
  return 0;
};

export const showConfig: Run = async (world, args) =>
  show(world, args, configIn(world), ({config}) => settingShown(config));

export const getConfig: Run = async (world, args) =>
  show(world, args, configIn(world, wordAt(args, 0)), ({config}) => settingShown(config));

/** The daemon's values, or the file's if none runs. */
const configIn = async (world: CommandWorld, key?: string): Promise<Result<'config.get'>> => {
  const connection = await reachIfRunning(world).catch(orNoneReachable);
  if (connection === undefined)
    return await askProgram(world, ['get-config', ...(key === undefined ? [] : [key])], hasConfig);
  await using client = connection.client;
  return await client.call('config.get', {key});
};

/** All possible keys, or those that begin with KEY. Needs no daemon. */
export const configKeys: Run = async (world, args) => {
  const wanted = args.words[0] ?? '';
  const all = await allConfigKeys(world);
  const keys = all.filter(({key}) => key === wanted || wanted === '' || /^[.[]/u.test(below(key, wanted)));
  if (keys.length === 0)
    throw new GatewayError('not_found', `No key "${wanted}". To list them all: rooster config keys`);
  return await show(world, args, Promise.resolve({keys}), () => configKeyLines(world, keys));
};

export const allConfigKeys = async (world: CommandWorld) => (await askProgram(world, ['config-keys'], hasKeys)).keys;

/** The rest of a key after a prefix; empty if the prefix doesn't match. */
const below = (key: string, beginning: string): string =>
  key.startsWith(beginning) ? key.slice(beginning.length) : '';

/** Asks the daemon for configuration problems; without a daemon, checks the file. */
export const checkConfig: Run = async (world, args) => {
  const found = await configProblems(world);
  await show(world, args, Promise.resolve(found), () => problemsShown(world, found.problems));
  return found.problems.length > 0 ? 1 : 0;
};

/**
 * VALUE is JSON if it parses as such, otherwise text. An invalid value isn't written; a running daemon applies a valid
 * one.
 */
export const setConfig: Run = async (world, args) => {
  const key = wordAt(args, 0);
  const value = jsonOrText(args.words[1] ?? '');
  return await changeConfig(world, args, {key, value: JSON.stringify(value), done: `Set ${key}`});
};

/** Removes a key from the file; a missing key counts as removed. */
export const unsetConfig: Run = async (world, args) => {
  const key = wordAt(args, 0);
  return await changeConfig(world, args, {key, done: `Unset ${key}`});
};

/** A change as JSON text; without a value the key is removed. `done`: what was done, for the sentence. */
type ConfigChange = {readonly key: string; readonly value?: string; readonly done: string};

export const changeConfig = async (world: CommandWorld, args: Args, change: ConfigChange): Promise<ExitCode> => {
  const {print, places} = world;
  const {key, value, done} = change;
  const answer = await writeConfig(world, key, value);
  const {problems} = answer;
  if (wantsJson(args)) print.json({problems});
  else if (problems.length === 0) print.line(`${done} in ${places.config}.`);
  if (problems.length === 0) {
    if (answer.model !== undefined && OF_THE_MODEL.test(key)) await noteModel(world, answer.model, answer.running);
    return 0;
  }
  for (const problem of problems) print.failure(settingRefused(key, problem));
  return 1;
};

/** Through the daemon if one runs, so that the value applies when the command ends; otherwise with its program. */
const writeConfig = async (
  world: CommandWorld,
  key: string,
  value: string | undefined,
): Promise<ChangedConfig & {readonly running: boolean}> => {
  const connection = await reachIfRunning(world);
  if (connection === undefined) {
    const command = ['set-config', key, ...(value === undefined ? [] : [value])];
    return {...(await askProgram(world, command, isChange)), running: false};
  }
  await using client = connection.client;
  const {problems} = await client.call('config.set', {key, value: value === undefined ? undefined : JSON.parse(value)});
  const {model} = await client.call('daemon.status', {});
  return {problems, model, running: true};
};

type ModelState = Result<'daemon.status'>['model'];

/**
 * Prints a line if the selected model isn't ready: the file is valid then, and the problem would only show on the next
 * message.
 */
const noteModel = async (world: CommandWorld, model: ModelState, running: boolean): Promise<void> => {
  if (!model.ready) world.print.note(modelUnusable({...model, running}));
};

/** `asks`: a daemon that runs answers. */
export const configProblems = async (world: CommandWorld, asks = true): Promise<Result<'config.check'>> => {
  const connection = asks ? await reachIfRunning(world).catch(orNoneReachable) : undefined;
  if (connection === undefined) return await askProgram(world, ['check-config'], hasProblems);
  await using client = connection.client;
  return await client.call('config.check', {});
};

/** The file can be checked without the daemon, even if the running one is unreachable. */
const orNoneReachable = (thrown: unknown): undefined => {
  if (!(thrown instanceof LostSocketError)) throw thrown;
};

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const hasKeys = (value: unknown): value is {readonly keys: readonly ConfigKey[]} =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

/** `model`: as the daemon sees it, otherwise as far as this command's environment shows. */
type ChangedConfig = Result<'config.check'> & {readonly model?: ModelState};

const isChange = (value: unknown): value is ChangedConfig => hasProblems(value);

const hasProblems = (value: unknown): value is Result<'config.check'> =>
  typeof value === 'object' && value !== null && 'problems' in value && Array.isArray(value.problems);

const hasConfig = (value: unknown): value is Result<'config.get'> =>
  typeof value === 'object' && value !== null && 'config' in value && 'path' in value;

const OF_THE_MODEL = /^(?:agent|providers)(?:$|[.[])/u;
