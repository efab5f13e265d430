// The methods about several conversations.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {ConversationService} from '../flows/conversations/conversation-service.ts';
import type {SessionService} from '../flows/session-service.ts';
import type {Store} from '../ports/store.ts';
import type {SessionIndex} from '../sessions/session-index.ts';

type SessionMethodsDeps = {
  readonly store: Pick<Store, 'messages'>;
  readonly owner: () => string;
  readonly index: SessionIndex;
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
};

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

export const sessionMethods = ({
  store,
  owner,
  index,
  sessionService,
  conversations,
}: SessionMethodsDeps): Pick<Handlers<Methods>, SessionMethod> => ({
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
