// The only entry for messages. An Inbound comes from a channel, with the route that was resolved for it. An Injection
// is internal and names its target. Both pass the same policy and queue, and become turns in the same way. No other
// module starts a turn.

import {type Address, channelOf} from '../shared/records/address.ts';
import type {Inbound, Injection} from '../shared/records/delivery/injection.ts';
import type {Frame} from '../shared/records/frame.ts';
import type {RunId, TurnId} from '../shared/records/ids.ts';
import {
  causeOf,
  channelOfSource,
  type Message,
  type MessageSource,
  nameOfSource,
  sentByProgram,
} from '../shared/records/message.ts';
import type {Attachment, MessageDetails} from '../shared/records/message-details.ts';
import {addressOfSession, type SessionKey} from '../shared/records/session-key.ts';
import {joinLimits, type TextLimit, type Trust} from '../shared/records/trust.ts';
import {begunAgain, type Turn, type TurnOutcome} from '../shared/records/turn.ts';
import {errorMessage, GatewayError} from '../shared/text/gateway-error.ts';
import type {EpochMs} from '../shared/time/time.ts';
import type {Core} from './core.ts';
import type {Emit} from './ports/store.ts';
import type {Verdict} from './routing/admit.ts';
import type {Route} from './routing/resolve-route.ts';
import {firstWords} from './sessions/conversation-title.ts';
import {removeTurn} from './sessions/remove-turn.ts';
import type {TurnRunner} from './turns/run-turn.ts';
import type {TurnJob} from './turns/turn-job.ts';
import {recordedOutcome} from './turns/turn-outcome.ts';
import type {Settle} from './turns/turn-record.ts';

export type Entry =
  | {
      readonly kind: 'accepted';
      readonly session: SessionKey;
      readonly turnId: TurnId;
      /** Resolves when the turn has ended; never rejects. */
      readonly outcome: Promise<TurnOutcome>;
    }
  /** `later`: a rate limit refused the message. The same message is accepted later. */
  | {readonly kind: 'refused'; readonly reason: string; readonly later?: true};

export type EntryOptions = Omit<TurnJob, 'turn' | 'zone'> & {
  /** Also send the reply to the session's own address. */
  readonly deliver?: boolean;
  /**
   * Runs in the transaction that stores the message and its turn, before them. If it throws, nothing is stored and the
   * error is rethrown.
   */
  readonly opens?: (emit: Emit) => void;
  /** The same, after them. */
  readonly onKept?: (turn: Turn, emit: Emit) => void;
  /**
   * Treats a key that belongs to another text or conversation as a conflict. @default the message with that key is used
   */
  readonly sameText?: true;
  /** The sender retries after a rate limit, so that refusal isn't published. */
  readonly patient?: boolean;
};

/** A message that enters, from a channel or from inside. */
type Opening = {
  readonly session: SessionKey;
  readonly trust: Trust;
  readonly user?: string | undefined;
  readonly text: string;
  readonly frame?: Frame | undefined;
  readonly payload?: string | undefined;
  readonly runId?: RunId | undefined;
  readonly at: EpochMs;
  readonly source: MessageSource;
  /** The address for the answer. @default the address of the session */
  readonly replyTo?: Address | undefined;
  /** The operator named `replyTo`. */
  readonly addressed?: boolean;
  readonly promptChannel?: string | undefined;
  readonly key?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly limits?: readonly TextLimit[] | undefined;
  readonly details?: MessageDetails | undefined;
};

type RouterDeps = Core & {
  /** Checks trust and rate limits for every message. May lower the trust, never raise it. */
  readonly admit: (opening: Opening) => Verdict;
  readonly turns: TurnRunner;
  /** The outcome that people get, in the transaction that ends the turn. @default its own */
  readonly ending?: (turn: Turn, outcome: TurnOutcome, emit: Emit) => TurnOutcome;
  /** Creates the delivery of a reply, in the transaction that ends its turn. */
  readonly deliverReply: (turn: Turn, outcome: TurnOutcome, emit: Emit) => void;
  /** Called in the transaction that ends a turn, for every turn. @default does nothing */
  readonly turnEnded?: (turn: Turn, outcome: TurnOutcome, how: AfterTurn, emit: Emit) => void;
};

export type AfterTurn = {
  readonly ownModel: boolean;
  /** Starts queued turns again. */
  readonly router: Pick<Router, 'resume'>;
};

