// `rooster runs`: every firing of anything scheduled, with what came of it.
import type {Params} from '../../../ipc/protocol.ts';
import {GatewayError} from '../../../shared/gateway-error.ts';
import {RUN_KINDS} from '../../../shared/jobs.ts';
import {ask, show, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {choiceOf, countOf, wantsJson, wordAt} from '../given.ts';
import {withNamed} from '../named.ts';

export const listRuns: Run = async (world, given) => {
  const kind = choiceOf(given, 'kind', RUN_KINDS);
  const {name} = given.values;
  const limit = countOf(given, 'limit');
  const filter = {
    ...(kind === undefined ? {} : {kind}),
    ...(name === undefined ? {} : {name}),
    ...(limit === undefined ? {} : {limit}),
  };
  if (wantsJson(given)) return await tell(world, given, 'run.list', filter, () => []);
  return await show(world, given, runsWithReminders(world, filter), (words, {runs, messages}) =>
    words.runList(world, runs, messages),
  );
};

export const showRun: Run = async (world, given) => {
  const list = async () => {
    const {runs} = await ask(world, 'run.list', {limit: MOST_LISTED});
    return runs.map(({id}) => ({id, words: ''}));
  };
  const shown = withNamed({prefix: 'run', lists: [list]}, wordAt(given, 0), id => ask(world, 'run.get', {id}));
  return await show(world, given, shown, (words, run) => words.runShown(world, run));
};

/** The run of a reminder has its id for a name; people know it by its words. */
const runsWithReminders = async (world: CommandWorld, filter: Params<'run.list'>) => {
  await using connection = await world.connect();
  const {call} = connection.client;
  const {runs} = await call('run.list', filter);
  const ids = new Set(runs.filter(({kind}) => kind === 'reminder').map(({name}) => name));
  const messages = new Map<string, string>();
  const note = async (name: string): Promise<void> => {
    const [, rest] = /^rem_(.+)$/u.exec(name) ?? [];
    if (rest === undefined) return;
    try {
      messages.set(name, (await call('reminder.get', {id: `rem_${rest}`})).message);
    } catch (thrown) {
      // One that is no longer kept goes by its id.
      if (!(thrown instanceof GatewayError) || thrown.code !== 'not_found') throw thrown;
    }
  };
  await Promise.all([...ids].map(note));
  return {runs, messages};
};

const MOST_LISTED = 1_000;
