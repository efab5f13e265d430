// RPC methods for delegations and broadcasts. The caller is the operator.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Talker, Talks} from '../flows/talks/talk-actions.ts';
import type {World} from '../ports/system.ts';

type TalkMethodsDeps = Pick<World, 'ids'> & {
  readonly main: () => SessionKey;
  readonly owner: () => string;
  readonly userIn: (session: SessionKey) => string | undefined;
  readonly talks: () => Promise<Talks>;
};

type TalkMethod = 'session.delegate' | 'session.broadcast' | 'delegation.list' | 'delegation.stop';

export const talkMethods = ({
  ids,
  main,
  owner,
  userIn,
  talks,
}: TalkMethodsDeps): Pick<Handlers<Methods>, TalkMethod> => {
  const talker = (session: SessionKey, key: string | undefined): Talker => ({
    session,
    user: userIn(session) ?? owner(),
    trust: 'full',
    key: `operator:${key ?? ids.next('msg')}`,
  });
  return {
    'session.delegate': async ({session = main(), key, ...task}) =>
      toWire(await (await talks()).delegate(task, talker(session, key))),
    'session.broadcast': async ({key, mode = 'verbatim', ...request}) =>
      await (await talks()).broadcast({...request, mode}, talker(main(), key)),
    'delegation.list': async ({limit = MOST, ...filter}) => ({
      delegations: toWire((await talks()).list({...filter, limit})),
    }),
    'delegation.stop': async ({id}) => toWire((await talks()).stop(id)),
  };
};

const MOST = 100;
