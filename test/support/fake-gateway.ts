// A daemon as a client sees it, in memory: sessions, messages, numbered events, exact replay. A test scripts its events, disconnects and
// reconnects it, and reads its requests.

import {nextOfJobs} from '../../src/daemon/schedule/cron/job-instants.ts';
import {createInstants} from '../../src/daemon/schedule/series/instants.ts';
import {upcomingOccurrences} from '../../src/daemon/schedule/upcoming-occurrences.ts';
import type {Method, Params, Result} from '../../src/ipc/method-table.ts';
import type {
  ChannelStatus,
  Delta,
  Fact,
  GatewayEvent,
  Snapshot,
  ThinkingDelta,
} from '../../src/shared/events/gateway-event.ts';
import {toWire, type Wire} from '../../src/shared/fields/wire.ts';
import type {Names} from '../../src/shared/record-text/names.ts';
import type {Address} from '../../src/shared/records/address.ts';
import type {Approval, ApprovalRule} from '../../src/shared/records/approval.ts';
import type {Delivery} from '../../src/shared/records/delivery/delivery.ts';
import type {Alarm} from '../../src/shared/records/jobs/alarm.ts';
import type {CronJob} from '../../src/shared/records/jobs/cron-job.ts';
import type {IdleStatus} from '../../src/shared/records/jobs/idle-status.ts';
import type {Reminder, Run} from '../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../src/shared/records/message.ts';
import type {Session} from '../../src/shared/records/session.ts';
import {chatSession, kindOfSession, type SessionKey} from '../../src/shared/records/session-key.ts';
import type {ContextSize} from '../../src/shared/records/setup/model-setup.ts';
import type {LinkOutcome} from '../../src/shared/records/setup/signal-link.ts';
import type {Stats} from '../../src/shared/records/stats.ts';
import type {TraceStep} from '../../src/shared/records/trace.ts';
import type {Turn} from '../../src/shared/records/turn.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import type {Clock} from '../../src/shared/time/clock.ts';
import {HOUR, isoOf, MINUTE} from '../../src/shared/time/time.ts';
import type {Connect, GatewayClient, NoticeOf} from '../../src/tui/link/gateway-client.ts';

export const MAIN: SessionKey = 'rooster:main';

export type FakeGateway = {
  readonly connect: Connect;
  /** The requests, oldest first. */
  readonly calls: readonly {readonly method: Method; readonly params: unknown}[];
  readonly messages: readonly Message[];
  callsOf<M extends Method>(method: M): readonly Params<M>[];
  session(session: Partial<Session> & {readonly key: SessionKey}): void;
  /** Commits an event and publishes it to all listeners. */
  emit(fact: Fact): GatewayEvent;
  /** A message is added to a session. */
  says(text: string, message?: Partial<Message>): Message;
  /** A message from before the first listener: no event reports it. */
  said(text: string, message?: Partial<Message>): Message;
  turnStarts(turnId: Turn['id'], session?: SessionKey, source?: Turn['source']): void;
  /** A waiting message joins a running turn. */
  joins(messageId: Message['id'], turnId: Turn['id']): void;
  delta(delta: Omit<Delta, 'session'>): void;
  thinks(delta: Omit<ThinkingDelta, 'session'>): void;
  /** So many follow its events now. */
  counts(clients: number): void;
  /** Nothing is sent or confirmed now for this reason, or, without one, no longer. */
  holds(reason?: string): void;
  turnEnds(
    turnId: Turn['id'],
    end?: {readonly outcome?: 'replied' | 'silent' | 'failed' | 'aborted'; readonly error?: string},
  ): void;
  reminds(reminder: Partial<Reminder>): Reminder;
  /** An alarm is created, or has the given state. */
  alarms(alarm: Partial<Alarm>): Alarm;
  /** The trace for a `why` request. */
  tells(id: string, steps: readonly TraceStep[]): void;
  /** The answer to a `stats.get` request. */
  counts30Days(stats: Stats): void;
  /** The Signal status from now on, and the results of linking codes, in turn. */
  signals(status: ChannelStatus, outcomes?: readonly LinkOutcome[]): void;
  /** So many more reminders are pending than a snapshot lists. */
  /** `later`: those of them that can be found. */
  hides(reminders: number, later?: readonly Reminder[]): void;
  /** A call of the agent waits for an answer. */
  asks(approval?: Partial<Approval>): Approval;
  /** The call is answered, by default on another terminal. */
  answers(id: Approval['id'], end?: Partial<Approval>): Approval;
  /** A reminder fires: it was announced, and isn't done. */
  fires(reminder: Reminder): void;
  /** A cron job appears, or changes its state. */
  schedules(job: Partial<CronJob> & {readonly name: string}): CronJob;
  /** The configuration chooses keys of the terminal UI. */
  keys(keys: Readonly<Record<string, string>>): void;
  /** The disk is full with this reason, or has room again. */
  disk(reason: string | undefined): void;
  /** The status of idle conversations from now on. */
  idles(sessions: readonly IdleStatus[]): void;
  /** A run begins, or, given an end, ends. */
  runs(run: Partial<Run>): Run;
  /** A delivery is queued, or has the given state. */
  delivers(delivery: Partial<Delivery>): Delivery;
  /** Every connection ends immediately; until `comesBack` the daemon is unreachable. */
  goesAway(reason?: string): void;
  comesBack(): void;
  /** Events up to now are pruned. */
  forgetsEvents(): void;
  /** The next call of the method fails. */
  refuses(method: Method, error: GatewayError): void;
  /** The next call of the method gets no answer. */
  ignores(method: Method): void;
  /** The next call of the method runs, and every connection ends before its response. */
  diesAnswering(method: Method): void;
  /** From now on, every new connection reaches the other gateway. */
  becomes(other: FakeGateway): void;
  /** Events get lost on the way to all clients for a while. */
  loses(during: () => void): void;
  readonly connections: number;
};