export type Router = {
  /** Accepts a message from a channel. Resolves once it is stored. Rejects with `busy` when too many messages wait. */
  readonly dispatch: (inbound: Inbound, route: Route, options?: EntryOptions) => Promise<Entry>;
  /** Accepts an internal message, like `dispatch`. */
  readonly inject: (injection: Injection, options?: EntryOptions) => Promise<Entry>;
  /** Starts a turn that was queued when the previous daemon stopped, or lets an interrupted one go on. */
  readonly resume: (turn: Turn, options?: EntryOptions) => Promise<TurnOutcome>;
};

export const createRouter = (deps: RouterDeps): Router => {
  const {store, clock, index} = deps;
  const {
    people: {addressIn = addressOfSession},
  } = deps;
  const live = new Map<TurnId, Promise<TurnOutcome>>();

  const enter = async (stated: Opening, options: EntryOptions): Promise<Entry> => {
    const known = stated.key === undefined ? undefined : store.messages.byKey(stated.key);
    if (known !== undefined) return repeated(known, stated, options);
    const verdict = deps.admit(stated);
    if (verdict.kind === 'refuse') {
      if (verdict.later !== true) return refused(verdict.reason, stated);
      const entry = {kind: 'refused', reason: verdict.reason, later: true} as const;
      return options.patient === true ? entry : {...refused(verdict.reason, stated), later: true};
    }
    const opening = {...stated, trust: verdict.trust, user: stated.user ?? deps.people.userIn(stated.session)};

    using reservation = index.reserve(opening.session);
    const kept = await store.transactBatched(emit => keep(deps, opening, options, emit));
    reservation[Symbol.dispose]();
    if (kept.kind === 'known') return repeated(kept.message, stated, options);
    return {kind: 'accepted', session: opening.session, turnId: kept.turn.id, outcome: start(kept.turn, options)};
  };

  const start = (turn: Turn, options: EntryOptions): Promise<TurnOutcome> => {
    const {deliver, patient, opens, onKept, sameText, settle, ...rest} = options;
    const {until} = rest;
    const model = options.model ?? store.sessions.get(turn.session)?.model;
    const settleAll: Settle = (ended, emit) => {
      const outcome = deps.ending?.(turn, ended, emit) ?? ended;
      settle?.(outcome, emit);
      if (turn.deliver) deps.deliverReply(turn, outcome, emit);
      deps.turnEnded?.(turn, outcome, {ownModel: model !== undefined, router: {resume}}, emit);
    };
    const job: TurnJob = {
      ...rest,
      model: model ?? rest.model,
      turn,
      zone: deps.people.zoneOf(turn.user),
      settle: settleAll,
    };
    const ended = deps.sessions
      .enter({
        turnId: turn.id,
        session: turn.session,
        replyTo: turn.replyTo,
        fromPerson: turn.source.kind === 'user' || turn.source.kind === 'operator',
        run: signal => deps.turns.run(job, signal),
      })
      .finally(() => {
        live.delete(turn.id);
        timer?.[Symbol.dispose]();
      });
    const timer = until === undefined ? undefined : clock.after(Math.max(1, until - clock.now()), () => expire(turn));
    live.set(turn.id, ended);
    return ended;
  };

  const resume: Router['resume'] = (turn, options = {}) => {
    const running = live.get(turn.id);
    if (running !== undefined) return running;
    const queued = turn.state === 'queued' ? turn : begunAgain(turn);
    if (queued !== turn) store.transact(() => store.turns.put(queued));
    return start(queued, options);
  };

  const expire = (turn: Turn): void => {
    if (!deps.sessions.withdraw(turn.id, 'The turn did not start in time.')) return;
    try {
      store.transact(emit => removeTurn(deps, turn, emit));
    } catch (error) {
      // The next start of the daemon withdraws the turn.
      deps.log.error({turn: turn.id, error}, `Couldn't withdraw a turn: ${errorMessage(error)}`);
    }
  };

  const repeated = (message: Message, {text, session}: Opening, {sameText}: EntryOptions): Entry => {
    const isThere = [message.session, deps.people.current?.(message.session)].includes(session);
    if (sameText === true && (message.text !== text || !isThere)) {
      throw new GatewayError('conflict', `That key belongs to message ${message.id}, which has other content.`);
    }
    const turn = message.turnId === undefined ? undefined : store.turns.get(message.turnId);
    if (turn === undefined) throw new GatewayError('conflict', 'That key belongs to a message that started no turn.');
    const outcome = live.get(turn.id) ?? Promise.resolve(recordedOutcome(turn, store.messages.ofTurn(turn.id)));
    return {kind: 'accepted', session: message.session, turnId: turn.id, outcome};
  };

  const refused = (reason: string, {source, session, trust}: Opening): Extract<Entry, {kind: 'refused'}> => {
    const context = {session, trust};
    store.transact(emit => emit({...context, cause: causeOf(source), type: 'policy.refused', reason, source}));
    deps.log.warn({...context, source}, `Refused: ${reason}`);
    return {kind: 'refused', reason};
  };

  return {
    dispatch: async ({channel, text, at, key, attachments, details, limits}, route, options = {}) => {
      const {session, replyTo, trust, user} = route;
      const source: MessageSource = {kind: 'user', name: user, channel};
      const message = {text, at, source, promptChannel: channel, key, attachments, details, limits};
      return enter({session, replyTo, trust, user, ...message}, options);
    },
    inject: ({target, content, ...injection}, options = {}) => {
      const session = deps.people.current?.(target) ?? target;
      const replyTo = injection.replyTo ?? (options.deliver === true ? addressIn(target) : undefined);
      const addressed = injection.source.kind === 'operator' && injection.replyTo !== undefined;
      return enter({...injection, session, replyTo, addressed, text: content, at: clock.now()}, options);
    },
    resume,
  };
};

