import {expect, test} from 'vitest';
import {createCounters} from '../../../../src/daemon/doors/http/metrics.ts';
import type {GatewayEvent} from '../../../../src/shared/events/gateway-event.ts';

const GAUGES = {
  outbox: {waiting: 2, dead: 1},
  sessions: {busy: 1, queued: 3},
  reminders: 4,
  alarms: 5,
  channels: [{channel: 'signal', inbound: 'up', outbound: 'down'}],
} as const;

const ended = (status: string, lateSeconds: number) =>
  ({
    type: 'run.ended',
    run: {
      kind: 'cron',
      status,
      scheduledFor: '2026-11-21T11:00:00.000Z',
      startedAt: new Date(Date.UTC(2026, 10, 21, 11, 0, lateSeconds)).toISOString(),
    },
  }) as GatewayEvent;

test('each figure is listed once, under its own name', () => {
  const counters = createCounters();
  counters.count([
    {type: 'delivery.sent'} as GatewayEvent,
    {type: 'delivery.dead'} as GatewayEvent,
    ended('ran', 30),
    ended('ran', 0),
    ended('failed', -5),
    {type: 'turn.ended', outcome: 'replied', usage: {inputTokens: 10, outputTokens: 5}} as GatewayEvent,
    {type: 'turn.ended', outcome: 'failed'} as GatewayEvent,
  ]);
  const lines = counters.text(GAUGES).trimEnd().split('\n');
  expect(lines.filter(line => !line.startsWith('#')).toSorted()).toEqual([
    'rooster_alarms_active 5',
    'rooster_channel_up{channel="signal",direction="in"} 1',
    'rooster_channel_up{channel="signal",direction="out"} 0',
    'rooster_deliveries_total{result="dead"} 1',
    'rooster_deliveries_total{result="sent"} 1',
    'rooster_outbox{state="dead"} 1',
    'rooster_outbox{state="waiting"} 2',
    'rooster_queue{state="busy"} 1',
    'rooster_queue{state="queued"} 3',
    'rooster_reminders_pending 4',
    'rooster_run_lateness_seconds_count 3',
    'rooster_run_lateness_seconds_sum 30',
    'rooster_runs_total{kind="cron",status="failed"} 1',
    'rooster_runs_total{kind="cron",status="ran"} 2',
    'rooster_tokens_total{direction="input"} 10',
    'rooster_tokens_total{direction="output"} 5',
    'rooster_turns_total{outcome="failed"} 1',
    'rooster_turns_total{outcome="replied"} 1',
  ]);
  expect(lines.findIndex(line => line.startsWith('rooster_run_lateness_seconds_sum'))).toBeGreaterThan(
    lines.indexOf('# TYPE rooster_run_lateness_seconds summary'),
  );
});
