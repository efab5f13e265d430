// Checks the configuration file and its keys, with a fix for each mistake.
import {existsSync} from 'node:fs';
import {basename} from 'node:path';
import type {Problem} from '../../../shared/records/problem.ts';
import type {CommandWorld} from '../command.ts';
import {configProblems} from '../commands/config.ts';
import {entryFinding} from './doctor-places.ts';
import type {Finding} from './finding.ts';

export const configFindings = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const {config} = world.places;
  const file = entryFinding(NAME, config, 0o600);
  if (!existsSync(config)) {
    const what = `${config} doesn't exist, so every key has its default`;
    return file.verdict === 'bad' ? [file] : [{name: NAME, verdict: 'good', what}];
  }
  const {problems} = await configProblems(world);
  const wrong = problems.map(problem => problemFinding(problem, config));
  if (file.verdict === 'bad') return [file, ...wrong];
  return wrong.length > 0 ? wrong : [{name: NAME, verdict: 'good', what: `${config} is valid`}];
};

export const problemFinding = ({key, reason, inForce, unknown}: Problem, path: string): Finding => ({
  name: NAME,
  verdict: 'bad',
  what: `${key}: ${reason} Until then: ${inForce}`,
  fix: fixOf(key, unknown, path),
});

/** An unknown key can only be renamed or removed: setting it would fail. */
const fixOf = (key: string, unknown: Problem['unknown'], path: string): string => {
  // The file cannot be parsed, so no key can be set in it.
  if (key === basename(path)) return `edit ${path}, then run rooster config check`;
  if (unknown === undefined) return `edit ${path}, or run rooster config set ${key} VALUE`;
  return unknown.meant === undefined
    ? `remove "${key}" from ${path}`
    : `rename it to "${key.replace(/[^.]*$/u, '')}${unknown.meant}" in ${path}, or remove it`;
};

const NAME = 'configuration';
