// `rooster doctor`: everything a user can get wrong, each with its mend. It looks and changes nothing; it starts no daemon.
import {DialError} from '../../../ipc/dial.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {NoDaemonError} from '../client/no-daemon-error.ts';
import type {CommandWorld, Run} from '../command.ts';
import {statusIfRunning} from '../commands/status.ts';
import {wantsJson} from '../given.ts';
import type {Tone} from '../print.ts';
import {configFindings} from './doctor-config.ts';
import {cronFindings} from './doctor-cron.ts';
import {daemonFindings} from './doctor-daemon.ts';
import {databaseCheck} from './doctor-database.ts';
import {machineFindings} from './doctor-machine.ts';
import {placeFindings} from './doctor-places.ts';
import {signalFindings} from './doctor-signal.ts';
import type {Finding} from './finding.ts';

export const doctor: Run = async (world, given) => {
  let asked: ReturnType<typeof statusIfRunning> | undefined;
  const running = (): ReturnType<typeof statusIfRunning> => {
    asked ??= statusIfRunning(world);
    return asked;
  };
  const findings = [
    ...machineFindings(world),
    ...placeFindings(world),
    ...(await checked('database', () => databaseCheck(world))),
    ...(await checked('daemon', async () => daemonFindings(world, await running()))),
    ...(await checked('configuration', () => configFindings(world))),
    ...(await checked('cron', () => cronFindings(world))),
    // Last: reading the configuration makes its file private, and that it was not is to be told.
    ...(await checked('signal', async () => signalFindings(world, await running().catch(() => undefined)))),
  ];
  const healthy = findings.every(({verdict}) => verdict !== 'bad');
  if (wantsJson(given)) world.print.json({healthy, findings});
  else world.print.line(findingLines(world, findings).join('\n'));
  return healthy ? 0 : 1;
};

const checked = async (name: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
  try {
    return await look();
  } catch (thrown) {
    const mend = hasNoPlace(thrown) ? 'export ROOSTER_HOME=$HOME/.rooster' : 'rooster daemon restart';
    return [{name, verdict: 'bad', what: errorMessage(thrown), mend}];
  }
};

/** A socket that cannot be ours is no better after a restart. */
const hasNoPlace = (thrown: unknown): boolean =>
  thrown instanceof NoDaemonError &&
  thrown.cause instanceof DialError &&
  (thrown.cause.reason === 'too-long' || thrown.cause.reason === 'forbidden');

const findingLines = ({print}: CommandWorld, findings: readonly Finding[]): readonly string[] => {
  const widest = Math.max(...findings.map(({name}) => name.length));
  return findings.flatMap(({name, verdict, what, mend}) => {
    const {mark, tone} = MARKS[verdict];
    const line = `${print.paint(tone, mark.padEnd(4))}  ${name.padEnd(widest)}  ${printableLine(what)}`;
    return mend === undefined ? [line] : [line, `${' '.repeat(widest + 8)}${print.paint('strong', `fix: ${mend}`)}`];
  });
};

const MARKS: Readonly<Record<Finding['verdict'], {readonly mark: string; readonly tone: Tone}>> = {
  good: {mark: 'ok', tone: 'good'},
  odd: {mark: 'note', tone: 'busy'},
  bad: {mark: 'BAD', tone: 'bad'},
};
