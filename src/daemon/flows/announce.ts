// Announce: telling a person what an isolated turn found, through the conversation they are in. Every way there uses the
// key run + address, so that one announcement makes one delivery, and a second attempt after a crash makes none.

import {omit} from '../../shared/fields/omit.ts';
import {present} from '../../shared/fields/present.ts';
import {type Address, channelOf, isGroup} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {ReminderId, TurnId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs.ts';
import type {InternalSource, Message} from '../../shared/records/message.ts';
import {kindOfSession, type SessionKey, sessionAt} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Outbox} from '../delivery/outbox.ts';
import {announcementKey} from '../delivery/reply.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {Router} from '../router.ts';
import {withoutSentinels} from '../schedule/suppression.ts';
import type {SessionIndex} from '../sessions/session-index.ts';
import {takeBack} from '../sessions/take-back.ts';

type AnnounceDeps = World & {
  readonly agent: () => string;
  readonly router: Pick<Router, 'inject'>;
  readonly outbox: Outbox;
  readonly index: SessionIndex;
  /** The daemon is closing: what is cut short now is carried on by the next one. */
  readonly closing: () => boolean;
};

export type Announcement = {
  readonly run: Run;
  readonly source: InternalSource;
  /** What it is called towards the model. */
  readonly title: string;
  readonly text: string;
  /** `rephrase`: the person's own session tells it in its own words; `direct`: word for word. */
  readonly mode: 'rephrase' | 'direct';
  /** What had been asked for: told word for word, it stands before the result in the person's own conversation. */
  readonly task?: Pick<Message, 'text' | 'frame'>;
  /** It has to be told: a session that would rather say nothing is passed over. */
  readonly insist?: boolean;
  /** Nothing in it is markup: it is delivered byte for byte. */
  readonly plain?: true;
  /** By then it is told: a session that has not told it is passed over. */
  readonly until?: EpochMs;
  /** The same run told again: how often it was before. */
  readonly again?: number;
};

export type Announcer = {
  /** Resolves when the delivery is in the outbox (or the session chose to say nothing). Never rejects. */
  readonly announce: (announcement: Announcement, address: Address) => Promise<void>;
  /** Puts a text into the session at an address, and on its way, word for word; in the transaction at hand. */
  readonly putDirectly: (announcement: Omit<Announcement, 'mode' | 'title'>, address: Address, emit: Emit) => void;
  /** Puts a note of the system's own into a session, unread; it is sent nowhere. In the transaction at hand. */
  readonly putNotice: (
    text: string,
    about: Pick<Announcement, 'run' | 'source'>,
    session: SessionKey,
    emit: Emit,
  ) => void;
};

