// `rooster next`: the next planned thing with its countdown, for a status bar. It starts no daemon.

import type {Result} from '../../../../ipc/method-table.ts';
import {fromWire} from '../../../../shared/fields/wire.ts';
import type {Reminder, Run} from '../../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {untilChangesAt} from '../../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, isoOf, SECOND} from '../../../../shared/time/time.ts';
import {type DayMark, dayBounds, dayChangesAt} from '../../../format/day-blocks.ts';
import {wantsJson} from '../../args.ts';
import type {Args, Run as Verb} from '../../arguments.ts';
import {type DaemonConnection, pause} from '../../client/connect.ts';
import {noneRuns} from '../../client/no-daemon-error.ts';
import type {CommandWorld, ExitCode} from '../../command.ts';
import {dayCells, dayLine, dayMarks} from '../../format/format-day.ts';
import {checkTemplate, nextLine, nextRecord, nextRunOf} from '../../format/format-next.ts';
import {isUtf8} from '../../utf8.ts';
import {statusIfRunning} from '../status.ts';

/**
 * Exits with 0 if something is planned, 1 if nothing is, and 3 if no daemon runs. With `--follow` it runs until it is
 * stopped.
 */
export const next: Verb = async (world, args) => {
  if (dayCells(templateOf(args)) === undefined) checkTemplate(templateOf(args));
  if (args.switches.has('follow')) return await followNext(world, args);
  const status = await statusIfRunning(world);
  if (status === undefined) {
    world.print.note(noneRuns(world.host));
    return 3;
  }
  const cells = dayCells(templateOf(args));
  if (cells !== undefined && !wantsJson(args)) {
    await using connection = await world.connect({starts: false});
    world.print.line(dayLine(await today(connection, world), world.clock.now(), cells, !isUtf8(world.env)));
    return 0;
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
        const bar = await barOf(connection, world, args);
        // The line is due again when its countdown changes; an event may change what is next.
        while (!lost) {
          show(bar);
          const at = bar.changesAt(clock.now());
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
    show(EMPTY_BAR);
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

/** The content of a status bar until the next event. */
type Bar = {
  readonly line: (now: EpochMs) => string;
  readonly record: (now: EpochMs) => ReturnType<typeof nextRecord> | null;
  readonly changesAt: (now: EpochMs) => EpochMs | undefined;
};

const barOf = async (connection: DaemonConnection, world: CommandWorld, args: Args): Promise<Bar> => {
  const template = templateOf(args);
  const cells = wantsJson(args) ? undefined : dayCells(template);
  if (cells !== undefined) {
    const marks = await today(connection, world);
    const ascii = !isUtf8(world.env);
    return {...EMPTY_BAR, line: now => dayLine(marks, now, cells, ascii), changesAt: now => dayChangesAt(now, cells)};
  }
  const run = nextRunOf((await statusOf(connection)).nextWakes);
  if (run === undefined) return EMPTY_BAR;
  return {
    line: now => nextLine(run, template, now),
    record: now => nextRecord(run, now),
    changesAt: now => untilChangesAt(run.at, now),
  };
};

/** Nothing is planned, or no daemon runs. */
const EMPTY_BAR: Bar = {line: () => '', record: () => null, changesAt: () => undefined};

/** All of today, past and coming. */
const today = async ({client}: DaemonConnection, {clock}: CommandWorld): Promise<readonly DayMark[]> => {
  const [from, to] = dayBounds(clock.now());
  const [runs, pending, fired, jobs] = await Promise.all([
    client.call('run.list', {limit: MOST}),
    client.call('reminder.list', {state: 'pending', limit: MOST}),
    client.call('reminder.list', {state: 'fired', limit: MOST}),
    client.call('cron.windows', {until: isoOf(to)}),
  ]);
  return dayMarks({
    runs: runs.runs.map(run => fromWire<Run>(run)).filter(({startedAt}) => startedAt >= from),
    reminders: [...pending.reminders, ...fired.reminders].map(reminder => fromWire<Reminder>(reminder)),
    jobs: jobs.windows.map(({at}) => instantOfIso(at) ?? 0),
  });
};

/** Prints the bar unless it shows the same already. */
const createShow = ({print, clock}: CommandWorld, args: Args): ((bar: Bar) => void) => {
  let last: string | undefined;
  return bar => {
    const now = clock.now();
    const record = bar.record(now);
    const seen = wantsJson(args) ? JSON.stringify(record) : bar.line(now);
    if (seen === last) return;
    last = seen;
    if (wantsJson(args)) print.jsonLine(record);
    else print.line(seen);
  };
};

const templateOf = (args: Args): string => args.values['format'] ?? '{what} {in}';

/** Interval between two reads of an unchanged plan. */
const IDLE_MS = 60 * SECOND;
const BURST_MS = 200;
/** More than a day has. */
const MOST = 200;
const BETWEEN_DIALS_MS = 2 * SECOND;
