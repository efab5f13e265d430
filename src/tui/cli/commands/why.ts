// `rooster why ID`: the trace of a record, by every name that other verbs accept.

import type {Result} from '../../../ipc/method-table.ts';
import {RECORD_PREFIXES} from '../../../shared/records/ids.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import {wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {timesLine} from '../format/fields.ts';
import {isNotFound, withNamed} from '../named.ts';
import {recordCandidates} from './candidates.ts';

export const why: Run = async (world, args) => {
  const text = wordAt(args, 0);
  return await show(world, args, traceNamed(world, text), trace => traceLines(world, text, trace));
};

/** A job is named first, then a record by its id or a word. */
const traceNamed = async (world: CommandWorld, text: string): Promise<Result<'why'>> => {
  const explain = (id: string): Promise<Result<'why'>> => ask(world, 'why', {id});
  const isId = RECORD_PREFIXES.some(prefix => text.startsWith(`${prefix}_`));
  const trace =
    (isId ? undefined : await found(explain(text))) ?? (await found(withNamed(recordCandidates(world), text, explain)));
  if (trace === undefined) throw new GatewayError('not_found', `No record of "${text}".`);
  return trace;
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

/** Formats a trace: one sentence, then step by step. */
const traceLines = (world: CommandWorld, id: string, {because, steps}: Result<'why'>): readonly string[] => {
  const {print, clock} = world;
  if (steps.length === 0) return [`No record of "${id}" any more.`];
  const stamps = steps.map(({at}) => timestamp(at, clock.now()));
  const widest = Math.max(...stamps.map(text => text.length));
  return [
    ...(because === undefined ? [] : [printableLine(because), '']),
    ...timesLine(world),
    ...steps.map(({what, id: about}, index) => {
      const when = print.paint('quiet', (stamps[index] ?? '').padStart(widest));
      return `${when}  ${printableLine(what)}  ${print.paint('quiet', shortId(about))}`;
    }),
  ];
};
