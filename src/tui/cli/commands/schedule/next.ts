// `rooster next`: the next planned thing with its countdown, for a status bar. It starts no daemon.

import type {Result} from '../../../../ipc/method-table.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {untilChangesAt} from '../../../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../../../shared/time/time.ts';
import {wantsJson} from '../../args.ts';
import type {Args, Run} from '../../arguments.ts';
import {type DaemonConnection, pause} from '../../client/connect.ts';
import type {CommandWorld, ExitCode} from '../../command.ts';
import {checkTemplate, type NextRun, nextLine, nextRecord, nextRunOf} from '../../format/format-next.ts';
import {statusIfRunning} from '../status.ts';

/**
 * Exits with 0 if something is planned, 1 if nothing is, and 3 if no daemon runs. With `--follow` it runs until it is
 * stopped.
 */
export const next: Run = async (world, args) => {
  checkTemplate(templateOf(args));
  if (args.switches.has('follow')) return await followNext(world, args);
  const status = await statusIfRunning(world);
  if (status === undefined) {
    world.print.note('The daemon is not running. Start it: rooster daemon start');
    return 3;
  }
  const run = nextRunOf(status.nextWakes);
  if (run === undefined) {
    world.print.note('Nothing is planned.');
    return 1;
  }
  if (wantsJson(args)) world.print.json(nextRecord(run, world.clock.now()));
  else world.print.line(nextLine(run, templateOf(args), world.clock.now()));
  return 0;
};

/** A line whenever it changes; an empty one while nothing is planned or no daemon runs. */
const followNext = async (world: CommandWorld, args: Args): Promise<ExitCode> => {
  const {clock, connect} = world;
  const show = createShow(world, args);
  for (;;) {
    let changed = Promise.withResolvers<void>();
    const onNotice = (): void => changed.resolve();
    try {
      await using connection = await connect({starts: false, onNotice});
      const {closed} = connection.client;
      let lost = false;
      void closed.then(() => {
        lost = true;
        changed.resolve();
      });
      await connection.client.call('events.subscribe', {});
      while (!lost) {
        changed = Promise.withResolvers();
        const run = nextRunOf((await statusOf(connection)).nextWakes);
        // The line is due again when its countdown changes; an event may change what is next.
        while (!lost) {
          show(run);
          const at = run === undefined ? undefined : untilChangesAt(run.at, clock.now());
          if (!(await isOver(world, at ?? clock.now() + IDLE_MS, changed.promise))) break;
          if (at === undefined) break;
        }
        // Events come in bursts: one look serves them all.
        await pause(clock, BURST_MS);
      }
    } catch (thrown) {
      // A bar outlives its daemon; a daemon of another version won't do.
      if (!(thrown instanceof GatewayError && thrown.code === 'unavailable')) throw thrown;
    }
    show(undefined);
    await pause(clock, BETWEEN_DIALS_MS);
  }
};

/** True if the instant came before anything else happened. */
const isOver = async ({clock}: CommandWorld, at: EpochMs, changed: Promise<void>): Promise<boolean> => {
  const due = Promise.withResolvers<boolean>();
  using _ = clock.after(Math.max(0, at - clock.now()), () => due.resolve(true));
  return await Promise.race([due.promise, changed.then(() => false)]);
};

const statusOf = ({client}: DaemonConnection): Promise<Result<'daemon.status'>> => client.call('daemon.status', {});

/** Prints what is next unless it is on the bar already. */
const createShow = ({print, clock}: CommandWorld, args: Args): ((run: NextRun | undefined) => void) => {
  const template = templateOf(args);
  let last: string | undefined;
  return run => {
    const now = clock.now();
    const line = run === undefined ? '' : nextLine(run, template, now);
    const record = run === undefined ? null : nextRecord(run, now);
    const seen = wantsJson(args) ? JSON.stringify(record) : line;
    if (seen === last) return;
    last = seen;
    if (wantsJson(args)) print.jsonLine(record);
    else print.line(line);
  };
};

const templateOf = (args: Args): string => args.values['format'] ?? '{what} {in}';

/** Interval between two reads of an unchanged plan. */
const IDLE_MS = 60 * SECOND;
const BURST_MS = 200;
const BETWEEN_DIALS_MS = 2 * SECOND;
