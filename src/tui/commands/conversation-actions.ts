// The person's requests about several conversations: make, fork, archive, restore, delete, and choose a model.

import type {MessageId} from '../../shared/records/ids.ts';
import type {Session} from '../../shared/records/session.ts';
import {isChat, isIsolated, type SessionKey} from '../../shared/records/session-key.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {mainSessionOf} from '../state/draft-key.ts';
import {openSession} from '../state/selectors.ts';
import type {CommandPorts} from './command-ports.ts';
import {askFor} from './overlays/ask.ts';
import {request, say} from './session-actions.ts';

/** Makes a conversation and opens it. */
export const newConversation = async (ports: CommandPorts, title: string): Promise<void> => {
  const made = await request(ports, 'session.create', {title: oneLine(title)});
  if (made !== undefined) open(ports, made.key);
};

/** A new conversation with the messages up to one, by default all. */
export const forkConversation = async (ports: CommandPorts, title: string, from?: MessageId): Promise<void> => {
  const {key: session, title: source} = openSession(ports.store.get());
  const wanted = {session, title: oneLine(title), from};
  const made = await request(ports, 'session.fork', wanted);
  if (made === undefined) return;
  open(ports, made.key);
  say(ports, 'ok', `Forked "${source}". /session lists all conversations.`);
};

/** Archives a chat and leaves it. Any other conversation starts over. */
export const archiveConversation = async (
  ports: CommandPorts,
  {key, title}: Pick<Session, 'key' | 'title'>,
): Promise<void> => {
  const archived = await request(ports, 'session.archive', {session: key});
  if (archived === undefined) return;
  if (!isChat(key)) return sayStartedOver(ports, archived.title);
  const open = openSession(ports.store.get()).key === key;
  if (open) openMain(ports);
  const undo = {kind: 'archive', session: key, title, open} as const;
  say(ports, 'ok', `Archived "${title}". /session, then Tab lists archived ones.`, undo);
};

export const restoreConversation = async (
  ports: CommandPorts,
  {key, title}: Pick<Session, 'key' | 'title'>,
): Promise<void> => {
  if ((await request(ports, 'session.restore', {session: key})) !== undefined) say(ports, 'ok', `Restored "${title}".`);
};

/** Starts over; the messages become an archived conversation. A group's messages stay in the group. */
export const startOver = async (ports: CommandPorts, session: SessionKey): Promise<void> => {
  const kind = ports.store.get().gateway.sessions.get(session)?.kind;
  const archive = !isIsolated(session) && kind !== 'group';
  const done = await request(ports, 'session.reset', {session, archive: archive || undefined});
  const archived = done?.archived === undefined ? undefined : ports.store.get().gateway.sessions.get(done.archived);
  if (archived !== undefined) sayStartedOver(ports, archived.title);
};

/** Asks for the title, because nothing brings a deleted conversation back. */
export const askDelete = (ports: CommandPorts, {key, title}: Pick<Session, 'key' | 'title'>): void =>
  askFor(ports, {kind: 'delete', session: key, title});

export const setModel = async (ports: CommandPorts, name: string): Promise<void> => {
  const {key, title, model} = openSession(ports.store.get());
  if (name === '') {
    say(ports, 'ok', model === undefined ? 'This conversation uses the configured model.' : `model: ${model}`);
    return;
  }
  const done = await request(ports, 'session.model', {session: key, model: name !== 'default' ? name : undefined});
  if (done === undefined) return;
  say(
    ports,
    'ok',
    done.model === undefined ? `"${title}" uses the configured model.` : `"${title}" uses ${done.model}.`,
  );
};

const openMain = (ports: CommandPorts): void => {
  const main = mainSessionOf(ports.store.get().gateway);
  if (main !== undefined) open(ports, main);
};

const open = ({store}: CommandPorts, session: SessionKey): void => store.dispatch({type: 'open', session});

const sayStartedOver = (ports: CommandPorts, title: string): void =>
  say(ports, 'ok', `Archived the messages as "${title}". PgUp shows them.`);
