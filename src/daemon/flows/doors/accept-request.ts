// Accepts a request from another program: a turn, a direct delivery, or a note. Message, key and delivery are stored in
// one transaction before the response. A repeated request finds the stored key and adds nothing.

import {type Address, channelOf, TERMINAL} from '../../../shared/records/address.ts';
import type {MessageId, RequestId, TurnId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import {kindOfSession, type SessionKey, wakeSession} from '../../../shared/records/session-key.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {DAY, MINUTE} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {Core} from '../../core.ts';
import {verbatimTargets} from '../../delivery/targets.ts';
import type {AcceptRequest, DoorRequest, DoorVerdict, KeptRequest} from '../../ports/door.ts';
import type {Emit} from '../../ports/store.ts';
import type {Router} from '../../router.ts';
import type {Entrance, Verdict} from '../../routing/admit.ts';
import {firstWords, givenTitle, UNTITLED} from '../../sessions/conversation-title.ts';

type AcceptDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
  readonly admit: (entrance: Entrance) => Verdict;
  readonly limits: () => Config['limits'];
};

export const createAcceptRequest =
  (deps: AcceptDeps): AcceptRequest =>
  async request => {
    try {
      const known = knownFor(deps, request);
      if (known !== undefined) return repeated(deps, request, known);
      return request.session === 'new' || request.reply === 'turn'
        ? await asTurn(deps, request)
        : await asMessage(deps, request, request.reply);
    } catch (error) {
      // Two requests with the same key may arrive together. The transaction decides which is first.
      if (error instanceof KeyTaken) return repeated(deps, request, error.by);
      if (!(error instanceof GatewayError)) deps.log.error({error}, "Couldn't store a request.");
      return {kind: 'unavailable', reason: errorMessage(error)};
    }
  };

const asTurn = async (deps: AcceptDeps, request: DoorRequest): Promise<DoorVerdict> => {
  const {text, payload, frame, trust, user, source} = request;
  const id = deps.ids.next('req');
  const isNew = request.session === 'new';
  const session = isNew ? wakeSession(deps.agent(), id) : request.session;
  const home = isNew ? deps.people.conversationOf(request.user) : session;
  const address = home && deps.people.addressIn(home);
  let messageId: MessageId | undefined;
  const entry = await deps.router.inject(
    {
      target: session,
      content: text,
      frame,
      trust,
      source,
      key: id,
      payload,
      user,
      replyTo: isNew ? address : undefined,
      promptChannel: address && channelOf(address),
    },
    {
      opens: isNew ? emit => openConversation(deps, request, {session, user: request.user, id}, emit) : undefined,
      deliver: address !== undefined,
      patient: true,
      onKept: turn => {
        messageId = deps.store.messages.byKey(id)?.id;
        if (messageId !== undefined) keep(deps, request, {id, messageId, turnId: turn.id});
      },
    },
  );
  if (entry.kind === 'refused') return entry.later === true ? tooOften(deps) : {kind: 'refused', reason: entry.reason};
  if (messageId === undefined) throw new TypeError(`request ${id} was accepted without a message`);
  return {kind: 'accepted', id, messageId, session: entry.session, outcome: entry.outcome};
};

/** A request into a conversation that exists. */
type Placed = Extract<DoorRequest, {readonly session: SessionKey}>;

const asMessage = async (deps: AcceptDeps, request: Placed, reply: 'verbatim' | 'note'): Promise<DoorVerdict> => {
  const {store, ids} = deps;
  const session = deps.people.current(request.session);
  const verdict = deps.admit({...request, session});
  if (verdict.kind === 'refuse')
    return verdict.later === true ? tooOften(deps) : {kind: 'refused', reason: verdict.reason};
  const id = ids.next('req');
  const messageId = ids.next('msg');
  await store.transactBatched(emit => {
    keep(deps, request, {id, messageId});
    put(deps, {...request, trust: verdict.trust}, {id: messageId, reply}, emit);
    if (reply === 'verbatim') deliver(deps, request, id, emit);
  });
  return {kind: 'accepted', id, messageId, session, outcome: undefined};
};

const put = (
  {store, index, clock, people: {ceilingOf: ceilingIn, current}}: AcceptDeps,
  {session: target, trust, source, text, payload, frame}: Placed,
  {id, reply}: {readonly id: MessageId; readonly reply: 'verbatim' | 'note'},
  emit: Emit,
): void => {
  const session = current(target);
  const at = clock.now();
  index.touch({session, trust: ceilingIn(session), at, routed: false}, emit);
  const base = {id, session, text, at, source, trust, payload};
  const message: Message = reply === 'note' ? {...base, role: 'user', frame} : {...base, role: 'assistant'};
  emit({type: 'message.added', session, trust, message: store.messages.add(message)});
  index.changed(session, emit);
};

