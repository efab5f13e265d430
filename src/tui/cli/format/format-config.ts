// The configuration in words, and what is wrong with it.
import type {ConfigProblem} from '../../../shared/events/gateway-event.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {CommandWorld} from '../command.ts';
import type {ConfigKey} from '../commands/config.ts';

/** A text as it is, anything else as JSON. */
export const settingShown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? 'undefined');

/** Under each key what it means, how it is written, and what holds without it. */
export const configKeyLines = ({print}: CommandWorld, keys: readonly ConfigKey[]): readonly string[] =>
  keys.flatMap(({key, sentence, writes, otherwise}) => [
    print.paint('strong', key),
    `  ${sentence}`,
    print.paint('quiet', `  ${writes}${otherwise === undefined ? '' : `; default: ${otherwise}`}`),
  ]);

export const problemsShown = (world: CommandWorld, problems: readonly ConfigProblem[]): readonly string[] =>
  problems.length === 0 ? [`${world.places.config} is valid.`] : problemLines(world, problems);

export const problemLines = ({print}: CommandWorld, problems: readonly ConfigProblem[]): readonly string[] =>
  problems.map(
    ({key, reason, inForce}) =>
      `${print.paint('bad', printableLine(key))}: ${printableLine(reason)} In force: ${printableLine(inForce)}`,
  );

export const settingRefused = (key: string, problem: ConfigProblem): string =>
  `Couldn't set ${key}. ${problem.key}: ${printableLine(problem.reason)}`;

/** Why the model that was chosen will not answer; a daemon that runs has to be started anew to know of a variable. */
export const modelUnusable = ({
  name,
  detail,
  running,
}: {
  readonly name: string;
  readonly detail?: string;
  readonly running: boolean;
}): string => {
  const why = detail === undefined ? '' : `: ${printableLine(detail)}`;
  const anew = running
    ? ' The daemon only sees variables from its start. After setting one: rooster daemon restart'
    : '';
  return `${printableLine(name)} is not ready${why}.${anew}`;
};
