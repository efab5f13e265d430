// The methods about several conversations.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {RpcMethodsDeps} from './services.ts';

type SessionMethod =
  | 'session.list'
  | 'session.create'
  | 'session.fork'
  | 'session.archive'
  | 'session.restore'
  | 'session.delete'
  | 'session.model'
  | 'session.reset'
  | 'message.search';

export const sessionMethods = (
  {core: {store, index}, sessionService, conversations}: RpcMethodsDeps,
  owner: () => string,
): Pick<Handlers<Methods>, SessionMethod> => ({
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
});
