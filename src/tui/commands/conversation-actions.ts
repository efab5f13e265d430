// The person's requests about several conversations: make, fork, archive, restore, delete, and choose a model.

import {present} from '../../shared/fields/present.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Session} from '../../shared/records/session.ts';
import {isChat, isIsolated, type SessionKey} from '../../shared/records/session-key.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {mainSessionOf} from '../state/draft-key.ts';
import {openSession} from '../state/selectors.ts';
import type {Doors} from './doors.ts';
import {askFor} from './overlays/ask-actions.ts';
import {request, say} from './session-actions.ts';

/** Makes a conversation and opens it. */
export const newConversation = async (doors: Doors, title: string): Promise<void> => {
  const made = await request(doors, 'session.create', {title: oneLine(title)});
  if (made !== undefined) open(doors, made.key);
};

/** A new conversation with the messages up to one, by default all. */
export const forkConversation = async (doors: Doors, title: string, from?: MessageId): Promise<void> => {
  const {key: session, title: source} = openSession(doors.store.get());
  const wanted = {session, title: oneLine(title), ...present({from})};
  const made = await request(doors, 'session.fork', wanted);
  if (made === undefined) return;
  open(doors, made.key);
  say(doors, 'ok', `Forked "${source}". /session lists all conversations.`);
};

/** Archives a chat and leaves it. Any other conversation starts over. */
export const archiveConversation = async (
  doors: Doors,
  {key, title}: Pick<Session, 'key' | 'title'>,
): Promise<void> => {
  const archived = await request(doors, 'session.archive', {session: key});
  if (archived === undefined) return;
  if (!isChat(key)) return sayStartedOver(doors, archived.title);
  const open = openSession(doors.store.get()).key === key;
  if (open) openMain(doors);
  const undo = {kind: 'archive', session: key, title, open} as const;
  say(doors, 'ok', `Archived "${title}". /session, then Tab lists archived ones.`, undo);
};

export const restoreConversation = async (
  doors: Doors,
  {key, title}: Pick<Session, 'key' | 'title'>,
): Promise<void> => {
  if ((await request(doors, 'session.restore', {session: key})) !== undefined) say(doors, 'ok', `Restored "${title}".`);
};

/** Starts over; the messages become an archived conversation. A group's messages stay in the group. */
export const startOver = async (doors: Doors, session: SessionKey): Promise<void> => {
  const kind = doors.store.get().gateway.sessions.get(session)?.kind;
  const archive = !isIsolated(session) && kind !== 'group';
  const done = await request(doors, 'session.reset', {session, ...(archive && {archive})});
  const archived = done?.archived === undefined ? undefined : doors.store.get().gateway.sessions.get(done.archived);
  if (archived !== undefined) sayStartedOver(doors, archived.title);
};

/** Asks for the title, because nothing brings a deleted conversation back. */
export const askDelete = (doors: Doors, {key, title}: Pick<Session, 'key' | 'title'>): void =>
  askFor(doors, {kind: 'delete', session: key, title});

export const setModel = async (doors: Doors, name: string): Promise<void> => {
  const {key, title, model} = openSession(doors.store.get());
  if (name === '') {
    say(doors, 'ok', model === undefined ? 'This conversation uses the configured model.' : `model: ${model}`);
    return;
  }
  const done = await request(doors, 'session.model', {session: key, ...(name !== 'default' && {model: name})});
  if (done === undefined) return;
  say(
    doors,
    'ok',
    done.model === undefined ? `"${title}" uses the configured model.` : `"${title}" uses ${done.model}.`,
  );
};

const openMain = (doors: Doors): void => {
  const main = mainSessionOf(doors.store.get().gateway);
  if (main !== undefined) open(doors, main);
};

const open = ({store}: Doors, session: SessionKey): void => store.dispatch({type: 'open', session});

const sayStartedOver = (doors: Doors, title: string): void =>
  say(doors, 'ok', `Archived the messages as "${title}". PgUp shows them.`);
