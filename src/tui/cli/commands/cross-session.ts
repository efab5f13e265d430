// `rooster delegate`, `rooster delegations` and `rooster broadcast`: tasks and messages for other conversations.

import {shortId} from '../../../shared/text/short-id.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';
import {ask, askAndPrint, show} from '../ask.ts';
import {runList} from '../format/format-run.ts';
import {choiceOf, textFrom, wordAt} from '../given.ts';
import {sessionNamed, withNamed} from '../named.ts';
import {wantedCount} from '../pages.ts';
import {runCandidates} from './candidates.ts';

export const delegateTask: Run = async (world, given) => {
  const {session, model, time: limit, key} = given.values;
  const limitMs = limit === undefined ? undefined : readTimeout(limit);
  if (limit !== undefined && limitMs === undefined)
    throw new UsageError(`--time takes a span such as 10m, not "${limit}"`);
  const params = {
    session: session === undefined ? undefined : await sessionNamed(world, session),
    task: textFrom(given, 0, 'TASK'),
    model,
    limitMs,
    key,
  };
  return await askAndPrint(
    world,
    given,
    'session.delegate',
    params,
    ({id, delegated}) =>
      `Delegated as ${shortId(id)}; ${delegated?.session} gets the result. To see it: rooster runs show ${shortId(id)}`,
  );
};

export const listDelegations: Run = async (world, given) => {
  const listed = ask(world, 'delegation.list', {limit: wantedCount(given) ?? 20});
  return await show(world, given, listed, ({delegations}) =>
    runList(world, delegations, new Map(), {kind: 'delegation', name: undefined}),
  );
};

export const stopDelegation: Run = async (world, given) => {
  let stopped: string | undefined;
  const stopping = withNamed(runCandidates(world), wordAt(given, 0), async id => {
    stopped = id;
    return await ask(world, 'delegation.stop', {id});
  });
  return await show(world, given, stopping, () => `Stopping ${shortId(stopped ?? '')}.`);
};

/** The names stand before the text, separated by commas. */
export const broadcastText: Run = async (world, given) => {
  const to = wordAt(given, 0, 'TO')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  const mode = choiceOf(given, 'mode', ['verbatim', 'rephrase'] as const);
  const {key} = given.values;
  const params = {
    to,
    text: textFrom(given, 1),
    mode,
    key,
  };
  const result = await ask(world, 'session.broadcast', params);
  await show(world, given, Promise.resolve(result), ({sent, refused}) => [
    ...sent.map(({to: name, session}) => `Queued for ${name} (${session}).`),
    ...refused.map(({to: name, reason}) => `Not sent to ${name}: ${reason}`),
  ]);
  return result.sent.length === 0 ? 1 : 0;
};
