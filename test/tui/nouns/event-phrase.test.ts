import {expect, test} from 'vitest';
import type {GatewayEvent} from '../../../src/shared/events/gateway-event.ts';
import {NO_NAMES} from '../../../src/shared/record-text/names.ts';
import {eventPhrase} from '../../../src/tui/nouns/format/event-phrase.ts';

const at = '2026-11-21T20:02:05.000Z';

test('a row of the log names a reminder without its id', () => {
  const cancelled = {seq: 1, at, type: 'reminder.cancelled', reminder: {id: 'rem_abc', message: 'stretch'}};
  expect(eventPhrase(cancelled as unknown as GatewayEvent, NO_NAMES).what).toBe('reminder cancelled: stretch');
});

test('a row of the log keeps an id that is part of a message', () => {
  const text = 'Reminder set (id: rem_abc).';
  const message = {
    id: 'msg_1',
    session: 'a:main',
    role: 'tool',
    text,
    at,
    source: {kind: 'agent'},
    tool: {name: 'reminder'},
  };
  const added = {seq: 2, at, type: 'message.added', session: 'a:main', message};
  expect(eventPhrase(added as unknown as GatewayEvent, NO_NAMES).what).toBe(`tool reminder: ${text}`);
});
