// Formats the configuration and its problems.
import {existsSync} from 'node:fs';
import type {Problem} from '../../../shared/records/problem.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {CommandWorld} from '../command.ts';
/** Text unchanged, anything else as JSON. */
export const settingShown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? 'undefined');

/** Each key with its meaning, its form and its default. */
export const configKeyLines = ({print}: CommandWorld, keys: readonly ConfigKey[]): readonly string[] =>
  keys.flatMap(({key, sentence, writes, otherwise}) => [
    print.paint('strong', key),
    `  ${sentence}`,
    print.paint('quiet', `  ${writes}${otherwise === undefined ? '' : `; default: ${otherwise}`}`),
  ]);

export const problemsShown = (world: CommandWorld, problems: readonly Problem[]): readonly string[] =>
  problems.length > 0
    ? problemLines(world, problems)
    : [
        existsSync(world.places.config)
          ? `${world.places.config} is valid.`
          : `${world.places.config} doesn't exist: every key has its default.`,
      ];

export const problemLines = ({print}: CommandWorld, problems: readonly Problem[]): readonly string[] =>
  problems.map(
    ({key, reason, inForce}) =>
      `${print.paint('bad', printableLine(key))}: ${printableLine(reason)} Until then: ${printableLine(inForce)}`,
  );

export const settingRefused = (key: string, problem: Problem): string =>
  problem.key === key
    ? `Couldn't set ${key}. ${printableLine(problem.reason)}`
    : `Couldn't set ${key}. ${problem.key}: ${printableLine(problem.reason)}`;

/** The reason why the selected model will not answer. A running daemon needs a restart to see a new variable. */
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
  const restart = running
    ? ' The daemon only sees variables from its start. After setting one: rooster daemon restart'
    : '';
  return `${printableLine(name)} is not ready${why}.${restart}`;
};

/** A key as the daemon's program describes it. */
export type ConfigKey = {
  readonly key: string;
  readonly sentence: string;
  /** The form of its value. */
  readonly writes: string;
  /** The default. */
  readonly otherwise?: string;
};
