// Handles people on channels who got no answer: one neutral line for them and a note for the owner. The message is
// repeated once if nothing had been done. Each step shares a transaction with its cause, so a crash repeats none.

import {channelOf, isGroup} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import {isCrossSession, isFromDoor, isInterrupted, sentByProgram} from '../../../shared/records/message.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {isIsolated} from '../../../shared/records/session-key.ts';
import {capped, type Trust} from '../../../shared/records/trust.ts';
import {
  begunAgain,
  isOfPersonOnChannel,
  replyAddress,
  type Turn,
  type TurnOutcome,
} from '../../../shared/records/turn.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, HOUR} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {sentReply} from '../../delivery/reply.ts';
import type {Emit} from '../../ports/store.ts';
import type {AfterTurn, Router} from '../../router.ts';
import {hasCalls, mayBeginAgain} from '../../turns/open-calls.ts';
import {runOfTurn} from '../../turns/run-transcript.ts';
import {type NoAnswer, noAnswerIn} from './no-answer.ts';
import {answeredIn, formatOutage, formatOver, isKnown, joined, openOutage, readOutage, writeOutage} from './outage.ts';
import {putNote} from './owner-note.ts';
import {followUndelivered} from './undelivered.ts';
import {unfinishedLine} from './unfinished-line.ts';

type UnansweredDeps = Core & {
  /** True if each turn in a group was addressed to the agent, by a mention or a quote. */
  readonly isAddressedInGroups: () => boolean;
};

export type Unanswered = {
  /**
   * Call it in the transaction that ends a turn. `ownModel`: the job's own model, whose result says nothing about the
   * others.
   */
  readonly turnEnded: (turn: Turn, outcome: TurnOutcome, how: AfterTurn, emit: Emit) => void;
  /** Call it in the transaction that ends a turn interrupted by the daemon's end. True if the message is repeated. */
  readonly interrupted: (turn: Turn, emit: Emit) => boolean;
  readonly askDue: (router: Pick<Router, 'resume'>) => void;
  /** Tells the owner about answers that are given up. */
  readonly follow: () => Disposable;
  readonly problems: () => readonly Problem[];
};

export const createUnanswered = (deps: UnansweredDeps): Unanswered => {
  const {store, log} = deps;
  const failureOf = (turn: Turn, outcome: TurnOutcome, closing: boolean): NoAnswer | undefined => {
    if (!isOfPersonOnChannel(turn) || deps.people.trustOf(turn.user) === undefined) return undefined;
    const messages = store.messages.ofTurn(turn.id);
    const hasSent = store.deliveries.ofTurn(turn.id).length > 0;
    return noAnswerIn({turn, outcome, messages, closing, hasSent, isAnswered: sentReply(store, turn) !== undefined});
  };
  /**
   * A program's message that was interrupted before any tool call starts again, once. Its other failures show in the
   * conversation.
   */
  const repeatsForProgram = (turn: Turn): boolean =>
    (isFromDoor(turn.source) || (isCrossSession(turn.source) && !isIsolated(turn.session))) &&
    turn.user !== undefined &&
    mayBeginAgain(turn) &&
    !hasCalls(store.messages.ofTurn(turn.id));
  /** An interrupted turn that had called tools goes on from its last stored step. A run resumes its own turn. */
  const goesOn = (turn: Turn): boolean =>
    mayBeginAgain(turn) &&
    !isIsolated(turn.session) &&
    (turn.source.kind === 'user' || turn.source.kind === 'operator' || sentByProgram(turn.source)) &&
    trustNow(deps, turn) !== undefined &&
    runOfTurn(store, turn) === undefined &&
    hasCalls(store.messages.ofTurn(turn.id));

  const askDue = (router: Pick<Router, 'resume'>): void => {
    if (deps.closing.aborted) return;
    for (const turn of store.turns.toRetry()) if (turn.retry === 'due') askAgain(deps, router, turn);
  };

  const afterCommit = (work: () => void): void =>
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => log.error({error}, `Couldn't ask again about what is due: ${errorMessage(error)}`));

  return {
    askDue,
    turnEnded: (turn, outcome, {ownModel, router}, emit) => {
      const wasClosed = outcome.kind === 'aborted' && deps.closing.aborted;
      const failure = wasClosed && goesOn(turn) ? undefined : failureOf(turn, outcome, deps.closing.aborted);
      if (failure !== undefined) fail(deps, turn, failure, emit);
      else if (wasClosed && (goesOn(turn) || repeatsForProgram(turn))) setRetry(deps, turn, 'due');
      else if (!ownModel && (outcome.kind === 'replied' || outcome.kind === 'silent')) {
        if (answered(deps, turn, emit)) afterCommit(() => askDue(router));
      }
    },
    interrupted: (turn, emit) => {
      if (goesOn(turn) || repeatsForProgram(turn)) {
        setRetry(deps, turn, 'due');
        return true;
      }
      const failure = failureOf(turn, {kind: 'aborted', error: ''}, true);
      if (failure !== undefined) fail(deps, turn, failure, emit);
      return failure?.mayAskAgain === true;
    },
    follow: () => followUndelivered(deps),
    problems: () => {
      const outage = openOutage(store.cursors);
      if (outage === undefined) return [];
      return [
        {key: outage.channel ?? 'agent.model', reason: formatOutage(outage), inForce: 'Their messages are kept.'},
      ];
    },
  };
};

