// `rooster config`: where it is, what is in force, what is wrong with it. Secrets come from the daemon already covered.
import type {Result} from '../../../ipc/protocol.ts';
import type {ConfigProblem} from '../../../shared/gateway-event.ts';
import {ask, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {wantsJson, wordAt} from '../given.ts';
import {askProgram} from '../reach/ask-program.ts';
import {saysNoneRuns} from '../reach/no-daemon-error.ts';
import {oneLine} from '../words/plain-text.ts';

export const configPath: Run = async ({print, places}, given) => {
  if (wantsJson(given)) print.json({path: places.config});
  else print.line(places.config);
  return 0;
};

export const showConfig: Run = (world, given) => tell(world, given, 'config.get', {}, ({config}) => shown(config));

export const getConfig: Run = (world, given) =>
  tell(world, given, 'config.get', {key: wordAt(given, 0)}, ({config}) =>
    typeof config === 'string' ? config : shown(config),
  );

/** Asks the daemon what it says about its configuration; where none runs, the file itself is checked. */
export const checkConfig: Run = async (world, given) => {
  const {problems} = await configProblems(world);
  const {print} = world;
  if (wantsJson(given)) print.json({problems});
  else if (problems.length === 0) print.line(`${world.places.config} is in order.`);
  else print.line(problemLines(world, problems).join('\n'));
  return problems.length > 0 ? 1 : 0;
};

/** VALUE is JSON where it can be read as such, a text otherwise. A mistake is not written; a running daemon notices what is. */
export const setConfig: Run = async (world, given) => {
  const {print, places} = world;
  const key = wordAt(given, 0);
  const value = jsonOrText(given.words[1] ?? '');
  const {problems} = await askProgram(world, ['set-config', key, JSON.stringify(value)], hasProblems);
  if (wantsJson(given)) print.json({problems});
  else if (problems.length === 0) print.line(`Set ${key} in ${places.config}.`);
  for (const problem of problems) print.failure(`${key} was not changed. ${problem.key}: ${oneLine(problem.reason)}`);
  return problems.length === 0 ? 0 : 1;
};

export const configProblems = async (world: CommandWorld): Promise<Result<'config.check'>> => {
  try {
    return await ask({...world, connect: options => world.connect({...options, starts: false})}, 'config.check', {});
  } catch (thrown) {
    if (!saysNoneRuns(thrown)) throw thrown;
    return await askProgram(world, ['check-config'], hasProblems);
  }
};

export const problemLines = ({print}: CommandWorld, problems: readonly ConfigProblem[]): readonly string[] =>
  problems.map(
    ({key, reason, inForce}) => `${print.paint('bad', oneLine(key))}: ${oneLine(reason)} In force: ${oneLine(inForce)}`,
  );

const shown = (config: unknown): string => JSON.stringify(config, undefined, 2) ?? 'undefined';

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const hasProblems = (value: unknown): value is Result<'config.check'> =>
  typeof value === 'object' && value !== null && 'problems' in value && Array.isArray(value.problems);
