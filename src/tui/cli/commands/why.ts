// `rooster why ID`: the trace of a record, by every name that other verbs accept.

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
  const explain = (id: string): Promise<Result<'why'>> => ask(world, 'why', {id});
  if (text.startsWith('rem_')) return await withNamed(reminderCandidates(world), text, explain);
  if (text.startsWith('alm_')) return await withNamed(alarmCandidates(world), text, explain);
  if (text.startsWith('run_')) return await withNamed(runCandidates(world), text, explain);
  if (text.startsWith('dlv_')) return await withNamed(deliveryCandidates(world), text, explain);
  // A message or a turn, which no list contains; or a cron job by name.
  const trace = await found(explain(text));
  if (trace !== undefined) return trace;
  if (!/^(?:msg|turn)_/u.test(text)) {
    const named =
      (await found(withNamed(reminderCandidates(world), text, explain))) ??
      (await found(withNamed(deliveryCandidates(world), text, explain))) ??
      (await found(withNamed(alarmCandidates(world), text, explain)));
    if (named !== undefined) return named;
  }
  throw new GatewayError('not_found', `No record of "${text}".`);
};

/** Undefined for an unknown id, since a record of another kind may match. */
const found = async <T>(trace: Promise<T>): Promise<T | undefined> => {
  try {
    return await trace;
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
};

const isNotFound = (thrown: unknown): boolean => thrown instanceof GatewayError && thrown.code === 'not_found';