export const createAnnouncer = (deps: AnnounceDeps): Announcer => {
  const {store, outbox, index, clock, ids, log} = deps;

  const say = (
    session: SessionKey,
    words: Pick<Message, 'role' | 'text' | 'frame'>,
    {run, source}: Pick<Announcement, 'run' | 'source'>,
    emit: Emit,
  ): void => {
    const at = clock.now();
    const isNew = index.get(session) === undefined;
    const {trust} = index.touch({session, trust: trustIn(session), at, routed: false});
    // Whoever hears of the message knows whose conversation it is in.
    if (isNew) index.changed(session, emit);
    const message = store.messages.add({...words, id: ids.next('msg'), session, at, source, runId: run.id});
    emit({type: 'message.added', session, cause: run.id, trust, message});
  };

  const putNotice: Announcer['putNotice'] = (text, about, session, emit) => {
    say(session, {role: 'system', text}, about, emit);
    index.changed(session, emit);
  };

  const putDirectly: Announcer['putDirectly'] = ({run, source, text, task, plain, again}, address, emit) => {
    const key = announcementKey(run, address, again);
    if (store.deliveries.byKey(key) !== undefined || text.trim() === '') return;
    const session = sessionAt(deps.agent(), address);
    // A group sees results; what its members were not asked to read stays out of their conversation.
    if (task !== undefined && !isGroup(address)) say(session, {role: 'user', ...task}, {run, source}, emit);
    say(session, {role: 'assistant', text}, {run, source}, emit);
    const of = {session, runId: run.id, ...present({plain})};
    outbox.enqueue({key, address, text, ...of, ...(again === undefined ? latenessOf(store, run) : {})}, emit);
    index.changed(session, emit);
  };

  /** Why the session did not tell it; undefined when it did, or chose not to. */
  const rephrase = async (announcement: Announcement, address: Address): Promise<string | undefined> => {
    const {run, source, title, text, until, insist = false} = announcement;
    const session = sessionAt(deps.agent(), address);
    const key = announcementKey(run, address);
    let turnId: TurnId | undefined;
    const {askedAs, cutOff} = asking(store, `announce:${key}`);
    const entry = await deps.router.inject(
      {
        target: session,
        content: text,
        frame: {kind: 'result', job: title},
        trust: 'full',
        promptChannel: channelOf(address),
        source,
        runId: run.id,
        key: askedAs,
      },
      {
        onKept: (turn, emit) => {
          turnId = turn.id;
          if (cutOff !== undefined) takeBack(deps, cutOff, emit);
        },
        limitMs: ANNOUNCE_LIMIT_MS,
        ...present({until}),
        settle: (outcome, emit) => {
          if (outcome.kind !== 'replied') return;
          const of = {session, runId: run.id, ...present({turnId}), ...latenessOf(store, run)};
          outbox.enqueue({key, address, text: withoutSentinels(outcome.text), ...of}, emit);
        },
      },
    );
    if (entry.kind === 'refused') return entry.reason;
    const outcome = await entry.outcome;
    if (outcome.kind === 'failed' || outcome.kind === 'aborted') return outcome.error;
    return insist && store.deliveries.byKey(key) === undefined ? 'It said nothing.' : undefined;
  };

  const put = (announcement: Omit<Announcement, 'mode' | 'title'>, address: Address): Promise<void> =>
    untilSaved(() => store.transact(emit => putDirectly(announcement, address, emit)), {
      ...deps,
      onWait: reason => log.error({run: announcement.run.id, address}, `an announcement waits to be saved: ${reason}`),
    });

  return {
    putDirectly,
    putNotice,
    announce: async (announcement, address) => {
      const {run, mode, until} = announcement;
      if (store.deliveries.byKey(announcementKey(run, address)) !== undefined) return;
      const isTooLate = until !== undefined && clock.now() >= until;
      if (mode === 'direct' || isGroup(address) || isTooLate) {
        await put(announcement, address);
        return;
      }
      const failure = await rephrase(announcement, address).catch(errorMessage);
      if (failure === undefined || deps.closing()) return;
      log.warn({run: run.id, address}, `announced word for word, since its session could not tell it: ${failure}`);
      // The session has the task and the result already, as what it could not retell.
      const rest = omit(announcement, 'task');
      await put(rest, address);
    },
  };
};

/** A reminder that comes late says so on its way; what a job found is as new as its run. */
const latenessOf = (
  {reminders}: Pick<World['store'], 'reminders'>,
  {kind, name, late, scheduledFor}: Run,
): Pick<Delivery, 'late'> => {
  const zone = kind === 'reminder' && late === true ? reminders.get(name as ReminderId)?.zone : undefined;
  return zone === undefined ? {} : {late: {dueAt: scheduledFor, zone}};
};

/**
 * Under which key a session is asked to tell a finding. Found again after a crash, how it went is the answer; only a turn that was cut
 * off before it used a tool is asked once more, in the place of the first.
 */
const asking = (
  {messages, turns}: Pick<World['store'], 'messages' | 'turns'>,
  key: string,
): {readonly askedAs: string; readonly cutOff?: Turn} => {
  const again = `${key}#2`;
  if (messages.byKey(again) !== undefined) return {askedAs: again};
  const turnId = messages.byKey(key)?.turnId;
  const turn = turnId === undefined ? undefined : turns.get(turnId);
  const isCutOff = turn?.state === 'ended' && turn.outcome === 'aborted' && !usedTools(messages.ofTurn(turn.id));
  return isCutOff ? {askedAs: again, cutOff: turn} : {askedAs: key};
};

const usedTools = (messages: readonly Message[]): boolean => messages.some(({toolCalls = []}) => toolCalls.length > 0);

/** What stands before a result that is told word for word: what had been asked, and by which job. */
export const scheduledTask = (job: string, task: string): Pick<Message, 'text' | 'frame'> => ({
  frame: {kind: 'task', job},
  text: task,
});

/** A session nobody has been in yet. A person who comes in by a channel brings their own trust. */
const trustIn = (session: SessionKey): Trust => (kindOfSession(session) === 'main' ? 'full' : 'familiar');

/** Telling is short work; beyond this the result is told as it is. */
const ANNOUNCE_LIMIT_MS = 3 * MINUTE;
