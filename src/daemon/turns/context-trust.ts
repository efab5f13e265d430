// The texts from elsewhere that a turn reads. Text from programs and other conversations keeps the trust of its sender,
// until it leaves the context or a person trusts it.
import {type Message, nameOfSource, sentByProgram} from '../../shared/records/message.ts';
import type {KeptSession} from '../../shared/records/session.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {joinLimits, type TextLimit, type TextOrigin} from '../../shared/records/trust.ts';
import type {Store} from '../ports/store.ts';
import {isPicture} from './prompt/turn-pictures.ts';

/** The texts from elsewhere in these messages. `session`: the conversation that was read. */
export const limitsOfContext = (
  messages: readonly Message[],
  session: Pick<KeptSession, 'key' | 'summaryLimits' | 'trustedAt'> | undefined,
  seesPictures = false,
): readonly TextLimit[] =>
  joinLimits(
    session?.summaryLimits,
    messages
      .filter(message => !isTrusted(message, session))
      .flatMap(message => [...limitsOfMessage(message), ...(seesPictures ? limitsOfPictures(message) : [])]),
  );

/**
 * The texts from elsewhere in messages of a conversation that a turn of `by` reads. All of somebody else's conversation
 * is.
 */
export const limitsOfConversation = (
  session: Pick<KeptSession, 'key' | 'trust' | 'user' | 'summaryLimits' | 'trustedAt'>,
  messages: readonly Message[],
  by: {readonly session: SessionKey; readonly user?: string},
): readonly TextLimit[] => {
  const {key, trust, user} = session;
  const isOwn = key === by.session || (user !== undefined && user === by.user);
  return joinLimits(
    limitsOfContext(messages, session),
    isOwn ? undefined : [{trust, by: {kind: 'session', name: key}}],
  );
};

/** The texts from elsewhere that a turn had read, also one that was interrupted. */
export const limitsOfTurn = (
  {turns, messages}: Pick<Store, 'turns' | 'messages'>,
  id: NonNullable<Message['turnId']>,
): readonly TextLimit[] => joinLimits(turns.get(id)?.limits, messages.ofTurn(id).flatMap(limitsOfMessage));

/** A picture that the model sees. Whoever sent it need not have made it. */
const limitsOfPictures = ({attachments = []}: Message): readonly TextLimit[] =>
  attachments.filter(({type}) => isPicture(type)).map(({path}) => ({trust: 'public', by: {kind: 'file', name: path}}));

/** A person has trusted the text of that time. */
const isTrusted = (
  {session, at}: Message,
  read: {readonly key: SessionKey; readonly trustedAt?: number} | undefined,
): boolean => read?.key === session && read.trustedAt !== undefined && at <= read.trustedAt;

const limitsOfMessage = (message: Message): readonly TextLimit[] => {
  const {source, trust = 'public', limits = [], role} = message;
  if (sentByProgram(source)) return [...limits, {trust, by: {kind: source.kind, name: source.name}}];
  const tool = role === 'tool' ? nameOfSource(source) : undefined;
  const kind = tool === undefined ? undefined : READING_TOOLS[tool];
  // Until version 43 the output of a tool was stored without its origin.
  return limits.length === 0 && kind !== undefined ? [{trust: 'public', by: {kind}}] : limits;
};

/** Tools whose whole output is from elsewhere. */
const READING_TOOLS: Readonly<Record<string, TextOrigin['kind']>> = {web_fetch: 'web', web_search: 'search'};
