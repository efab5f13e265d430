// `/chats`, `/chat` and `/new` on a phone: which conversation the person talks to there.

import {saysNothing, spokenIn} from '../../../shared/record-text/sentinels.ts';
import {type Address, isGroup} from '../../../shared/records/address.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {Session} from '../../../shared/records/session.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {NewConversation} from '../conversations/conversation-service.ts';

export type ChatConversations = {
  /** The conversations that the person made, last active first. */
  readonly made: (user: string) => readonly Session[];
  readonly create: (wanted: NewConversation) => Session;
  readonly restore: (session: SessionKey) => Session;
  /** Archives the messages. Undefined if there are none. */
  readonly cut: (session: SessionKey) => Promise<Session | undefined>;
  /** All conversations with the person. */
  readonly withUser: (user: string) => readonly SessionKey[];
  /** The newest messages of a conversation with all these words. */
  readonly search: (session: SessionKey, words: string, limit: number) => readonly Message[];
  /** Without a session, the person's own conversation. */
  readonly choose: (user: string, session?: SessionKey) => void;
};

type ChatPerson = {
  readonly user: string;
  /** The conversation that the person talks to now. */
  readonly session: SessionKey;
  /** The key of the command's message: a repeated command makes one conversation. */
  readonly key: string;
};

export const listChats = (
  {made}: ChatConversations,
  {user, session}: ChatPerson,
  formatAt: (at: EpochMs) => string,
): string => {
  const all = made(user);
  const open = all.filter(({archived}) => archived !== true);
  const archived = all.length - open.length;
  const here = (isHere: boolean): string => (isHere ? ' (you are here)' : '');
  return [
    'Your conversations:',
    `- ${OWN}${here(!open.some(({key}) => key === session))}`,
    ...open
      .slice(0, MOST_LISTED)
      .map(({key, title, lastActivityAt}) => `- ${title}, ${formatAt(lastActivityAt)}${here(key === session)}`),
    ...(open.length > MOST_LISTED ? [`… and ${open.length - MOST_LISTED} more.`] : []),
    ...(archived > 0 ? [`${archived} archived.`] : []),
    '/chat NAME goes to one, /new NAME starts one.',
  ].join('\n');
};

/** `rest`: the words behind `/chat`. */
export const goToChat = (conversations: ChatConversations, {user, session}: ChatPerson, rest: string): string => {
  const all = conversations.made(user);
  if (rest === '') {
    const {title = OWN} = all.find(({key}) => key === session) ?? {};
    return `You are in "${title}". /chats lists your conversations.`;
  }
  if (rest.toLowerCase() === OWN) {
    conversations.choose(user);
    return `Now in "${OWN}".`;
  }
  const found = called(all, rest);
  if (found.archived === true) conversations.restore(found.key);
  conversations.choose(user, found.key);
  return `Now in "${found.title}". ${BACK}`;
};

/** `rest`: the words behind `/new`. */
export const startChat = async (
  conversations: ChatConversations,
  {user, session, key}: ChatPerson,
  rest: string,
): Promise<string> => {
  if (rest === '') {
    const archived = await conversations.cut(session);
    const kept = archived === undefined ? '' : ` The messages are archived as "${archived.title}".`;
    return `Started over.${kept} Reminders stay.`;
  }
  if (rest.toLowerCase() === OWN)
    throw new GatewayError('conflict', `"${OWN}" is your own conversation: /chat ${OWN}.`);
  const made = conversations.create({title: rest, key, user});
  conversations.choose(user, made.key);
  return `Started "${made.title}". You are in it now. ${BACK}`;
};

/** `/find`: in this conversation, and outside of groups in all with the person. */
export const findMessages = (
  {withUser, search}: ChatConversations,
  {user, session, chat, rest}: ChatPerson & {readonly chat: Address; readonly rest: string},
  formatAt: (at: EpochMs) => string,
): string => {
  if (rest === '') throw new GatewayError('invalid', 'Write what to find: /find TEXT.');
  const own = isGroup(chat) ? [] : withUser(user);
  const messages = [...new Set([session, ...own])]
    .flatMap(key => search(key, rest, MOST_FOUND + 1))
    .filter(message => message.role !== 'tool' && !saysNothing(message))
    .toSorted((a, b) => b.at - a.at);
  if (messages.length === 0) return `No message with "${shortened(rest, LONGEST_QUOTE)}".`;
  return [
    ...messages
      .slice(0, MOST_FOUND)
      .map(message => `- ${formatAt(message.at)}: ${shortened(spokenIn(message), LONGEST_QUOTE)}`),
    ...(messages.length > MOST_FOUND ? ['… and more. Write more words.'] : []),
  ].join('\n');
};

/** The only conversation that the name fits best. Open ones come before archived ones. */
const called = (all: readonly Session[], name: string): Session => {
  const wanted = name.toLowerCase();
  const tests: readonly ((title: string) => boolean)[] = [
    title => title === wanted,
    title => title.startsWith(wanted),
    title => title.includes(wanted),
  ];
  for (const archived of [false, true]) {
    for (const fits of tests) {
      const found = all.filter(
        session => (session.archived === true) === archived && fits(session.title.toLowerCase()),
      );
      const [only, ...others] = found;
      if (only !== undefined && others.length === 0) return only;
      if (only !== undefined) throw new GatewayError('invalid', ambiguous(name, found));
    }
  }
  throw new GatewayError('not_found', `No conversation "${name}". /chats lists yours; /new ${name} starts one.`);
};

const ambiguous = (name: string, found: readonly Session[]): string => {
  const titles = found.slice(0, MOST_NAMED).map(({title}) => `"${title}"`);
  return `"${name}" matches ${found.length}: ${titles.join(', ')}. Write more of the name.`;
};

/** The name of everybody's own conversation here. */
const OWN = 'main';
const BACK = `/chat ${OWN} goes back.`;
const MOST_LISTED = 20;
const MOST_NAMED = 3;
const MOST_FOUND = 10;
const LONGEST_QUOTE = 160;
