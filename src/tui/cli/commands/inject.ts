// `rooster inject`: a manual injection with the operator as its source.

import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {askAndPrint} from '../ask.ts';
import type {Run} from '../command.ts';
import {choiceOf, textFrom, wordAt} from '../given.ts';
import {sessionNamed} from '../named.ts';

export const inject: Run = async (world, given) => {
  const trust = choiceOf(given, 'trust', TRUST_LEVELS);
  const {channel} = given.values;
  const text = textFrom(given, 1);
  const params = {
    session: await sessionNamed(world, wordAt(given, 0)),
    text,
    ...(trust === undefined ? {} : {trust}),
    ...(channel === undefined ? {} : {channel}),
    ...(given.switches.has('deliver') ? {deliver: true} : {}),
  };
  return await askAndPrint(
    world,
    given,
    'session.inject',
    params,
    ({session, turnId}) => `Injected into ${session} as ${shortId(turnId)}: rooster sessions show ${session}`,
  );
};