const fail = (deps: UnansweredDeps, turn: Turn, failure: NoAnswer, emit: Emit): void => {
  const {store} = deps;
  // Only the newest message of a chat is repeated; its context includes the earlier ones.
  for (const older of store.turns.toRetry()) if (isSameChat(older, turn)) passOver(deps, older);
  const {mayAskAgain, interrupted} = failure;
  if (mayAskAgain) setRetry(deps, turn, interrupted ? 'due' : 'waiting');
  // The next start repeats it at once, so no notice is needed.
  if (mayAskAgain && interrupted) return;
  sendLine(deps, turn, mayAskAgain, emit);
  notifyOwner(deps, turn, failure, emit);
};

/** The model works. True if that makes another message due for its repetition. */
const answered = (deps: UnansweredDeps, turn: Turn, emit: Emit): boolean => {
  const {store, clock} = deps;
  store.cursors.remove(passedMark(turn));
  const outage = openOutage(store.cursors);
  const waiting = store.turns.toRetry();
  if (outage === undefined && waiting.length === 0) return false;
  for (const item of waiting) setRetry(deps, item, isSameChat(item, turn) ? 'used' : 'due');
  const isDue = waiting.some(item => !isSameChat(item, turn));
  if (outage === undefined) return isDue;
  const now = isOfPersonOnChannel(turn) ? answeredIn(outage, turn.session) : outage;
  const isAsked = isDue || [...store.turns.inState('queued'), ...store.turns.inState('running')].some(isRetry);
  writeOutage(store.cursors, isAsked ? now : {...now, endedAt: clock.now()});
  if (!isAsked && now.quiet === undefined) putNote(deps, `${now.note}/over`, formatOver(now), emit);
  return isDue;
};

/** An answer at the terminal doesn't reach somebody who asked on a channel, also in the same conversation. */
const isSameChat = (a: Turn, b: Turn): boolean => a.session === b.session && replyAddress(a) === replyAddress(b);

const isRetry = ({retry}: Turn): boolean => retry === 'used';

/** The next repetition of the chat includes this message. If that fails too, its line names both. */
const passOver = (deps: UnansweredDeps, older: Turn): void => {
  const {store} = deps;
  setRetry(deps, older, 'used');
  if (store.messages.byKey(lineKey(older)) !== undefined) return;
  store.cursors.set(passedMark(older), JSON.stringify([...passedOver(deps, older), older.id].slice(-MOST_NAMED)));
};

const passedOver = ({store}: UnansweredDeps, turn: Turn): readonly TurnId[] =>
  JSON.parse(store.cursors.get(passedMark(turn)) ?? '[]') as readonly TurnId[];

/**
 * Sends one line, never the error. While the message waits for its repetition the line is neutral, and sent at most
 * once an hour. A request that gets no answer any more is named, unless it had a line already.
 */
const sendLine = (deps: UnansweredDeps, turn: Turn, waits: boolean, emit: Emit): void => {
  const {store, clock, outbox, index, ids} = deps;
  const {id, session, user, trust} = turn;
  const address = replyAddress(turn);
  if (address === undefined || user === undefined) return;
  // Whoever wrote a mail doesn't wait for it: one mail, one answer.
  if (waits && channelFacts(channelOf(address))?.isThreaded === true) return;
  const group = isGroup(address);
  if (group && !deps.isAddressedInGroups()) return;
  const now = clock.now();
  const limits = [lineMark(user), ...(group ? [lineMark(session)] : [])];
  const key = lineKey(turn);
  const isTold = store.messages.byKey(key) !== undefined;
  if (isTold || (waits && limits.some(mark => isRecent(store.cursors.get(mark), now)))) return;
  for (const mark of limits) store.cursors.set(mark, String(now));
  const line = waits ? COULD_NOT : namedLine(deps, turn);
  const text = group ? line : `${line} ${whatFollows(user, deps.people.owner())}`;
  index.touch({session, trust, at: now, routed: false}, emit);
  const source = {kind: 'system', name: 'unanswered'} as const;
  const said = {role: 'assistant', text, at: now, source, channel: channelOf(address)} as const;
  const message = store.messages.add({...said, id: ids.next('msg'), session}, key);
  emit({type: 'message.added', session, cause: id, trust, message});
  outbox.enqueue({key, address, text, session, turnId: id, holding: true}, emit);
  index.changed(session, emit);
};