type StoredMessage = {readonly kind: 'new'; readonly turn: Turn} | {readonly kind: 'known'; readonly message: Message};

/** Stores the message and its queued turn together, so that an accepted message is answered even after a restart. */
const keep = (
  {store, ids, index, people: {ceilingOf: ceilingIn, userIn}}: RouterDeps,
  opening: Opening,
  options: EntryOptions,
  emit: Emit,
): StoredMessage => {
  const {session, replyTo, trust, user, text, at, source, promptChannel, frame, payload, runId, key} = opening;
  const {attachments, details} = opening;
  // Two requests with one key may share a commit, so only this check decides which was first.
  const known = key === undefined ? undefined : store.messages.byKey(key);
  if (known !== undefined) return {kind: 'known', message: known};
  options.opens?.(emit);
  const turn: Turn = {
    id: ids.next('turn'),
    session,
    state: 'queued',
    source,
    trust,
    user,
    promptChannel,
    replyTo,
    deliver: options.deliver ?? false,
    addressed: opening.addressed === true ? (true as const) : undefined,
    queuedAt: at,
  };
  // A message into another person's conversation doesn't change the session's user.
  const routed = source.kind === 'user' && isAtHome(session, source, userIn(session));
  // A program's low trust is its message's, not the conversation's.
  const own = sentByProgram(source) ? (ceilingIn?.(session) ?? trust) : trust;
  // Another person's text keeps their trust in this conversation.
  const guest = {trust, by: {kind: 'user', name: user}} as const;
  const limits = joinLimits(opening.limits, source.kind === 'user' && !routed ? [guest] : []);
  const isPersons = source.kind === 'user' || source.kind === 'operator';
  const words = isPersons ? firstWords(text || (attachments?.[0]?.name ?? '')) : undefined;
  index.touch({session, trust: own, at, routed, words, user: routed && user !== undefined ? user : undefined}, emit);
  store.turns.put(turn);
  const message = store.messages.add(
    {
      id: ids.next('msg'),
      session,
      role: 'user',
      text,
      at,
      turnId: turn.id,
      source,
      attachments,
      details,
      frame,
      payload,
      runId,
      channel: channelOfSource(source),
      trust: sentByProgram(source) ? trust : undefined,
      limits: limits.length > 0 ? limits : undefined,
    },
    key,
  );
  emit({type: 'message.added', session, trust, cause: causeOf(source), message});
  index.changed(session, emit);
  options.onKept?.(turn, emit);
  return {kind: 'new', turn};
};

const isAtHome = (session: SessionKey, source: MessageSource, person: string | undefined): boolean => {
  if (person !== undefined && nameOfSource(source) === person) return true;
  const address = addressOfSession(session);
  return address !== undefined && channelOf(address) === channelOfSource(source);
};
