// The methods about conversations, their messages, and tasks that work in one of their own. The caller is the operator.
import type {HandlersOf} from '../../ipc/method-table.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {mainSession, type SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {ActingSession} from '../flows/cross-session/cross-session-actions.ts';
import {operatorInject} from '../flows/operator/operator-inject.ts';
import {previewInjection, recordNote} from '../flows/operator/operator-note.ts';
import type {Entry} from '../router.ts';
import {terminalRoute} from '../routing/resolve-route.ts';
import type {RpcMethodsDeps} from './services.ts';

export const sessionMethods = (
  deps: RpcMethodsDeps,
  owner: () => string,
): HandlersOf<'session' | 'message' | 'delegation'> => {
  const {core, sessionService, conversations, crossSession, router, admit, terminals} = deps;
  const {store, index, clock, ids, people} = core;
  const main = (): SessionKey => mainSession(core.agent());
  /** A key without a conversation leads to its person's conversation. */
  const kept = (session: SessionKey): SessionKey =>
    store.sessions.get(session) === undefined ? people.current(session) : session;
  const actingSession = (session: SessionKey, key: string | undefined): ActingSession => ({
    session,
    user: people.userIn(session) ?? owner(),
    trust: 'full',
    key: `operator:${key ?? ids.next('msg')}`,
  });
  return {
    'session.list': ({archived = false}) => ({
      sessions: toWire(index.list().filter(session => (session.archived === true) === archived)),
    }),
    'session.create': wanted => toWire(conversations.create({...wanted, user: owner()})),
    'session.fork': async ({session, from, ...wanted}) => toWire(await conversations.fork(session, from, wanted)),
    'session.archive': async ({session}) => toWire(await conversations.archive(session)),
    'session.restore': ({session}) => toWire(conversations.restore(session)),
    'session.delete': ({session}) => conversations.delete(session),
    'session.model': ({session, model}) => toWire(conversations.setModel(session, model)),
    'session.reset': async ({session, archive = false}) => {
      const archived = archive ? await conversations.cut(session) : undefined;
      if (archived === undefined) await sessionService.reset(session);
      return {archived: archived?.key};
    },
    'message.search': ({text, session, limit = 50, literal = false, before}) => {
      const messages =
        literal && session !== undefined
          ? store.messages.searchLiteral(session, text, {limit, before})
          : store.messages.search(text, {limit, session});
      const archived = [...new Set(messages.map(message => message.session))].filter(key => index.get(key)?.archived);
      return {messages: toWire(messages), archived: archived.length !== 0 ? archived : undefined};
    },
    'session.history': ({session, ...page}) => toWire(sessionService.history(kept(session), page)),
    'session.send': async ({session = main(), text, key, steer, enclosed = []}) => {
      const route = terminalRoute(core.config(), session);
      const steers = steer === true ? ({steers: true} as const) : {};
      const details = enclosed.length > 0 ? {...steers, enclosed} : steer === true ? steers : undefined;
      const limits = await sessionService.limitsOfEnclosed({text, enclosed}, route);
      const inbound = {channel: 'terminal', sender: 'default', text, at: clock.now(), session, details, limits};
      return entered(await router.dispatch({...inbound, key}, route, {sameText: true}));
    },
    'session.inject': async request => entered(await operatorInject({...core, router}, request)),
    'session.preview': request => previewInjection({...core, admit}, request),
    'session.record': note => recordNote(core, note),
    'session.stop': ({session}) => done(sessionService.stop(kept(session))),
    'session.trust': async ({session}) => done(sessionService.trust(kept(session))),
    'session.compact': async ({session}) => done(await sessionService.compact(kept(session))),
    'session.rename': ({session, title}) => done(sessionService.rename(kept(session), title)),
    'session.read': (shown, {connection}) =>
      done(sessionService.read(shown.session, shown.upTo, terminals.shows(connection, shown))),
    'session.retract': ({session, turnId}) => sessionService.retract(session, turnId),

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

const entered = (entry: Entry): {session: SessionKey; turnId: TurnId} => {
  if (entry.kind === 'refused') throw new GatewayError('refused', entry.reason);
  return {session: entry.session, turnId: entry.turnId};
};

const done = (_: unknown): Record<never, never> => ({});

/** Default length of a list of tasks. */
const MOST = 100;
