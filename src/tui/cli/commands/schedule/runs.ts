// `rooster runs`: all runs of scheduled entries, with their results.

import type {Params, Result} from '../../../../ipc/method-table.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import type {Run as JobRun} from '../../../../shared/records/jobs/jobs.ts';
import {RUN_KINDS} from '../../../../shared/records/jobs/run-kinds.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {choiceOf, wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {runList, runShown} from '../../format/format-run.ts';
import {withNamed} from '../../named.ts';
import {inPages, wantedCount} from '../../pages.ts';
import {reminderCandidates, runCandidates} from '../candidates.ts';

export const listRuns: Run = async (world, args) => {
  const kind = choiceOf(args, 'kind', RUN_KINDS);
  const {name} = args.values;
  const filter = {kind, name};
  const listed = runsNamed(filter, named => runsOf(world, named, wantedCount(args)), world);
  if (wantsJson(args)) return await show(world, args, listed, () => []);
  return await show(world, args, withReminders(world, listed), ({runs, messages}) =>
    runList(world, runs, messages, {kind, name}),
  );
};

export const showRun: Run = async (world, args) => {
  const shown = withNamed(runCandidates(world), wordAt(args, 0), id => ask(world, 'run.get', {id}));
  return await show(world, args, shown, run => runShown(world, run));
};

/** A reminder's run is named by an id; people know its text, so filters search that too. */
const runsNamed = async (
  filter: Params<'run.list'>,
  list: (filter: Params<'run.list'>) => Promise<Result<'run.list'>>,
  world: CommandWorld,
): Promise<Result<'run.list'>> => {
  const listed = await list(filter);
  const {name} = filter;
  if (listed.runs.length > 0 || name === undefined || filter.kind === 'cron') return listed;
  try {
    return await withNamed(reminderCandidates(world), name, id => list({...filter, name: id}));
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.code === 'not_found') return listed;
    throw thrown;
  }
};

const runsOf = async (
  world: CommandWorld,
  filter: Params<'run.list'>,
  wanted: number | undefined,
): Promise<Result<'run.list'>> => {
  const {rows} = await inPages<Wire<JobRun>>(world, wanted, async ({call}, {limit, last}) => {
    const page = {limit, before: last?.id};
    const {runs} = await call('run.list', {...filter, ...page});
    return {rows: runs, more: runs.length === limit};
  });
  return {runs: rows};
};

/** Adds the texts of their reminders and alarms. */
const withReminders = async (world: CommandWorld, listed: Promise<Result<'run.list'>>) => {
  const {runs} = await listed;
  await using connection = await world.connect();
  const {call} = connection.client;
  const ids = new Set(runs.filter(({kind}) => kind === 'reminder' || kind === 'alarm').map(({name}) => name));
  const messages = new Map<string, string>();
  const note = async (name: string): Promise<void> => {
    const [, kind, rest] = /^(rem|alm)_(.+)$/u.exec(name) ?? [];
    if (rest === undefined) return;
    try {
      const set = kind === 'rem' ? call('reminder.get', {id: `rem_${rest}`}) : call('alarm.get', {id: `alm_${rest}`});
      messages.set(name, (await set).message);
    } catch (thrown) {
      // A deleted reminder is shown by its id.
      if (!(thrown instanceof GatewayError) || thrown.code !== 'not_found') throw thrown;
    }
  };
  await Promise.all([...ids].map(note));
  return {runs, messages};
};
