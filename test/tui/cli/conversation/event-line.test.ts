import {expect, test} from 'vitest';
import type {GatewayEvent} from '../../../../src/shared/events/gateway-event.ts';
import {eventLine} from '../../../../src/tui/cli/conversation/watch.ts';

const NOW = Date.UTC(2026, 10, 21, 21, 3);
const at = '2026-11-21T21:02:05.000Z';
const paint = (_: unknown, text: string): string => text;
const source = {kind: 'user', name: 'alice', channel: 'terminal'} as const;
const reminder = {
  id: 'rem_1',
  fireAt: '2026-11-21T21:23:00.000Z',
  message: 'stretch',
  mode: 'verbatim',
  delivery: ['terminal:default'],
  sourceSession: 'a:main',
  createdAt: at,
  state: 'pending',
  zone: 'UTC',
} as const;
const delivery = {
  id: 'dlv_1',
  key: 'k',
  address: 'signal:bob',
  text: 'hello',
  state: 'queued',
  attempts: 2,
  createdAt: at,
  repeat: false,
} as const;

const NAMES = {'signal:bob': 'Bob'};

const EVENTS: readonly (readonly [GatewayEvent, string])[] = [
  [
    {seq: 1, at, type: 'daemon.started', version: '0.1.0', bootId: 'b', pid: 9, interrupted: 2},
    '21:02:05  #1      daemon 0.1.0 started, pid 9; 2 turns were interrupted',
  ],
  [
    {
      seq: 42,
      at,
      type: 'message.added',
      session: 'a:main',
      message: {id: 'msg_1', session: 'a:main', role: 'user', text: 'hello\nthere', at, source},
    },
    '21:02:05  #42     main  alice: hello ⏎ there',
  ],
  [
    {
      seq: 43,
      at,
      type: 'message.added',
      session: 'a:main',
      message: {id: 'msg_2', session: 'a:main', role: 'assistant', text: '\u001b[2Jhi', at, source: {kind: 'agent'}},
    },
    '21:02:05  #43     main  agent: hi',
  ],
  [
    {
      seq: 44,
      at,
      type: 'turn.ended',
      session: 'a:main',
      turnId: 'turn_1',
      outcome: 'failed',
      error: 'No model.',
      source,
    },
    '21:02:05  #44     main  turn ended: failed: No model.',
  ],
  [
    {seq: 45, at, type: 'turn.ended', session: 'a:main', turnId: 'turn_1', outcome: 'replied', source, tookMs: 1234},
    '21:02:05  #45     main  turn ended: replied (1.2s)',
  ],
  [
    {seq: 46, at, type: 'reminder.set', reminder},
    '21:02:05  #46     reminder rem_1 set for today 21:23 (in 20m): stretch',
  ],
  [{seq: 47, at, type: 'reminder.fired', reminder, late: true}, '21:02:05  #47     reminder rem_1 rang late: stretch'],
  [
    {seq: 48, at, type: 'delivery.dead', delivery: {...delivery, state: 'dead', lastError: 'Unregistered user.'}},
    '21:02:05  #48     delivery dlv_1 to Bob on signal failed: Unregistered user.',
  ],
  [
    {seq: 49, at, type: 'config.rejected', problems: [{key: 'agent.model', reason: 'Unknown.', inForce: 'offline'}]},
    '21:02:05  #49     configuration rejected: agent.model: Unknown.',
  ],
];

test.each(EVENTS)('%j is one line', (event, line) => {
  expect(eventLine(event, NOW, paint, NAMES)).toBe(line);
});

test('an event type of a newer daemon is shown by its name', () => {
  const event = {seq: 50, at, type: 'moon.risen', session: 'a:main'} as unknown as GatewayEvent;
  expect(eventLine(event, NOW, paint, NAMES)).toBe('21:02:05  #50     main  ? moon.risen');
});
