// The public interface (contract, section 4), pinned by name: a method, an event type or an error code is never renamed, dropped or
// re-typed, and one is added only on purpose, here.

import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import type {Method, Methods} from '../../src/ipc/method-table.ts';
import {METHODS} from '../../src/ipc/method-table.ts';
import type {Notice} from '../../src/ipc/protocol.ts';
import type {EventBodies, EventType} from '../../src/shared/events/gateway-event.ts';
import {DELIVERY_STATES} from '../../src/shared/records/delivery/delivery.ts';
import type {ReminderState, RunStatus} from '../../src/shared/records/jobs/jobs.ts';
import type {RunKind} from '../../src/shared/records/jobs/run-kinds.ts';
import type {TraceStep} from '../../src/shared/records/trace.ts';
import {TRUST_LEVELS} from '../../src/shared/records/trust.ts';
import type {OutcomeKind} from '../../src/shared/records/turn.ts';
import {ERROR_CODES} from '../../src/shared/text/gateway-error.ts';

/** The contract's own. */
const PROMISED_METHODS = [
  'hello',
  'daemon.status',
  'sandbox.try',
  'store.follow',
  'store.files',
  'store.read',
  'store.fence',
  'daemon.restart',
  'daemon.stop',
  'session.list',
  'session.history',
  'session.send',
  'session.inject',
  'session.preview',
  'session.record',
  'session.stop',
  'session.reset',
  'session.compact',
  'session.rename',
  'session.create',
  'session.fork',
  'session.archive',
  'session.restore',
  'session.delete',
  'reminder.set',
  'reminder.list',
  'reminder.get',
  'reminder.cancel',
  'reminder.snooze',
  'reminder.done',
  'reminder.skip',
  'reminder.pause',
  'reminder.resume',
  'reminder.undo',
  'reminder.preview',
  'calendar.export',
  'calendar.import',
  'cron.list',
  'cron.get',
  'cron.run',
  'cron.pause',
  'cron.resume',
  'cron.preview',
  'run.list',
  'run.get',
  'outbox.list',
  'outbox.get',
  'outbox.retry',
  'outbox.discard',
  'why',
  'events.subscribe',
  'signal.status',
  'signal.link',
  'config.get',
  'config.check',
] as const satisfies readonly Method[];

/** Ours besides. */
const ADDED_METHODS = [
  'session.trust',
  'session.delegate',
  'session.broadcast',
  'delegation.list',
  'delegation.stop',
  'backup.create',
  'daemon.dismiss',
  'id.find',
  'stats.get',
  'stats.keep',
  'config.set',
  'session.read',
  'session.model',
  'session.retract',
  'message.search',
  'reminder.edit',
  'reminder.understand',
  'reminder.moveZone',
  'events.list',
  'cron.windows',
  'cron.create',
  'cron.edit',
  'cron.remove',
  'cron.enable',
  'cron.source',
  'approval.list',
  'approval.get',
  'approval.answer',
  'approval.rules',
  'approval.policy',
  'approval.revoke',
  'alarm.set',
  'alarm.list',
  'alarm.get',
  'alarm.cancel',
  'alarm.wake',
  'outbox.send',
  'ledger.get',
  'signal.linked',
  'signal.allow',
  'signal.trust',
  'signal.prove',
  'signal.rang',
  'client.presence',
  'reach.quiet',
  'reach.digest',
  'reach.list',
  'reach.answer',
  'ledger.clear',
  'mail.status',
  'mail.authorize',
  'mail.setup',
  'setup.providers',
  'setup.address',
  'setup.models',
  'setup.try',
  'setup.save',
  'outbox.hold',
  'outbox.release',
] as const satisfies readonly Method[];

const PROMISED_EVENTS = [
  'daemon.started',
  'session.updated',
  'message.added',
  'turn.started',
  'turn.tool',
  'turn.ended',
  'run.started',
  'run.ended',
  'reminder.set',
  'reminder.started',
  'reminder.fired',
  'reminder.cancelled',
  'reminder.snoozed',
  'reminder.done',
  'cron.changed',
  'cron.invalid',
  'delivery.queued',
  'delivery.sent',
  'delivery.receipt',
  'delivery.failed',
  'delivery.dead',
  'channel.status',
  'config.changed',
  'config.rejected',
  'policy.refused',
] as const satisfies readonly EventType[];

