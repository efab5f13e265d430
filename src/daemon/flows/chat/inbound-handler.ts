// Handles what people do on a channel. A message becomes a turn, a command or an answer to a reminder; edits and
// reactions are stored where they belong. If a message can't be stored, the channel repeats it.

import {channelFacts} from '../../../shared/records/channels.ts';
import type {QuotedMessage} from '../../../shared/records/delivery/delivery.ts';
import type {Inbound, InboundChange, InboundReaction, Origin} from '../../../shared/records/delivery/injection.ts';
import {isIsolated, type SessionKey, threadLedger} from '../../../shared/records/session-key.ts';
import {storedLimits, type TextLimit} from '../../../shared/records/trust.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {Core} from '../../core.ts';
import type {HandleResult, InboundHandler, TakeAnswer} from '../../ports/channel.ts';
import type {Entry, Router} from '../../router.ts';
import type {ResolveRoute, Route} from '../../routing/resolve-route.ts';
import {chatWith, chosenChat} from '../../sessions/chosen-chat.ts';
import {keepContext} from '../../sessions/keep-context.ts';
import {limitsOfDelivery} from '../../turns/run-transcript.ts';
import {deleteMessage, editMessage, expireMessage} from './change-message.ts';
import type {ChatCommands} from './chat-commands.ts';
import type {ReadVoice} from './voice-message.ts';

type InboundHandlerDeps = Core & {
  readonly router: Pick<Router, 'dispatch'>;
  readonly resolveRoute: ResolveRoute;
  /** The channel's id and author of the message with this key. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
  readonly commands: ChatCommands;
  /** True if a job with this name exists. */
  readonly isJob: (name: string) => boolean;
  /** Adds the words of voice messages. */
  readonly readVoice: ReadVoice;
  /** Handles answers to reminders. @default none */
  readonly takeAnswer?: TakeAnswer;
};

export const createInboundHandler = (deps: InboundHandlerDeps): InboundHandler => ({
  handle: inbound => safely(deps, () => withRoute(deps, inbound, route => handle(deps, inbound, route))),
  change: change => safely(deps, () => withRoute(deps, change, route => apply(deps, change, route))),
  react: reaction => safely(deps, () => withRoute(deps, reaction, route => react(deps, reaction, route))),
  expire: key =>
    safely(deps, async () => {
      await expireMessage(deps, key);
      return KEPT;
    }),
});

/** Resolves the route once; everything below gets it. */
const withRoute = async (
  {resolveRoute}: InboundHandlerDeps,
  origin: Origin,
  act: (route: Route) => Promise<HandleResult>,
): Promise<HandleResult> => {
  const route = resolveRoute(origin);
  return route.kind === 'refused' ? {kind: 'refused', because: route.reason} : act(route);
};

type Keyed = Inbound & {readonly key: string};

const handle = async (deps: InboundHandlerDeps, inbound: Inbound, route: Route): Promise<HandleResult> => {
  if (inbound.thread !== undefined) {
    const inside = inThread(deps, inbound, inbound.thread, route);
    await oweInThread(deps, inbound, inside.session);
    return handleRouted(deps, inbound, inside);
  }
  const chosen = inbound.group === undefined ? chosenChat(deps.store, route.user) : undefined;
  return handleRouted(deps, inbound, chosen === undefined ? route : {...route, session: chosen});
};

/**
 * A reply goes where its question was asked. Any other mail goes into the conversation of its thread, which is created
 * if needed.
 */
const inThread = (
  {store, index, people: {userIn}}: InboundHandlerDeps,
  {answers, at}: Inbound,
  {title}: NonNullable<Inbound['thread']>,
  route: Route,
): Route => {
  const said = answers === undefined ? undefined : store.deliveries.get(answers)?.session;
  const isTheirs = said !== undefined && !isIsolated(said) && userIn(said) === route.user;
  if (isTheirs && store.sessions.get(said) !== undefined) return {...route, session: said};
  const {session: key, user, trust} = route;
  if (store.sessions.get(key) === undefined) {
    store.transact(emit => {
      store.sessions.put({key, kind: 'mail', title, user, trust, lastActivityAt: at});
      index.changed(key, emit);
    });
  }
  return route;
};

/** Notes that a mail thread owes a reply. The ledger of the sender's address has the message since its arrival. */
const oweInThread = async (
  {store}: InboundHandlerDeps,
  {context, at, key}: Inbound,
  session: SessionKey,
): Promise<void> => {
  const thread = threadLedger(session);
  if (thread === undefined || context === true || key === undefined || store.messages.byKey(key) !== undefined) return;
  await store.transactBatched(() => store.ledger.note({address: thread, way: 'in', at, id: key}));
};

