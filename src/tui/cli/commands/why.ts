// `rooster why ID`: the whole story behind one thing, by every name that the other verbs take for it.

import type {Result} from '../../../ipc/protocol.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {traceLines} from '../format/format-story.ts';
import {wordAt} from '../given.ts';
import {withNamed} from '../named.ts';
import {alarmCandidates, deliveryCandidates, reminderCandidates, runCandidates} from './candidates.ts';

export const why: Run = async (world, given) => {
  const text = wordAt(given, 0);
  return await show(world, given, traceNamed(world, text), trace => traceLines(world, text, trace));
};

const traceNamed = async (world: CommandWorld, text: string): Promise<Result<'why'>> => {
  const told = (id: string): Promise<Result<'why'>> => ask(world, 'why', {id});
  if (text.startsWith('rem_')) return await withNamed(reminderCandidates(world), text, told);
  if (text.startsWith('alm_')) return await withNamed(alarmCandidates(world), text, told);
  if (text.startsWith('run_')) return await withNamed(runCandidates(world), text, told);
  if (text.startsWith('dlv_')) return await withNamed(deliveryCandidates(world), text, told);
  // A message or a turn, which no list has; or a cron job, by its name.
  const trace = await found(told(text));
  if (trace !== undefined) return trace;
  if (!/^(?:msg|turn)_/u.test(text)) {
    const named =
      (await found(withNamed(reminderCandidates(world), text, told))) ??
      (await found(withNamed(deliveryCandidates(world), text, told))) ??
      (await found(withNamed(alarmCandidates(world), text, told)));
    if (named !== undefined) return named;
  }
  throw new GatewayError('not_found', `No record of "${text}".`);
};

/** Nothing where nothing has that name: then something of another kind may have it. */
const found = async <T>(trace: Promise<T>): Promise<T | undefined> => {
  try {
    return await trace;
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
};

const isNotFound = (thrown: unknown): boolean => thrown instanceof GatewayError && thrown.code === 'not_found';
