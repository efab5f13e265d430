// `rooster inject`: a manual injection with the operator as its source.

import type {InjectionPreview} from '../../../shared/records/delivery/injection.ts';
import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {addressOption, choiceOf, textFrom, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';
import {askAndPrint} from '../ask.ts';
import {sessionNamed} from '../named.ts';

export const inject: Run = async (world, args) => {
  const trust = choiceOf(args, 'trust', TRUST_LEVELS);
  const {channel} = args.values;
  const text = textFrom(args, 1);
  const replyTo = addressOption(args, 'reply-to');
  const deliver = args.switches.has('deliver');
  if (deliver && replyTo !== undefined) throw new UsageError('use either --deliver or --reply-to');
  const params = {
    session: await sessionNamed(world, wordAt(args, 0)),
    text,
    trust,
    channel,
    deliver: deliver ? true : undefined,
    replyTo,
  };
  if (args.switches.has('dry')) return await askAndPrint(world, args, 'session.preview', params, formatPreview);
  return await askAndPrint(
    world,
    args,
    'session.inject',
    params,
    ({session, turnId}) => `Injected into ${session} as ${shortId(turnId)}: rooster sessions show ${session}`,
  );
};

const formatPreview = ({session, message, effects}: InjectionPreview): readonly string[] => [
  `The model would get, in ${session}:`,
  '',
  message,
  '',
  'What would follow:',
  ...effects.map(effect => `  ${effect}`),
  'Dry run: nothing was stored or sent.',
];