const handleRouted = async (deps: InboundHandlerDeps, inbound: Inbound, route: Route): Promise<HandleResult> => {
  const {router, takeAnswer, commands} = deps;
  const received: Keyed = {...inbound, key: inbound.key ?? deps.ids.next('msg')};
  // Stored earlier, before a crash. Its turn, if any, continues on its own.
  if (deps.store.messages.byKey(received.key) !== undefined) return KEPT;
  const {session, trust, user, replyTo: chat} = route;
  const heard = inbound.context === true ? received : await deps.readVoice(received, {chat, session, user});
  const keyed = {...heard, limits: storedLimits(heard.limits, limitsOfQuote(deps, heard))};
  const {text, answers, at, key, writtenAt} = keyed;
  const who = {chat, session, trust, user, at, key, writtenAt, quote: quoteOf(deps, keyed)};
  if (takeAnswer !== undefined && (inbound.context === undefined || answers !== undefined)) {
    const reply = {...who, kind: 'reply' as const, text, to: answers};
    if ((await takeAnswer(reply)) === 'taken') return KEPT;
  }
  if (keyed.context === true) return keepAsContext(deps, keyed, route);
  if (await commands.perform(text, who)) return KEPT;
  return entered(await router.dispatch(keyed, route, {deliver: true, patient: true}));
};

/** The texts from elsewhere in a message of ours that the person quotes. */
const limitsOfQuote = ({store}: InboundHandlerDeps, {answers, details}: Inbound): readonly TextLimit[] | undefined => {
  const delivery = answers === undefined || details?.quote === undefined ? undefined : store.deliveries.get(answers);
  return delivery && limitsOfDelivery(store, delivery);
};

/** The question to quote in an answer without a turn, on channels that always quote. */
const quoteOf = ({named}: InboundHandlerDeps, {channel, key, text}: Keyed): QuotedMessage | undefined => {
  const name = channelFacts(channel)?.isThreaded === true ? named(key) : undefined;
  return name && {...name, text};
};

const entered = (entry: Entry): HandleResult => {
  if (entry.kind === 'accepted') return KEPT;
  return entry.later === true ? {kind: 'later', because: entry.reason} : {kind: 'refused', because: entry.reason};
};

const keepAsContext = async (deps: InboundHandlerDeps, inbound: Keyed, route: Route): Promise<HandleResult> => {
  const {text, at, channel, key, attachments, details, limits} = inbound;
  const source = {kind: 'user', name: route.user, channel} as const;
  const {session, trust} = route;
  const note = {session, trust, role: 'user', text, at, source, channel, key, attachments, details, limits} as const;
  await deps.store.transactBatched(emit => keepContext(deps, note, emit));
  return KEPT;
};

const apply = async (deps: InboundHandlerDeps, change: InboundChange, own: Route): Promise<HandleResult> => {
  const route = inItsChat(deps, own, deps.store.messages.byKey(change.of)?.session);
  if (change.text === undefined) {
    await deleteMessage(deps, change, route);
    return KEPT;
  }
  const edit = await editMessage(deps, change, route);
  if (edit.kind === 'kept') return KEPT;
  const {channel, sender, group, at, key, text, attachments} = change;
  // An edit that is asked again is owed a reply, like a message.
  await deps.store.transactBatched(() => deps.store.ledger.note({address: route.replyTo, way: 'in', at, id: key}));
  const inbound = {channel, sender, at, key, text, group, attachments, details: edit.details};
  if (edit.kind === 'unknown') {
    return handleRouted(deps, group === undefined ? inbound : {...inbound, context: true}, route);
  }
  return entered(await deps.router.dispatch(inbound, route, {deliver: true, patient: true}));
};

const react = async (deps: InboundHandlerDeps, reaction: InboundReaction, own: Route): Promise<HandleResult> => {
  const {store, takeAnswer} = deps;
  const {emoji, removed, to, at, key, channel} = reaction;
  const route = inItsChat(deps, own, store.deliveries.get(to)?.session);
  const {session, trust, user, replyTo: chat} = route;
  const answer = {kind: 'reaction' as const, chat, session, trust, user, at, key, emoji, removed, to};
  if (takeAnswer !== undefined && (await takeAnswer(answer)) === 'taken') return KEPT;
  const delivery = store.deliveries.get(to);
  const about = delivery?.text;
  const message = about === undefined ? 'your message' : `your message "${shortened(about, LONGEST_QUOTE)}"`;
  const text = removed
    ? `${user} took back their ${emoji} from ${message}`
    : `${user} reacted with ${emoji} to ${message}`;
  const source = {kind: 'user', name: user, channel} as const;
  const limits = delivery && limitsOfDelivery(store, delivery);
  const note = {session, trust, role: 'system', text, at, source, channel, key, limits} as const;
  await store.transactBatched(emit => keepContext(deps, note, emit));
  return KEPT;
};

/** A change to an earlier message belongs to that message's conversation, wherever the person is now. */
const inItsChat = ({store}: InboundHandlerDeps, route: Route, session: SessionKey | undefined): Route => {
  const chat = chatWith(store, session, route.user);
  return chat === undefined ? route : {...route, session: chat};
};

/** After a failure the channel keeps the message and repeats it. */
const safely = async ({log}: InboundHandlerDeps, work: () => Promise<HandleResult>): Promise<HandleResult> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayError)) log.error({error}, `Couldn't handle a message: ${errorMessage(error)}`);
    return {kind: 'later', because: errorMessage(error)};
  }
};

const KEPT: HandleResult = {kind: 'kept'};
const LONGEST_QUOTE = 200;