const namedLine = (deps: UnansweredDeps, turn: Turn): string => {
  const {store} = deps;
  const passed = passedOver(deps, turn);
  store.cursors.remove(passedMark(turn));
  return unfinishedLine({
    asked: [...passed, turn.id].flatMap(id => store.messages.ofTurn(id)[0]?.text ?? []),
    messages: store.messages.ofTurn(turn.id),
    reminders: store.reminders.ofTurn(turn.id),
  });
};

const whatFollows = (user: string, owner: string | undefined): string => {
  if (user === owner) return 'The reason is in a note in your own conversation, at the terminal.';
  return `I'll tell ${owner === undefined || owner === 'owner' ? 'the owner' : owner}.`;
};

const isRecent = (at: string | undefined, now: EpochMs): boolean =>
  at !== undefined && Math.abs(now - Number(at)) < LINE_EVERY_MS;

/** The first failure of an outage adds a note, and later ones update it. */
const notifyOwner = (deps: UnansweredDeps, turn: Turn, {reason}: NoAnswer, emit: Emit): void => {
  const {store, clock} = deps;
  const {id, session, user = ''} = turn;
  const who = {user, session};
  const open = openOutage(store.cursors);
  if (open !== undefined) {
    const outage = joined(open, who);
    writeOutage(store.cursors, outage);
    replaceText(deps, outage.note, formatOutage(outage), emit);
    return;
  }
  const known = isKnown(readOutage(store.cursors), who, clock.now());
  const address = replyAddress(turn);
  const channel = address && channelOf(address);
  const outage = {since: clock.now(), reason, channel, people: [who], note: `outage:${id}`};
  writeOutage(store.cursors, known ? {...outage, quiet: true} : outage);
  if (!known) putNote(deps, outage.note, formatOutage(outage), emit);
};

const replaceText = ({store}: UnansweredDeps, key: string, text: string, emit: Emit): void => {
  const note = store.messages.byKey(key);
  if (note === undefined || note.text === text) return;
  const message = store.messages.rewrite(note.id, {text});
  if (message !== undefined) emit({type: 'message.changed', session: message.session, message});
};

/** Queues the turn again and marks it as repeated, in one transaction, so that it happens once. */
const askAgain = (deps: UnansweredDeps, router: Pick<Router, 'resume'>, {id}: Turn): void => {
  const {store} = deps;
  const queued = store.transact(emit => {
    const turn = store.turns.get(id);
    if (turn?.retry !== 'due') return undefined;
    const own = trustNow(deps, turn);
    const [asked, ...rest] = store.messages.ofTurn(id);
    const isGone = asked === undefined || (store.sessions.resetAt(turn.session) ?? 0) > asked.at;
    if (own === undefined || isGone) {
      setRetry(deps, turn, 'used');
      return undefined;
    }
    // The earlier partial answer reached nobody. Calls and their results stay: the turn goes on after them.
    const stays = hasCalls(rest);
    for (const {id: messageId, source} of rest) {
      if (stays && !isInterrupted(source)) continue;
      store.messages.remove(messageId);
      const {session, trust} = turn;
      emit({type: 'message.retracted', session, cause: id, trust, messageId, turnId: id});
    }
    const again: Turn = {...begunAgain(turn), retry: 'used', trust: capped(own, turn.trust)};
    store.turns.put(again);
    return again;
  });
  if (queued !== undefined) void router.resume(queued);
};

/** The trust of the turn's person now. Whoever holds the socket needs no entry in the configuration. */
const trustNow = ({people: {trustOf}}: UnansweredDeps, {user, source, trust}: Turn): Trust | undefined =>
  user === undefined && source.kind === 'operator' ? trust : trustOf(user);

const setRetry = ({store}: UnansweredDeps, {id}: Turn, retry: NonNullable<Turn['retry']>): void => {
  const kept = store.turns.get(id);
  if (kept !== undefined) store.turns.put({...kept, retry});
};

const lineKey = (turn: Turn): string => `unanswered:${turn.id}@${replyAddress(turn)}`;

const passedMark = (turn: Turn): string => `unanswered.passed:${turn.session}@${replyAddress(turn)}`;

const lineMark = (of: string): string => `unanswered.line:${of}`;

const COULD_NOT = "I couldn't answer this just now.";
const LINE_EVERY_MS = HOUR;
const MOST_NAMED = 5;
