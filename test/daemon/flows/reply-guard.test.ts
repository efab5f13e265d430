import {expect, test} from 'vitest';
import {createReplyGuard} from '../../../src/daemon/flows/reply-guard.ts';
import type {Store} from '../../../src/daemon/ports/store.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {aTurn} from '../store/store-fixture.ts';

const TURN = aTurn('1', {
  session: 'rooster:dm:signal:alice-uuid',
  user: 'alice',
  deliver: true,
  source: {kind: 'user', name: 'alice', channel: 'signal'},
});

test('AT-26 a check that fails lets the turn end, with a log line', () => {
  const log = memoryLog();
  const broken = () => {
    throw new Error('database is locked');
  };
  const store = {messages: {ofTurn: broken}} as unknown as Store;
  const guard = createReplyGuard({store, log, settings: () => ({replies: 'by-tool', replyGuard: true})});
  expect(guard.reminder(TURN, 'It leaves at 9:14.')).toBeUndefined();
  expect(JSON.stringify(log.lines)).toContain('let a turn end unchecked: database is locked');
});

test('AT-27 without a conversation on a channel there is no check', () => {
  const guard = createReplyGuard({
    store: {} as unknown as Store,
    log: memoryLog(),
    settings: () => ({replies: 'by-tool', replyGuard: true}),
  });
  const {session: _, ...isolated} = TURN;
  const turn = {...isolated, session: 'rooster:cron:morning'} as const;
  expect([guard.sendTool(turn), guard.reminder(turn, 'Done.')]).toEqual([undefined, undefined]);
});