const ADDED_EVENTS = [
  'event.lost',
  'cron.mended',
  'run.retrying',
  'session.reset',
  'session.created',
  'session.archived',
  'session.restored',
  'session.deleted',
  'message.retracted',
  'message.changed',
  'reminder.settled',
  'reminder.edited',
  'reminder.nagged',
  'reminder.missed',
  'reminder.skipped',
  'reminder.paused',
  'reminder.resumed',
  'reminder.undone',
  'approval.asked',
  'approval.answered',
  'alarm.set',
  'alarm.fired',
  'alarm.delayed',
  'alarm.cancelled',
  'alarm.failed',
  'delivery.held',
] as const satisfies readonly EventType[];

/** These two fail to compile when something exists that isn't listed above. */
type Unlisted<All, Listed> = Exclude<All, Listed> extends never ? true : Exclude<All, Listed>;
const EVERY_METHOD_IS_LISTED: Unlisted<
  keyof Methods,
  (typeof PROMISED_METHODS)[number] | (typeof ADDED_METHODS)[number]
> = true;
const EVERY_EVENT_IS_LISTED: Unlisted<
  keyof EventBodies,
  (typeof PROMISED_EVENTS)[number] | (typeof ADDED_EVENTS)[number]
> = true;

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort();

/** The keys of a type, from its source: types don't exist at run time. */
const keysIn = (file: string, type: string): readonly string[] => {
  const source = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`export type ${type} = \\{\\n([\\s\\S]*?)\\n\\};`, 'u').exec(source) ?? [];
  return [...body.matchAll(/^ {2}'?([a-z.]+)'?: /gmu)].map(([, key = '']) => key);
};

test('the methods are those of the contract, and our own', () => {
  expect(EVERY_METHOD_IS_LISTED).toBe(true);
  expect(sorted(METHODS)).toEqual(sorted([...PROMISED_METHODS, ...ADDED_METHODS]));
});

test('the event types are those of the contract, and our own', () => {
  expect(EVERY_EVENT_IS_LISTED).toBe(true);
  expect(sorted(keysIn('shared/events/gateway-event.ts', 'EventBodies'))).toEqual(
    sorted([...PROMISED_EVENTS, ...ADDED_EVENTS]),
  );
});

test("the daemon's notices and closing reasons are those of the contract", () => {
  const notices = ['event', 'delta', 'thinking', 'clients', 'held', 'closing'] as const satisfies readonly Notice[];
  expect(sorted(keysIn('ipc/protocol.ts', 'Notices'))).toEqual(sorted(notices));
});

test('names travel as data: all of them in the greeting, session and address in a trace step', () => {
  // As types: a removed field does not compile.
  const greeting: Required<Pick<Methods['hello']['result'], 'names'>> = {names: {'signal:2222': 'alice'}};
  const step: Required<Pick<TraceStep, 'session' | 'address'>> = {session: 'rooster:main', address: 'signal:2222'};
  expect([greeting, step].flatMap(Object.keys)).toEqual(['names', 'session', 'address']);
});

test('the protocol has its version number', () => {
  expect(PROTOCOL).toBe(1);
});

test('the closed lists of values are those of the contract', () => {
  expect(ERROR_CODES).toEqual([
    'not_found',
    'invalid',
    'refused',
    'busy',
    'conflict',
    'moved',
    'unavailable',
    'failed',
  ]);
  expect(TRUST_LEVELS).toEqual(['full', 'inner', 'familiar', 'public']);
  expect(DELIVERY_STATES).toEqual(['queued', 'sending', 'sent', 'delivered', 'read', 'dead']);
  // As types: an added or removed value does not compile.
  const outcomes: Record<OutcomeKind, true> = {replied: true, silent: true, failed: true, aborted: true};
  // The delegation came later: a client treats a kind that it doesn't know as an event.
  const kinds: Record<Exclude<RunKind, 'delegation'>, true> = {
    cron: true,
    reminder: true,
    heartbeat: true,
    reflection: true,
    alarm: true,
  };
  const statuses: Record<RunStatus, true> = {running: true, ran: true, suppressed: true, skipped: true, failed: true};
  const states: Record<ReminderState, true> = {pending: true, firing: true, fired: true, done: true, cancelled: true};
  expect([outcomes, kinds, statuses, states].map(words => Object.keys(words).length)).toEqual([4, 5, 5, 5]);
});
