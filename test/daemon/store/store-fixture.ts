// Shared by the tests of the store: a temporary folder, a readable log, records with defaults.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Forgotten} from '../../../src/daemon/ports/conversation-store.ts';
import type {Store} from '../../../src/daemon/ports/store.ts';
import type {Log} from '../../../src/daemon/ports/system.ts';
import {openStore, type StoreOptions} from '../../../src/daemon/store/store.ts';
import type {Fact} from '../../../src/shared/events/gateway-event.ts';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import type {MessageId} from '../../../src/shared/records/ids.ts';
import type {Alarm} from '../../../src/shared/records/jobs/alarm.ts';
import type {Reminder, Run} from '../../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import type {KeptSession} from '../../../src/shared/records/session.ts';
import {kindOfSession, type SessionKey} from '../../../src/shared/records/session-key.ts';
import type {Turn} from '../../../src/shared/records/turn.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {openNewStore} from '../../support/new-database.ts';

/** 2026-11-21T11:00:00Z, where the fake clock begins. */
export const noon = Date.UTC(2026, 10, 21, 11);
export const MAIN = 'rooster:main';

export type TempFolder = Disposable & {readonly path: string; in(name: string): string};

export const tempFolder = (): TempFolder => {
  const path = mkdtempSync(join(tmpdir(), 'rooster-store-'));
  return {
    path,
    in: name => join(path, name),
    [Symbol.dispose]: () => rmSync(path, {recursive: true, force: true}),
  };
};

export type RecordingLog = Log & {readonly lines: readonly string[]};

export const recordingLog = (): RecordingLog => {
  const lines: string[] = [];
  const record = (level: string) => (_: unknown, sentence: string) => {
    lines.push(`${level}: ${sentence}`);
  };
  return {lines, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error')};
};

/** A store at noon, on a new database of its own by default. */
export const openTestStore = ({path, ...more}: Partial<StoreOptions> = {}): Store & Disposable => {
  const options = {clock: fakeClock(), log: recordingLog(), ...more};
  return path === undefined ? openNewStore(options) : openStore({...options, path});
};

export const aSession = (over: Partial<KeptSession> = {}): KeptSession => {
  const key = over.key ?? MAIN;
  return {key, kind: kindOfSession(key), title: 'Main', trust: 'full', lastActivityAt: noon, ...over};
};

export const aMessage = (id: string, over: Partial<Message> = {}): Message => ({
  id: `msg_${id}`,
  session: MAIN,
  role: 'user',
  text: `message ${id}`,
  at: noon,
  source: {kind: 'user', name: 'alice', channel: 'terminal'},
  ...over,
});

/** Copies the messages of a conversation into this one, which doesn't exist yet. */
export const forkInto = (
  store: Store,
  {from, upTo, fork, nextId}: {from: SessionKey; upTo: MessageId; fork: KeptSession; nextId: () => MessageId},
): void =>
  store.transact(() => {
    const copying = store.sessions.startCopy(from, fork.key, upTo);
    while (copying.copySome(nextId));
    copying.finish(fork);
  });

/** A message that nothing repeats. */
export const forgotten = (text: string): Forgotten => ({
  ...{text, since: 0, title: '', quotes: [], titles: [], named: [], passages: []},
});

export const aTurn = (id: string, over: Partial<Turn> = {}): Turn => ({
  id: `turn_${id}`,
  session: MAIN,
  state: 'queued',
  source: {kind: 'user', name: 'alice'},
  trust: 'full',
  deliver: false,
  queuedAt: noon,
  ...over,
});

/** A message, its turn and delivery, and a reminder. */
export const addRows = (store: Store, name: string, session: SessionKey = MAIN): void => {
  store.sessions.put(aSession({key: session, title: name}));
  store.turns.put(aTurn(name, {session, state: 'ended'}));
  store.messages.add(aMessage(name, {session, text: `about ${name}`, turnId: `turn_${name}`}));
  store.deliveries.add(aDelivery(name, {session, turnId: `turn_${name}`}));
  store.reminders.add(aReminder(name, {sourceSession: session}));
};

export const aReminder = (id: string, over: Partial<Reminder> = {}): Reminder => ({
  id: `rem_${id}`,
  fireAt: noon + HOUR,
  message: `reminder ${id}`,
  mode: 'agent',
  user: 'alice',
  delivery: ['signal:alice-uuid'],
  sourceSession: 'rooster:dm:signal:alice-uuid',
  createdAt: noon,
  state: 'pending',
  zone: 'Europe/Berlin',
  ...over,
});

export const anAlarm = (id: string, over: Partial<Alarm> = {}): Alarm => ({
  id: `alm_${id}`,
  kind: 'once',
  state: 'active',
  at: noon + HOUR,
  nextAt: noon + HOUR,
  zone: 'Europe/Berlin',
  message: `alarm ${id}`,
  session: MAIN,
  user: 'alice',
  createdAt: noon,
  failures: 0,
  skipped: 0,
  ...over,
});

export const aRun = (id: string, over: Partial<Run> = {}): Run => ({
  id: `run_${id}`,
  kind: 'cron',
  name: 'morning',
  session: 'rooster:cron:morning',
  status: 'running',
  scheduledFor: noon,
  startedAt: noon,
  attempt: 1,
  late: false,
  ...over,
});

export const aDelivery = (id: string, over: Partial<Delivery> = {}): Delivery => ({
  id: `dlv_${id}`,
  key: `run_1@${id}`,
  address: 'signal:alice-uuid',
  text: `delivery ${id}`,
  state: 'queued',
  attempts: 0,
  createdAt: noon,
  repeat: false,
  ...over,
});

export type Received = Parameters<Store['inbox']['add']>[0];

export const aReceived = (timestamp: number, over: Partial<Received> = {}): Received => ({
  channel: 'signal',
  author: 'alice-uuid',
  timestamp,
  chat: 'signal:alice-uuid',
  event: {timestamp},
  receivedAt: noon,
  ...over,
});

/** The smallest possible event. */
export const aFact = (cause: string): Fact => ({type: 'session.reset', session: MAIN, cause});