/**
 * Delivers to the conversation's address. What is for a person goes where they are, like an announcement; the terminal
 * has it in any case, because it shows the conversation.
 */
const deliver = (deps: AcceptDeps, {session: target, text, source}: Placed, id: RequestId, emit: Emit): void => {
  const session = deps.people.current(target);
  const user = deps.people.userIn(session);
  const all = verbatimTargets(session, user === undefined ? [] : deps.people.addressesOf(user));
  const put = (key: string, address: Address) =>
    void deps.outbox.enqueue({key: `${key}@${address}`, address, text, session}, emit);
  const isAtTerminal = all[0] === TERMINAL;
  if (isAtTerminal) put(id, TERMINAL);
  const key = isAtTerminal ? `${id}@away` : id;
  const kind = kindOfSession(session);
  const addressed = kind !== 'person' && !isAtTerminal;
  const of = {run: {id}, source, text, key, person: kind === 'group' ? undefined : user, alreadyIn: session} as const;
  const addresses = deps.reach.aim({...of, kind: 'announce', otherwise: isAtTerminal ? all.slice(1) : all, addressed});
  for (const address of addresses) put(key, address);
};

/** Call this in the transaction that stores the message. */
const keep = (
  deps: AcceptDeps,
  request: DoorRequest,
  ids: {readonly id: RequestId; readonly messageId: MessageId; readonly turnId?: TurnId},
): void => {
  const known = knownFor(deps, request);
  if (known !== undefined) throw new KeyTaken(known);
  const {source, key, digest} = request;
  const at = deps.clock.now();
  const kept: KeptRequest = {
    ...ids,
    ...source,
    key: key?.text,
    digest,
    at,
    expiresAt: at + (key?.lifeMs ?? 0),
  };
  deps.store.requests.add(kept, at - LONGEST_KEPT_MS);
};

const knownFor = ({store, clock}: AcceptDeps, {source, key}: DoorRequest): KeptRequest | undefined =>
  key === undefined ? undefined : store.requests.byKey({...source, key: key.text, now: clock.now()});

/** Returns the first answer again. */
const repeated = async (deps: AcceptDeps, request: DoorRequest, known: KeptRequest): Promise<DoorVerdict> => {
  if (known.digest !== request.digest) return {kind: 'conflict'};
  const {id, messageId, turnId} = known;
  const stored = deps.store.messages.get(messageId)?.session;
  // Its conversation may be deleted by now.
  const session = stored ?? (request.session === 'new' ? wakeSession(deps.agent(), id) : request.session);
  return {kind: 'accepted', id, messageId, session, outcome: turnId && outcomeOf(deps, request, {id, session})};
};

/** The router finds the turn by the request id. */
const outcomeOf = (
  {store, router}: AcceptDeps,
  {text, frame, trust, source}: DoorRequest,
  {id, session}: {readonly id: RequestId; readonly session: SessionKey},
) => {
  if (store.messages.byKey(id) === undefined) return undefined;
  return router
    .inject({target: session, content: text, frame, trust, source, key: id})
    .then(entry => (entry.kind === 'accepted' ? entry.outcome : {kind: 'failed' as const, error: entry.reason}));
};

const tooOften = ({limits}: AcceptDeps): DoorVerdict => ({
  kind: 'too-often',
  retryAfterMs: MINUTE / limits().injectionsPerMinute,
});

/** Another request stored the key in between. */
class KeyTaken extends Error {
  readonly by: KeptRequest;

  constructor(by: KeptRequest) {
    super('The key is taken.');
    this.by = by;
  }
}

const LONGEST_KEPT_MS = 90 * DAY;

type Opened = {readonly session: SessionKey; readonly user: string; readonly id: RequestId};

/**
 * Opens the conversation of a wake-up that names none, in the transaction that stores its message. The request makes
 * it: the same request never opens a second one.
 */
const openConversation = (
  {store, clock, index, people: {trustOf}}: Core,
  {source, text}: DoorRequest,
  {session, user, id}: Opened,
  emit: Emit,
): void => {
  store.sessions.put({
    key: session,
    kind: 'chat',
    title: givenTitle(`${source.name}: ${firstWords(text) ?? UNTITLED}`),
    trust: trustOf(user) ?? 'public',
    lastActivityAt: clock.now(),
    user,
    madeWith: id,
  });
  const state = index.get(session);
  if (state !== undefined) emit({type: 'session.created', session, state});
};
