// Announces the result of an isolated turn in a person's conversation. The key is run and address, so an announcement
// is delivered once, even if it is repeated after a crash.

import {type Address, channelOf, isGroup, isProgram} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {ReminderId, TurnId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {InternalSource, Message} from '../../shared/records/message.ts';
import {kindOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {storedLimits, type TextLimit, type Trust} from '../../shared/records/trust.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Core} from '../core.ts';
import type {Reach} from '../delivery/reach/aim.ts';
import {announcementKey} from '../delivery/reply.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {Router} from '../router.ts';
import {withoutSentinels} from '../schedule/reply-verdict.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {markupOf} from '../turns/offline-turn.ts';
import {hasCalls} from '../turns/open-calls.ts';
import {limitsOfRun} from '../turns/run-transcript.ts';

type AnnounceDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
};

export type Announcement = {
  readonly run: Run;
  readonly source: InternalSource;
  /** The name for the model. */
  readonly title: string;
  readonly text: string;
  /** The texts from elsewhere that it holds. @default those that its run has read */
  readonly limits?: readonly TextLimit[];
  /** `rephrase`: the person's session announces the result in its own words. `direct`: the exact text. */
  readonly mode: 'rephrase' | 'direct';
  /** The task of the job. In a direct announcement it comes before the result in the person's conversation. */
  readonly task?: Pick<Message, 'text' | 'frame'>;
  /** The person must get a message: if the session stays silent, the text is sent directly. */
  readonly insist?: boolean;
  /**
   * True once nobody wants it any more. Checked before each step, because a session may take minutes. @default never
   */
  readonly isUnwanted?: () => boolean;
  /** The words are a model's. Any other text is delivered byte for byte. */
  readonly markup?: true;
  /** Deadline: after it the text is sent directly. */
  readonly until?: EpochMs;
  /** Number of earlier announcements of the run, for a repetition. */
  readonly repeatNumber?: number;
  /** The conversation that already has the text. It then only gets the delivery. */
  readonly alreadyIn?: SessionKey;
  /** The key of its deliveries, without the address. @default the run's id */
  readonly key?: string;
};

/** Without a run: the text of another program, or the reply to it. */
type DirectText = Omit<Announcement, 'mode' | 'title' | 'run' | 'key'> &
  ({readonly run: Run; readonly key?: string} | {readonly run?: undefined; readonly key: string});

export type Announcer = {
  /** Chooses the way of an unprompted message. Runs in the current transaction. */
  readonly aim: Reach['aim'];
  /** The end of the person's quiet hours, while they last. */
  readonly quietUntil: Reach['quietUntil'];
  /**
   * Announces to each address, once per conversation. Resolves when the deliveries are in the outbox, or the session
   * chose to be silent. Never rejects.
   */
  readonly announce: (announcement: Announcement, addresses: readonly Address[]) => Promise<void>;
  /** Adds the exact text to the session at an address and queues its delivery, in the current transaction. */
  readonly putDirectly: (announcement: DirectText, address: Address, emit: Emit) => void;
  /** Adds a system note to a session as unread, without a delivery. Runs in the current transaction. */
  readonly putNotice: (
    text: string,
    about: Pick<Announcement, 'run' | 'source' | 'limits'>,
    session: SessionKey,
    emit: Emit,
  ) => void;
  /** Adds a system note to the session at an address and delivers it, once per key. It answers no message. */
  readonly sendNotice: (
    text: string,
    about: Pick<Announcement, 'run' | 'source' | 'limits'> & {readonly key: string},
    address: Address,
    emit: Emit,
  ) => void;
};

export const createAnnouncer = (deps: AnnounceDeps): Announcer => {
  const {store, clock, log} = deps;
  const direct = createDirectAnnouncer(deps);
  const {putDirectly} = direct;

  const put = (announcement: Omit<Announcement, 'mode' | 'title'>, addresses: Addresses): Promise<void> =>
    untilSaved(
      () => store.transact(emit => addresses.forEach(address => void putDirectly(announcement, address, emit))),
      {
        ...deps,
        onWait: reason =>
          log.error({run: announcement.run.id, addresses}, `An announcement waits to be saved: ${reason}`),
      },
    );

  const announceIn = async (announcement: Announcement, session: SessionKey, all: Addresses): Promise<void> => {
    const {run, mode, until, isUnwanted = () => false} = announcement;
    if (isUnwanted()) return;
    const [first, ...rest] = all.filter(each => store.deliveries.byKey(announcementKey(run, each)) === undefined);
    if (first === undefined) return;
    const addresses: Addresses = [first, ...rest];
    const isTooLate = until !== undefined && clock.now() >= until;
    if (mode === 'direct' || isGroup(first) || isProgram(first) || isTooLate) {
      await put(announcement, addresses);
      return;
    }
    const failure = await rephrase(deps, announcement, session, addresses).catch(errorMessage);
    if (failure === undefined || deps.closing.aborted || isUnwanted()) return;
    log.warn({run: run.id, addresses}, `Announced word for word, because its session couldn't announce it: ${failure}`);
    // The failed turn has stored the task and the result.
    await put({...announcement, task: undefined}, addresses);
  };

  return {
    aim: deps.reach.aim,
    quietUntil: deps.reach.quietUntil,
    ...direct,
    announce: async (announcement, addresses) => {
      // A program has no conversation.
      const placeOf = (address: Address): SessionKey =>
        isProgram(address) ? address : deps.people.conversationAt(address);
      const groups = Map.groupBy(new Set(addresses), placeOf);
      const announced = [...groups].map(([session, [first, ...rest]]) =>
        first === undefined ? undefined : announceIn(announcement, session, [first, ...rest]),
      );
      await Promise.all(announced);
    },
  };
};

/** Puts exact texts into conversations and the outbox, in the current transaction. */
const createDirectAnnouncer = (deps: AnnounceDeps): Pick<Announcer, 'putDirectly' | 'putNotice' | 'sendNotice'> => {
  const {store, outbox, index, clock, ids} = deps;

  const say = (
    session: SessionKey,
    content: Pick<Message, 'role' | 'text' | 'frame' | 'channel' | 'limits' | 'details'>,
    {run, source}: Pick<Announcement, 'source'> & Pick<DirectText, 'run'>,
    emit: Emit,
    key?: string,
  ): void => {
    if (key !== undefined && store.messages.byKey(key) !== undefined) return;
    const at = clock.now();
    const {trust} = index.touch({session, trust: trustIn(session), at, routed: false}, emit);
    const message = store.messages.add({...content, id: ids.next('msg'), session, at, source, runId: run?.id}, key);
    emit({type: 'message.added', session, cause: run?.id, trust, message});
  };

  const putNotice: Announcer['putNotice'] = (text, about, session, emit) => {
    const limits = storedLimits(about.limits ?? limitsOfRun(store, about.run));
    say(session, {role: 'system', text, limits}, about, emit);
    index.changed(session, emit);
  };

  const sendNotice: Announcer['sendNotice'] = (text, {key, ...about}, address, emit) => {
    const session = deps.people.conversationAt(address);
    // A conversation has the note once, whichever address it goes to.
    const has = ({session: of, role, text: noted}: Message): boolean =>
      of === session && role === 'system' && noted === text;
    if (!store.messages.ofRun(about.run.id).some(has)) putNotice(text, about, session, emit);
    const of = {session, runId: about.run.id, holding: true} as const;
    outbox.enqueue({key: `${key}@${address}`, address, text, ...of}, emit);
  };

  const putDirectly: Announcer['putDirectly'] = (announcement, address, emit) => {
    const {run, source, text, task, markup, repeatNumber, alreadyIn} = announcement;
    const limits = storedLimits(announcement.limits ?? (run && limitsOfRun(store, run)));
    const id = announcement.run === undefined ? announcement.key : (announcement.key ?? announcement.run.id);
    const ofRun = {runId: run?.id};
    const key = announcementKey({id}, address, repeatNumber);
    if (store.deliveries.byKey(key) !== undefined || text.trim() === '') return;
    if (isProgram(address)) {
      outbox.enqueue(
        {key, address, text, session: run?.session ?? deps.people.conversationAt(address), ...ofRun},
        emit,
      );
      return;
    }
    const session = deps.people.conversationAt(address);
    if (session !== alreadyIn) {
      const textKey = announcementKey({id}, session, repeatNumber);
      // A group gets only the result, because the task wasn't addressed to its members.
      if (task !== undefined && !isGroup(address))
        say(session, {role: 'user', ...task}, {run, source}, emit, `task:${textKey}`);
      const details = {details: markup !== true ? {exact: true as const} : undefined, limits};
      const said = {role: 'assistant', text, channel: channelOf(address), ...details} as const;
      say(session, said, {run, source}, emit, `said:${textKey}`);
    }
    const of = {session, ...ofRun, markup};
    const isFirst = run !== undefined && repeatNumber === undefined;
    outbox.enqueue({key, address, text, ...of, ...(isFirst ? latenessOf(store, run) : {})}, emit);
    index.changed(session, emit);
  };

  return {putDirectly, putNotice, sendNotice};
};

/** The reason why the session didn't announce it. Undefined if it did or chose to be silent. */
const rephrase = async (
  deps: AnnounceDeps,
  announcement: Announcement,
  session: SessionKey,
  [address, ...others]: Addresses,
): Promise<string | undefined> => {
  const {run, source, title, text, until, insist = false, isUnwanted = () => false} = announcement;
  const key = announcementKey(run, address);
  let turnId: TurnId | undefined;
  const {askedAs, cutOff} = asking(deps.store, `announce:${key}`);
  const entry = await deps.router.inject(
    {
      target: session,
      content: text,
      frame: {kind: 'result', job: title},
      trust: 'full',
      replyTo: address,
      promptChannel: channelOf(address),
      source,
      limits: announcement.limits ?? limitsOfRun(deps.store, run),
      runId: run.id,
      key: askedAs,
    },
    {
      onKept: (turn, emit) => {
        turnId = turn.id;
        if (cutOff !== undefined) removeTurn(deps, cutOff, emit);
      },
      limitMs: ANNOUNCE_LIMIT_MS,
      until,
      settle: (outcome, emit) => {
        if (outcome.kind !== 'replied' || isUnwanted()) return;
        const words = turnId === undefined ? {} : {turnId, ...markupOf(deps.store.turns.get(turnId)?.model)};
        const of = {session, runId: run.id, ...words, ...latenessOf(deps.store, run)};
        const reply = withoutSentinels(outcome.text);
        for (const each of [address, ...others])
          deps.outbox.enqueue({key: announcementKey(run, each), address: each, text: reply, ...of}, emit);
      },
    },
  );
  if (entry.kind === 'refused') return entry.reason;
  const outcome = await entry.outcome;
  if ('error' in outcome) return outcome.error;
  return insist && deps.store.deliveries.byKey(key) === undefined ? 'It ended without a text.' : undefined;
};

type Addresses = readonly [Address, ...Address[]];

/** A late reminder says that it is late. A job's result is as new as its run. */
const latenessOf = (
  {reminders}: Pick<World['store'], 'reminders'>,
  {kind, name, late, scheduledFor}: Run,
): Pick<Delivery, 'late'> => {
  const zone = kind === 'reminder' && late === true ? reminders.get(name as ReminderId)?.zone : undefined;
  return zone === undefined ? {} : {late: {dueAt: scheduledFor, zone}};
};

/**
 * The message key for announcing a result. Only a turn that was interrupted before any tool call is replaced by a
 * second one.
 */
const asking = (
  {messages, turns}: Pick<World['store'], 'messages' | 'turns'>,
  key: string,
): {readonly askedAs: string; readonly cutOff?: Turn} => {
  const second = `${key}#2`;
  if (messages.byKey(second) !== undefined) return {askedAs: second};
  const turnId = messages.byKey(key)?.turnId;
  const turn = turnId === undefined ? undefined : turns.get(turnId);
  const isCutOff = turn?.state === 'ended' && turn.outcome === 'aborted' && !hasCalls(messages.ofTurn(turn.id));
  return isCutOff ? {askedAs: second, cutOff: turn} : {askedAs: key};
};

/** The message before a directly announced result: the job and its task. */
export const scheduledTask = (job: string, task: string): Pick<Message, 'text' | 'frame'> => ({
  frame: {kind: 'task', job},
  text: task,
});

/** The trust of a new session. */
const trustIn = (session: SessionKey): Trust => (kindOfSession(session) === 'main' ? 'full' : 'familiar');

/** Announcing is short work. After this limit the text is sent directly. */
const ANNOUNCE_LIMIT_MS = 3 * MINUTE;
