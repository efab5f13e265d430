// `rooster delegate`, `rooster delegations` and `rooster broadcast`: tasks and messages for other conversations.

import {shortId} from '../../../shared/text/short-id.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import {choiceOf, textFrom, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';
import {ask, askAndPrint, show} from '../ask.ts';
import {runList} from '../format/format-run.ts';
import {sessionNamed, withNamed} from '../named.ts';
import {wantedCount} from '../pages.ts';
import {runCandidates} from './candidates.ts';

export const delegateTask: Run = async (world, args) => {
  const {session, model, time: limit, key} = args.values;
  const limitMs = limit === undefined ? undefined : readTimeout(limit);
  if (limit !== undefined && limitMs === undefined)
    throw new UsageError(`--time takes a span such as 10m, not "${limit}"`);
  const params = {
    session: session === undefined ? undefined : await sessionNamed(world, session),
    task: textFrom(args, 0, 'TASK'),
    model,
    limitMs,
    key,
  };
  return await askAndPrint(
    world,
    args,
    'session.delegate',
    params,
    ({id, delegated}) =>
      `Delegated as ${shortId(id)}; ${delegated?.session} gets the result. To see it: rooster runs show ${shortId(id)}`,
  );
};

export const listDelegations: Run = async (world, args) => {
  const listed = ask(world, 'delegation.list', {limit: wantedCount(args) ?? 20});
  return await show(world, args, listed, ({delegations}) =>
    runList(world, delegations, new Map(), {kind: 'delegation', name: undefined}),
  );
};

export const stopDelegation: Run = async (world, args) => {
  let stopped: string | undefined;
  const stopping = withNamed(runCandidates(world), wordAt(args, 0), async id => {
    stopped = id;
    return await ask(world, 'delegation.stop', {id});
  });
  return await show(world, args, stopping, () => `Stopping ${shortId(stopped ?? '')}.`);
};

/** The names stand before the text, separated by commas. */
export const broadcastText: Run = async (world, args) => {
  const to = wordAt(args, 0, 'TO')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  const mode = choiceOf(args, 'mode', ['verbatim', 'rephrase'] as const);
  const {key} = args.values;
  const params = {
    to,
    text: textFrom(args, 1),
    mode,
    key,
  };
  const result = await ask(world, 'session.broadcast', params);
  await show(world, args, Promise.resolve(result), ({sent, refused}) => [
    ...sent.map(({to: name, session}) => `Queued for ${name} (${session}).`),
    ...refused.map(({to: name, reason}) => `Not sent to ${name}: ${reason}`),
  ]);
  return result.sent.length === 0 ? 1 : 0;
};
