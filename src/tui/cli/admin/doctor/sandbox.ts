// Checks the sandbox of the agent's commands: the daemon runs commands in it, and this file judges what they could do.
// A program that is installed and a profile that is loaded don't show that it works.
import type {Result} from '../../../../ipc/method-table.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {ask} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {bad, good, odd} from './finding.ts';

/** Without a daemon, or with an older one, nothing is known. */
export const sandboxFindings = async (
  world: CommandWorld,
  status: Pick<Result<'daemon.status'>, 'sandbox'> | undefined,
): Promise<readonly Finding[]> =>
  status?.sandbox === undefined ? [] : judgeSandbox(await ask(world, 'sandbox.try', {}));

/**
 * Only a sandbox that doesn't keep what it promises is bad. One that can't start keeps everything, and a person may
 * have chosen none.
 */
export const judgeSandbox = ({kind, works, reason, fix, tried}: Result<'sandbox.try'>): readonly Finding[] => {
  const name = 'sandbox';
  const on = 'rooster config set policy.sandbox workspace';
  // Whoever chose no sandbox needs none that works.
  if (kind === 'off') return [odd(name, 'off: commands of the agent run as you, and nothing asks', on)];
  if (kind === 'full') return [odd(name, 'full: commands of the agent run as you, and each one asks', on)];
  if (works) return [good(name, `${kind}: ${tried.map(({what}) => what).join(', ')}`)];
  if (reason !== undefined) return [odd(name, `commands of the agent don't run in one: ${printableLine(reason)}`, fix)];
  const wrong = tried.filter(({ok}) => !ok);
  return wrong.map(({what}) => bad(name, printableLine(what), fix));
};