/** `20m` is twenty minutes, and any other time an hour. */
const spanOf = (when: string | undefined): number => {
  if (when === undefined || /pigs/u.test(when))
    throw new GatewayError('invalid', `"${when}" isn't a time I understand.`);
  const minutes = /^(?:in )?(\d+)m$/u.exec(when)?.[1];
  return (minutes === undefined ? 60 : Number(minutes)) * MINUTE;
};

const EVENT_OF: Readonly<Record<Delivery['state'], DeliveryEvent>> = {
  queued: 'delivery.queued',
  sending: 'delivery.queued',
  sent: 'delivery.sent',
  delivered: 'delivery.receipt',
  read: 'delivery.receipt',
  dead: 'delivery.dead',
};

type DeliveryEvent = 'delivery.queued' | 'delivery.sent' | 'delivery.receipt' | 'delivery.dead';

/** `fresh`: there is no message and no conversation yet. */
export const fakeGateway = (
  clock: Clock,
  {fresh = false, zone, names}: {readonly fresh?: boolean; readonly zone?: string; readonly names?: Names} = {},
): FakeGateway => {
  const sessions = new Map<SessionKey, Session>();
  const messages: Message[] = [];
  const events: GatewayEvent[] = [];
  const turns = new Map<Turn['id'], Snapshot['turns'][number]>();
  const ended: Turn[] = [];
  const reminders: Reminder[] = [];
  const alarms = new Map<Alarm['id'], Alarm>();
  const jobs = new Map<string, CronJob>();
  let hidden = 0;
  let later: readonly Reminder[] = [];
  const runs: Run[] = [];
  const deliveries: Delivery[] = [];
  const approvals: Approval[] = [];
  const rules: ApprovalRule[] = [];
  const alices = ['terminal:default'];
  let signal: ChannelStatus = {channel: 'signal', inbound: 'off', outbound: 'off'};
  let linked: readonly LinkOutcome[] = [];
  let stats: Stats | undefined;
  const stories = new Map<string, readonly TraceStep[]>();
  const calls: {method: Method; params: unknown}[] = [];
  const refusals = new Map<Method, GatewayError>();
  const stored = new Map<string, Result<'session.send'>>();
  const open = new Set<{
    readonly hear: (...notice: NoticeOf) => void;
    readonly end: (reason: string) => void;
    live: boolean;
  }>();
  let kept = 0;
  let away: string | undefined;
  let losing = false;
  let count = 0;
  let dying: Method | undefined;
  let ignored: Method | undefined;
  let successor: FakeGateway | undefined;

  const next = (prefix: string): string => `${prefix}_${++count}`;

  const session = (given: Partial<Session> & {readonly key: SessionKey}): Session => {
    const known = sessions.get(given.key);
    const fresh: Session = {
      kind: kindOfSession(given.key),
      title: given.key.slice(given.key.indexOf(':') + 1),
      trust: 'full',
      lastActivityAt: clock.now(),
      messages: 0,
      unread: 0,
      busy: false,
      queued: 0,
      ...known,
      ...given,
    };
    sessions.set(given.key, fresh);
    return fresh;
  };

  const emit = (fact: Fact): GatewayEvent => {
    const event = JSON.parse(
      JSON.stringify({...toWire(fact), seq: events.length + 1, at: isoOf(clock.now())}),
    ) as GatewayEvent;
    events.push(event);
    if (!losing) for (const one of open) if (one.live) one.hear('event', event);
    return event;
  };

  const updated = (given: Partial<Session> & {readonly key: SessionKey}): Session => {
    const state = session(given);
    emit({type: 'session.updated', session: state.key, state});
    return state;
  };

  const made = (title: string, given: Partial<Session> = {}): Session => {
    const state = session({key: chatSession('rooster', title.toLowerCase().replaceAll(' ', '-')), title, ...given});
    emit({type: 'session.created', session: state.key, state});
    return state;
  };

  const archives = (key: SessionKey, archived: boolean): Session => {
    const {archived: _, ...rest} = session({key});
    const state: Session = archived ? {...rest, archived} : rest;
    sessions.set(key, state);
    emit({type: archived ? 'session.archived' : 'session.restored', session: key, state});
    return state;
  };

  const said = (text: string, given: Partial<Message> = {}): Message => {
    const message: Message = {
      id: next('msg') as Message['id'],
      session: MAIN,
      role: 'assistant',
      text,
      at: clock.now(),
      source: {kind: 'agent'},
      ...given,
    };
    messages.push(message);
    return message;
  };

  const says = (text: string, given: Partial<Message> = {}): Message => {
    const message = said(text, given);
    emit({type: 'message.added', session: message.session, message});
    return message;
  };

  const snapshot = (): Snapshot => ({
    sessions: [...sessions.values()],
    reminders: reminders.filter(({state}) => state === 'pending'),
    alarms: [...alarms.values()].filter(({state}) => state === 'active'),
    pendingReminders: reminders.filter(({state}) => state === 'pending').length + hidden,
    fired: reminders.filter(({state}) => state === 'fired'),
    cron: {jobs: [...jobs.values()], invalid: []},
    runs: runs.toReversed(),
    deliveries: deliveries.toReversed(),
    approvals: approvals.filter(({state}) => state === 'open'),
    turns: [...turns.values()],
    channels: [],
    problems: [],
  });

  const send = ({session: key = MAIN, text, key: once, steer}: Params<'session.send'>): Result<'session.send'> => {
    const before = once === undefined ? undefined : stored.get(once);
    if (before !== undefined) return before;
    const turnId = next('turn') as Turn['id'];
    const details = steer === true ? ({steers: true} as const) : undefined;
    says(text, {session: key, role: 'user', turnId, details, source: OWN});
    const result = {session: key, turnId};
    if (once !== undefined) stored.set(once, result);
    return result;
  };

  const asks = (given: Partial<Approval> = {}): Approval => {
    const approval: Approval = {
      id: next('apr') as Approval['id'],
      session: MAIN,
      turnId: 'turn_1',
      callId: 'call_1',
      tool: 'bash',
      arguments: JSON.stringify({command: 'git push'}),
      digest: 'ab'.repeat(32),
      effect: 'Run outside the sandbox: git push.',
      effects: [
        {
          kind: 'outside',
          says: 'run outside the sandbox: git push',
          names: {command: 'git push', program: 'git', host: 'example.com'},
        },
      ],
      asks: 'alice',
      askedAt: clock.now(),
      deadlineAt: clock.now() + HOUR,
      state: 'open',
      ...given,
    };
    approvals.push(approval);
    emit({type: 'approval.asked', session: approval.session, approval});
    return approval;
  };

  const settles = (id: Approval['id'], end: Partial<Approval> = {}): Approval => {
    const index = approvals.findIndex(known => known.id === id);
    const known = approvals[index];
    if (known === undefined) throw new GatewayError('not_found', `No approval ${id}.`);
    if (known.state !== 'open') throw new GatewayError('refused', `It was already ${known.state} (${known.way}).`);
    const settled: Approval = {
      ...known,
      state: 'approved',
      by: 'alice',
      way: 'terminal',
      answeredAt: clock.now(),
      ...end,
    };
    approvals[index] = settled;
    emit({type: 'approval.answered', session: settled.session, approval: settled});
    return settled;
  };

  const history = (asked: Params<'session.history'>): Result<'session.history'> => {
    const {session: key, before, after, oldest, limit = 50} = asked;
    const all = messages.filter(message => message.session === key);
    const isForward = after !== undefined || oldest === true;
    const start = after === undefined ? 0 : all.findIndex(({id}) => id === after) + 1;
    const end = before === undefined ? all.length : all.findIndex(({id}) => id === before);
    const page = isForward ? all.slice(start, start + limit) : all.slice(Math.max(0, end - limit), end);
    const turnIds = new Set(page.map(({turnId}) => turnId));
    return {
      messages: page.map(toWire),
      more: isForward ? start + limit < all.length : end - limit > 0,
      turns: ended.filter(({id}) => turnIds.has(id)).map(toWire),
    };
  };

  const alarmBecomes = (id: Alarm['id'], type: 'alarm.cancelled' | 'alarm.fired', change: Partial<Alarm>): Alarm => {
    const known = alarms.get(id);
    if (known === undefined) throw new GatewayError('not_found', `There is no alarm ${id}.`);
    const alarm: Alarm = {...known, ...change};
    alarms.set(id, alarm);
    emit(type === 'alarm.fired' ? {type, alarm, late: false} : {type, alarm});
    return alarm;
  };

  const answers: {
    readonly [M in Method]?: (params: Params<M>, hear: (...notice: NoticeOf) => void, live: () => void) => Result<M>;
  } = {
    hello: () => ({
      protocol: 1,
      version: '0.0.0',
      pid: 1,
      bootId: 'boot',
      startedAt: isoOf(clock.now()),
      now: isoOf(clock.now()),
      seq: events.length,
      ...(zone === undefined ? {} : {zone}),
      ...(names === undefined ? {} : {names}),
    }),
    'events.subscribe': ({since}, hear, live) => {
      live();
      const seq = events.length;
      if (since === undefined || since < kept || since > seq) return {seq, snapshot: toWire(snapshot())};
      const missed = events.slice(since);
      queueMicrotask(() => {
        for (const event of missed) hear('event', event);
      });
      return {seq};
    },
    'session.send': send,
    'session.history': history,
    'session.read': ({session: key}) => {
      updated({key, unread: 0});
      return {};
    },
    'session.stop': () => ({}),
    'delegation.stop': ({id}) => {
      const run = runs.find(one => one.id === id);
      if (run === undefined) throw new GatewayError('not_found', `No delegated task ${id}.`);
      return toWire(run);
    },
    'reach.quiet': ({span}) => ({
      name: 'owner',
      presence: 'active',
      reach: [],
      ...(span === '2h' && {quietUntil: isoOf(clock.now() + 2 * HOUR)}),
      ...(span === 'saturday 8 to 18' && {
        planned: [{fromAt: '2026-11-28T07:00:00.000Z', untilAt: '2026-11-28T17:00:00.000Z'}],
      }),
    }),
    'session.reset': ({session: key, archive = false}) => {
      emit({type: 'session.reset', session: key});
      if (!archive) return {};
      const {key: archived} = made('Cut off', {archived: true});
      updated({key, earlier: archived});
      return {archived};
    },
    'session.create': ({title = ''}) => toWire(made(title || 'New conversation')),
    'session.fork': ({session: key, title, from}) =>
      toWire(made(title || 'Fork', from === undefined ? {} : {origin: {how: 'fork', session: key, message: from}})),
    'session.archive': ({session: key}) => toWire(archives(key, true)),
    'session.restore': ({session: key}) => toWire(archives(key, false)),
    'session.model': ({session: key, model}) => toWire(updated({key, ...(model === undefined ? {} : {model})})),
    'session.delete': ({session: key}) => {
      sessions.delete(key);
      emit({type: 'session.deleted', session: key, gone: [key], heir: MAIN});
      return {heir: MAIN, reminders: 0, alarms: 0};
    },
    'session.compact': () => ({}),
    'session.rename': ({session: key, title}) => {
      updated({key, title: title || 'main'});
      return {};
    },
    'session.preview': ({session: key, text, trust = 'full', replyTo}) => ({
      session: key,
      message: `⟦Injected by the operator:⟧\n${text}\n⟦End⟧`,
      source: {kind: 'operator'},
      trust,
      effects: [
        'Starts a turn at once.',
        `Runs at trust ${trust}.`,
        ...(replyTo ? [`Sends the reply to ${replyTo}.`] : []),
      ],
    }),
    'session.inject': ({session: key, text}) => {
      const turnId = next('turn') as Turn['id'];
      says(text, {session: key, role: 'user', turnId, source: {kind: 'operator'}});
      return {session: key, turnId};
    },
    'session.record': ({session: key, text}) => ({
      messageId: says(text, {session: key, role: 'user', source: {kind: 'operator'}}).id,
    }),
    'config.get': () => ({path: '/config.json', config: [{name: 'alice', match: alices}]}),
    'signal.status': () => toWire(signal),
    'signal.link': () => ({uri: 'sgnl://linkdevice?uuid=a&pub_key=b'}),
    'signal.linked': () => {
      const [outcome = {kind: 'failed', because: 'Nobody scanned it.'}, ...others] = linked;
      linked = others;
      return outcome;
    },
    'signal.allow': ({address: text, user = 'mallory', trust = 'familiar'}) => {
      const {contactRequests = []} = signal;
      if (user === 'alice') alices.push(text);
      signal = {...signal, contactRequests: contactRequests.filter(({address}) => address !== text)};
      return {address: `signal:${text.replace(/^signal:/u, '')}`, user, trust, added: true};
    },
    'signal.rang': ({address, rang}) => {
      const rings = {address: address as Address, rang, at: clock.now()};
      signal = {...signal, rings};
      return toWire(rings);
    },
    'outbox.send': ({to, text}) => toWire(delivers({address: to as Address, text})),
    'stats.get': () => {
      if (stats === undefined) throw new GatewayError('unavailable', 'No stats.');
      return toWire(stats);
    },
    'stats.keep': () => ({}),
    'approval.get': ({id}) => {
      const known = approvals.find(approval => approval.id === id);
      if (known === undefined) throw new GatewayError('not_found', `No approval ${id}.`);
      return toWire(known);
    },
    'approval.list': ({state}) => ({
      approvals: toWire(approvals.filter(known => state === undefined || known.state === state).toReversed()),
    }),
    'approval.answer': ({id, answer, always}) => {
      const rule: ApprovalRule | undefined = always && {
        id: next('rule') as ApprovalRule['id'],
        kind: 'outside',
        tool: 'bash',
        scope: always.scope,
        allows: [always.pattern ?? 'git push'],
        session: always.here === true ? MAIN : undefined,
        createdAt: clock.now(),
        by: 'alice',
        approval: id,
      };
      if (rule !== undefined) rules.push(rule);
      return toWire(settles(id, {state: answer === 'approve' ? 'approved' : 'denied', rule: rule?.id}));
    },
    'approval.rules': () => ({rules: toWire(rules)}),
    'approval.revoke': ({id}) => {
      const index = rules.findIndex(rule => rule.id === id);
      const [revoked] = rules.splice(index, 1);
      if (index < 0 || revoked === undefined) throw new GatewayError('not_found', `No rule ${id}.`);
      return {revoked: toWire(revoked)};
    },
    why: ({id}) => {
      const steps = stories.get(id);
      if (steps === undefined) throw new GatewayError('not_found', `No record of "${id}".`);
      return {steps: steps.map(toWire)};
    },
    'message.search': ({text, session: key, limit = 50, literal = false, before}) => {
      const end = messages.findIndex(({id}) => id === before);
      const wanted = text.toLowerCase();
      const has = (said: string): boolean => (literal ? said.includes(wanted) : formatHas(said, wanted));
      return {
        messages: messages
          .slice(0, end === -1 ? messages.length : end)
          .filter(message => (key === undefined || message.session === key) && has(message.text.toLowerCase()))
          .toReversed()
          .slice(0, limit)
          .map(toWire),
      };
    },
    'reminder.list': ({text: words = '', after, limit = 100}) => {
      const found = later.filter(({message}) => message.toLowerCase().includes(words));
      const start = found.findIndex(({id}) => id === after) + 1;
      const page = found.slice(start, start + limit);
      return {reminders: page.map(toWire), ...(start + limit < found.length ? {more: true} : {})};
    },
    'session.retract': ({session: key, turnId}) => {
      const index = messages.findIndex(message => message.turnId === turnId);
      const [taken] = messages.splice(index, 1);
      if (taken === undefined) throw new GatewayError('conflict', 'The turn has started already.');
      emit({type: 'message.retracted', session: key, messageId: taken.id, turnId});
      return {text: taken.text};
    },
    'reminder.set': ({message, when, nag}) =>
      toWire({
        ...reminds({message: `${message}`, fireAt: clock.now() + (when === '20m' ? 20 : 60) * MINUTE}),
        ...(nag === undefined ? {} : {nagMs: spanOf(nag)}),
        ...(when?.endsWith(' time') ? {note: when} : {}),
      }),
    'reminder.cancel': ({id}) => {
      const index = reminders.findIndex(reminder => reminder.id === id);
      const cancelled = reminders[index];
      if (cancelled === undefined) throw new GatewayError('not_found', 'There is no such reminder.');
      const reminder: Reminder = {...cancelled, state: 'cancelled'};
      reminders[index] = reminder;
      emit({type: 'reminder.cancelled', reminder});
      return toWire(reminder);
    },
    'alarm.cancel': ({id}) => toWire(alarmBecomes(id, 'alarm.cancelled', {state: 'cancelled'})),
    'alarm.wake': ({id}) => ({
      alarm: toWire(alarmBecomes(id, 'alarm.fired', {state: 'fired', lastFiredAt: clock.now()})),
      turnId: 'turn_woken',
    }),
    'reminder.snooze': ({id, when}) =>
      changed(id, 'reminder.snoozed', {state: 'pending', fireAt: clock.now() + spanOf(when), snoozedAt: clock.now()}),
    'reminder.edit': ({id, when}) => changed(id, 'reminder.edited', {fireAt: clock.now() + spanOf(when)}),
    'reminder.done': ({id}) => changed(id, 'reminder.done', {state: 'done'}),
    'reminder.skip': ({id, at}) => {
      const {next = []} = reminders.find(one => one.id === id) ?? {};
      const skippedAt = at === undefined ? (next[0] ?? 0) : Date.parse(at);
      const left = next.filter(one => one !== skippedAt);
      return changed(id, 'reminder.skipped', {next: left, fireAt: left[0] ?? 0, skipped: [skippedAt]}, {skippedAt});
    },
    'reminder.pause': ({id}) => changed(id, 'reminder.paused', {paused: true}),
    'reminder.resume': ({id}) => changed(id, 'reminder.resumed', {paused: undefined} as unknown as Partial<Reminder>),
    'reminder.undo': ({id = reminders[0]?.id ?? 'rem_none'}) => changed(id, 'reminder.undone', {state: 'pending'}),
    'reminder.understand': ({when}) => {
      const at = clock.now() + spanOf(when);
      return {at: isoOf(at), zone: 'UTC', understood: `in ${spanOf(when) / MINUTE} minutes`};
    },
    'reminder.preview': ({when}) => {
      const [, often, task] = /^(every \w+ at \d+) (.+)$/u.exec(when) ?? [];
      if (often !== undefined && task !== undefined) {
        const at = isoOf(clock.now() + HOUR);
        const repeat = {rule: 'FREQ=DAILY', words: often, zone: 'UTC', start: at.slice(0, 19)};
        return {fireAt: at, next: [at], when: often, text: task, zone: 'UTC', repeat};
      }
      if (when === 'every hour') {
        const at = isoOf(clock.now() + 37 * MINUTE);
        const repeat = {rule: 'FREQ=HOURLY', words: 'every hour at minute 37', zone: 'UTC', start: at.slice(0, 19)};
        return {fireAt: at, next: [at], when, text: '', zone: 'UTC', repeat};
      }
      if (!when.startsWith('6:45')) throw new GatewayError('invalid', `"${when}" says no time.`, {fault: 'no-time'});
      const [morning, evening] = ['2026-11-22T05:45:00.000Z', '2026-11-21T17:45:00.000Z'];
      const choices = [
        {label: 'tomorrow 06:45', when: morning},
        {label: 'today 18:45', when: evening},
      ];
      const text = when.slice('6:45'.length).trim();
      const ask = {question: 'Which time do you mean?', choices};
      return {fireAt: morning, next: [morning], when: '6:45', text, zone: 'UTC', ask};
    },
    'cron.windows': ({until = ''}) => {
      const {occurrences, more} = upcomingOccurrences([...jobs.values()], Date.parse(until), (job, after, count) =>
        nextOfJobs(job, after, count, createInstants()),
      );
      return toWire({windows: occurrences, more});
    },
    'cron.pause': ({name}) => toWire(schedules({name, paused: true})),
    'cron.resume': ({name}) => toWire(schedules({name, paused: false})),
    'cron.preview': ({expression}) => ({instants: [isoOf(clock.now() + HOUR)], schedule: expression}),
    'cron.create': ({name, prompt = ''}) => ({
      ...toWire(schedules({name, message: prompt, origin: `cron/${name}.md`})),
      next: [],
    }),
    'cron.run': ({name, dry}) =>
      dry === true
        ? {
            dry: {
              prompt: 'What did I do?',
              gate: 'test -f x',
              deliver: ['signal:alice'],
              announce: 'direct',
              preTools: [],
            },
          }
        : {runId: runsOnce({name, kind: 'cron'}).id},
    'cron.remove': ({name}) => {
      const job = schedules({name});
      jobs.delete(name);
      emit({type: 'cron.changed', job, removed: true});
      return {removed: `cron/${name}.md`};
    },
    'run.list': ({name, before, limit = 50}) => {
      const all = runs.filter(run => name === undefined || run.name === name).toReversed();
      const from = before === undefined ? 0 : all.findIndex(({id}) => id === before) + 1;
      return {runs: all.slice(from, from + limit).map(toWire)};
    },
    'run.get': ({id}) => {
      const run = runs.find(one => one.id === id);
      if (run === undefined) throw new GatewayError('not_found', `There is no run ${id}.`);
      return {
        ...toWire(run),
        transcript: messages.filter(({session: key}) => key === run.session).map(toWire),
        deliveries: [],
      };
    },
    'outbox.list': ({before, limit = 50}) => {
      const all = deliveries.toReversed();
      const from = before === undefined ? 0 : all.findIndex(({id}) => id === before) + 1;
      return {deliveries: all.slice(from, from + limit).map(toWire)};
    },
    'outbox.retry': ({id}) => {
      if (!deliveries.some(one => one.id === id)) throw new GatewayError('not_found', 'There is no such delivery.');
      return toWire(delivers({id: id as Delivery['id'], state: 'queued', attempts: 0}));
    },
    'outbox.hold': ({id}) => toWire(delivers({id: id as Delivery['id'], state: 'queued', onHold: true})),
    'outbox.release': ({id}) => toWire(delivers({id: id as Delivery['id'], state: 'queued'})),
    'outbox.discard': ({id}) =>
      toWire(delivers({id: id as Delivery['id'], state: 'dead', lastError: 'It was discarded by hand.'})),
    'events.list': ({before = events.length + 1, limit = 200}) => {
      const older = events.filter(({seq}) => seq < before);
      return {events: older.slice(-limit), more: older.length > limit};
    },
    'setup.providers': () => ({
      model: 'offline',
      providers: [
        {
          name: 'anthropic',
          title: 'Anthropic',
          kind: 'anthropic',
          host: 'api.anthropic.com',
          variable: 'ANTHROPIC_API_KEY',
          keyPage: 'https://console.anthropic.com/settings/keys',
          needsKey: true,
        },
        {
          name: 'openai',
          title: 'OpenAI',
          kind: 'openai',
          host: 'api.openai.com',
          variable: 'OPENAI_API_KEY',
          key: 'environment',
          needsKey: true,
        },
        {name: 'ollama', title: 'Ollama', kind: 'openai-compatible', host: 'localhost:11434', isLocal: true},
      ],
    }),
    'setup.address': ({provider = 'local'}) => ({
      provider,
      host: 'h',
      needsKey: provider === 'anthropic' || provider === 'openai',
    }),
    'setup.models': ({provider = 'local'}) => ({provider, models: ['gpt-9', 'gpt-9-mini', 'gpt-8']}),
    'setup.try': ({provider = 'local', model}) => ({
      model: `${provider}/${model}`,
      reply: 'ready',
      context: sizeOf(model),
    }),
    'setup.save': ({provider = 'local', model}) => ({model: `${provider}/${model}`, keyFile: `/h/keys/${provider}`}),
    'daemon.status': () =>
      toWire({
        running: true as const,
        version: '0.0.0',
        pid: 1,
        bootId: 'boot',
        ...(zone === undefined ? {} : {zone}),
        keys,
        startedAt: clock.now(),
        now: clock.now(),
        seq: events.length,
        home: {config: '/c', database: '/d', workspace: '/w', log: '/l', socket: '/s'},
        agent: 'rooster',
        model: {name: 'offline', ready: true},
        clients: open.size,
        sessions: {total: sessions.size, busy: turns.size, queued: 0},
        reminders: {pending: reminders.length},
        outbox: {waiting: 0, dead: 0},
        nextWakes: [],
        idle: {sessions: idle},
        channels: [],
        problems: diskProblems,
      }),
  };

  const reminds = (given: Partial<Reminder>): Reminder => {
    const reminder: Reminder = {
      id: next('rem') as Reminder['id'],
      fireAt: clock.now() + MINUTE,
      message: 'stretch',
      mode: 'verbatim',
      delivery: ['terminal:default'],
      sourceSession: MAIN,
      createdAt: clock.now(),
      state: 'pending',
      zone: 'UTC',
      ...given,
    };
    reminders.push(reminder);
    emit({type: 'reminder.set', reminder});
    return reminder;
  };

  const changed = (
    id: Reminder['id'],
    type: Extract<GatewayEvent['type'], `reminder.${string}`>,
    change: Partial<Reminder>,
    more: object = {},
  ): Wire<Reminder> => {
    const index = reminders.findIndex(reminder => reminder.id === id);
    const known = reminders[index];
    if (known === undefined) throw new GatewayError('not_found', 'There is no such reminder.');
    const reminder: Reminder = {...known, ...change};
    reminders[index] = reminder;
    emit({type, reminder, ...more} as Parameters<typeof emit>[0]);
    return toWire(reminder);
  };

  let idle: readonly IdleStatus[] = [];
  let keys: Readonly<Record<string, string>> = {};
  let diskProblems: Snapshot['problems'] = [];
  const schedules = (given: Partial<CronJob> & {readonly name: string}): CronJob => {
    const job: CronJob = {
      cron: '0 8 * * *',
      zone: 'UTC',
      message: 'What matters today?',
      deliver: ['terminal:default'],
      announce: 'rephrase',
      missed: 'skip',
      overlap: 'skip',
      enabled: true,
      preTools: [],
      retry: 'auto',
      carryLastOutput: false,
      origin: `cron/${given.name}.md`,
      paused: false,
      nextAt: clock.now() + 60 * MINUTE,
      ...jobs.get(given.name),
      ...given,
    };
    jobs.set(job.name, job);
    emit({type: 'cron.changed', job});
    return job;
  };

  const runsOnce = (given: Partial<Run>): Run => {
    const known = runs.findIndex(({id}) => id === given.id);
    const run: Run = {
      id: next('run') as Run['id'],
      kind: 'cron',
      name: 'morning',
      session: `rooster:cron:${given.name ?? 'morning'}`,
      status: 'running',
      scheduledFor: clock.now(),
      startedAt: clock.now(),
      beganAt: given.startedAt ?? clock.now(),
      attempt: 1,
      late: false,
      ...runs[known],
      ...given,
    };
    if (known === -1) runs.push(run);
    else runs[known] = run;
    emit({type: run.status === 'running' ? 'run.started' : 'run.ended', session: run.session, run});
    return run;
  };

  const delivers = (given: Partial<Delivery>): Delivery => {
    const known = deliveries.findIndex(({id}) => id === given.id);
    const id = next('dlv') as Delivery['id'];
    const delivery: Delivery = {
      id,
      key: id,
      address: 'terminal:default',
      text: 'stretch',
      state: 'queued',
      attempts: 0,
      createdAt: clock.now(),
      repeat: false,
      ...deliveries[known],
      ...given,
    };
    if (known === -1) deliveries.push(delivery);
    else deliveries[known] = delivery;
    emit({type: EVENT_OF[delivery.state], delivery});
    return delivery;
  };

  const connect: Connect = async signal => {
    if (successor !== undefined) return successor.connect(signal);
    if (away !== undefined) throw new GatewayError('unavailable', away);
    const closed = Promise.withResolvers<string>();
    let listener: ((...notice: NoticeOf) => void) | undefined;
    const connection = {
      hear: (...notice: NoticeOf) => listener?.(...notice),
      end: (reason: string) => {
        open.delete(connection);
        closed.resolve(reason);
      },
      live: false,
    };
    open.add(connection);
    const client: GatewayClient = {
      call: async (method, params) => {
        if (!open.has(connection)) throw new GatewayError('unavailable', 'The connection ended.');
        calls.push({method, params});
        const refusal = refusals.get(method);
        refusals.delete(method);
        if (refusal !== undefined) throw refusal;
        if (ignored === method) return await new Promise(() => undefined);
        const answer = answers[method];
        if (answer === undefined) throw new GatewayError('failed', `The fake knows no ${method}.`);
        const result = answer(params, connection.hear, () => {
          connection.live = true;
        });
        if (dying === method) {
          dying = undefined;
          goesAway();
          throw new GatewayError('unavailable', 'The connection ended.');
        }
        return result;
      },
      onNotice: given => {
        listener = given;
      },
      closed: closed.promise,
      [Symbol.asyncDispose]: async () => connection.end('closed'),
    };
    return client;
  };

  const goesAway = (reason = 'The daemon is gone.'): void => {
    away = reason;
    for (const one of [...open]) one.end(reason);
  };

  if (!fresh) session({key: MAIN, title: 'main'});
  return {
    connect,
    calls,
    messages,
    callsOf: <M extends Method>(method: M) =>
      calls.filter(call => call.method === method).map(call => call.params as Params<M>),
    session: given => updated(given),
    emit,
    alarms: alarm => {
      const made: Alarm = {
        id: `alm_${alarms.size + 1}`,
        kind: 'once',
        state: 'active',
        nextAt: clock.now() + HOUR,
        zone: 'UTC',
        message: 'look again',
        session: 'rooster:main',
        user: 'owner',
        createdAt: clock.now(),
        failures: 0,
        skipped: 0,
        ...alarm,
      };
      alarms.set(made.id, made);
      emit({type: made.failures === 0 ? 'alarm.set' : 'alarm.delayed', session: made.session, alarm: made});
      return made;
    },
    says,
    said,
    turnStarts: (turnId, key = MAIN, source = {kind: 'user'}) => {
      turns.set(turnId, {
        turnId,
        session: key,
        source,
        model: 'offline',
        startedAt: clock.now(),
        text: '',
      });
      emit({type: 'turn.started', session: key, turnId, source, model: 'offline'});
    },
    joins: (messageId, turnId) => {
      const index = messages.findIndex(({id}) => id === messageId);
      const [taken] = messages.splice(index, 1);
      if (taken?.turnId === undefined) throw new Error('no waiting message');
      const joined = {...taken, turnId};
      messages.push(joined);
      emit({type: 'message.retracted', session: taken.session, messageId, turnId: taken.turnId});
      emit({type: 'message.added', session: taken.session, message: joined});
    },
    delta: delta => {
      const turn = turns.get(delta.turnId);
      if (turn === undefined) return;
      turns.set(delta.turnId, {...turn, text: turn.text + delta.text});
      for (const one of open) if (one.live) one.hear('delta', {...delta, session: turn.session});
    },
    thinks: delta => {
      const turn = turns.get(delta.turnId);
      if (turn === undefined) return;
      const {tookMs} = delta;
      const text = (turn.thinking?.text ?? '') + delta.text;
      turns.set(delta.turnId, {...turn, thinking: {text, ...(tookMs === undefined ? {} : {tookMs})}});
      for (const one of open) if (one.live) one.hear('thinking', {...delta, session: turn.session});
    },
    counts: count => {
      for (const one of open) if (one.live) one.hear('clients', {count});
    },
    holds: reason => {
      for (const one of open) one.hear('held', {reason});
    },
    turnEnds: (turnId, {outcome = 'replied', error} = {}) => {
      const turn = turns.get(turnId);
      turns.delete(turnId);
      const key = turn?.session ?? MAIN;
      const why = error === undefined ? {} : {error};
      if (outcome === 'failed' || outcome === 'aborted') {
        ended.push({
          id: turnId,
          session: key,
          state: 'ended',
          source: {kind: 'user'},
          trust: 'full',
          deliver: false,
          queuedAt: clock.now(),
          endedAt: clock.now(),
          outcome,
          ...why,
        });
      }
      emit({type: 'turn.ended', session: key, turnId, outcome, source: {kind: 'user'}, ...why});
    },
    reminds,
    asks,
    answers: settles,
    signals: (status, outcomes = []) => {
      signal = status;
      linked = outcomes;
    },
    counts30Days: counted => {
      stats = counted;
    },
    tells: (id, steps) => {
      stories.set(id, steps);
    },
    hides: (more, these = []) => {
      hidden = more;
      later = these;
    },
    fires: reminder => {
      const index = reminders.findIndex(({id}) => id === reminder.id);
      const fired: Reminder = {...reminder, state: 'fired', firedAt: clock.now()};
      reminders[index] = fired;
      emit({type: 'reminder.fired', reminder: fired, late: false});
    },
    schedules,
    disk: reason => {
      diskProblems = reason === undefined ? [] : [{key: 'disk', reason, inForce: 'Nothing is saved.'}];
    },
    keys: chosen => {
      keys = chosen;
      emit({type: 'config.changed', keys: ['keys']});
    },
    idles: standing => {
      idle = standing;
    },
    runs: runsOnce,
    delivers,
    goesAway,
    diesAnswering: method => {
      dying = method;
    },
    becomes: other => {
      successor = other;
    },
    comesBack: () => {
      away = undefined;
    },
    forgetsEvents: () => {
      kept = events.length;
    },
    ignores: method => {
      ignored = method;
    },
    refuses: (method, error) => refusals.set(method, error),
    loses: during => {
      losing = true;
      during();
      losing = false;
    },
    get connections() {
      return open.size;
    },
  };
};

/** As the daemon matches words: by prefix. */
const formatHas = (said: string, wanted: string): boolean =>
  wanted
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .every(word => said.split(/[^\p{L}\p{N}]+/u).some(one => one.startsWith(word)));

const OWN = {kind: 'user', name: 'alice', channel: 'terminal'} as const;

/** The names that the fake knows, a server that says its size, and one that doesn't. */
const sizeOf = (model: string): ContextSize =>
  model === 'gpt-8'
    ? {tokens: 8_192, source: 'assumed'}
    : model === 'gpt-7'
      ? {tokens: 4_096, source: 'server'}
      : {tokens: 128_000, source: 'model'};
