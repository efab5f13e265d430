// RPC methods for delegations and broadcasts. The caller is the operator.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {ActingSession, CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import type {World} from '../ports/system.ts';

type CrossSessionMethodsDeps = Pick<World, 'ids'> & {
  readonly main: () => SessionKey;
  readonly owner: () => string;
  readonly userIn: (session: SessionKey) => string | undefined;
  readonly crossSession: () => Promise<CrossSessionService>;
};

type CrossSessionMethod = 'session.delegate' | 'session.broadcast' | 'delegation.list' | 'delegation.stop';

export const crossSessionMethods = ({
  ids,
  main,
  owner,
  userIn,
  crossSession,
}: CrossSessionMethodsDeps): Pick<Handlers<Methods>, CrossSessionMethod> => {
  const actingSession = (session: SessionKey, key: string | undefined): ActingSession => ({
    session,
    user: userIn(session) ?? owner(),
    trust: 'full',
    key: `operator:${key ?? ids.next('msg')}`,
  });
  return {
    'session.delegate': async ({session = main(), key, ...task}) =>
      toWire(await (await crossSession()).delegate(task, actingSession(session, key))),
    'session.broadcast': async ({key, mode = 'verbatim', ...request}) =>
      await (await crossSession()).broadcast({...request, mode}, actingSession(main(), key)),
    'delegation.list': async ({limit = MOST, ...filter}) => ({
      delegations: toWire((await crossSession()).list({...filter, limit})),
    }),
    'delegation.stop': async ({id}) => toWire((await crossSession()).stop(id)),
  };
};

const MOST = 100;
