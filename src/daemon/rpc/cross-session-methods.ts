// RPC methods for delegations and broadcasts. The caller is the operator.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import {mainSession, type SessionKey} from '../../shared/records/session-key.ts';
import type {Core} from '../core.ts';
import type {ActingSession, CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';

type CrossSessionMethod = 'session.delegate' | 'session.broadcast' | 'delegation.list' | 'delegation.stop';

export const crossSessionMethods = (
  {ids, agent, people: {userIn}}: Core,
  crossSession: CrossSessionService,
  owner: () => string,
): Pick<Handlers<Methods>, CrossSessionMethod> => {
  const main = (): SessionKey => mainSession(agent());
  const actingSession = (session: SessionKey, key: string | undefined): ActingSession => ({
    session,
    user: userIn(session) ?? owner(),
    trust: 'full',
    key: `operator:${key ?? ids.next('msg')}`,
  });
  return {
    'session.delegate': async ({session = main(), key, ...task}) =>
      toWire(await crossSession.delegate(task, actingSession(session, key))),
    'session.broadcast': async ({key, mode = 'verbatim', ...request}) =>
      await crossSession.broadcast({...request, mode}, actingSession(main(), key)),
    'delegation.list': async ({limit = MOST, ...filter}) => ({
      delegations: toWire(crossSession.list({...filter, limit})),
    }),
    'delegation.stop': async ({id}) => toWire(crossSession.stop(id)),
  };
};

const MOST = 100;
