import {expect, test} from 'vitest';
import {chatStatus} from '../../../../src/daemon/flows/chat/chat-status.ts';
import {HOUR} from '../../../../src/shared/time/time.ts';
import {aReminder, aSession, MAIN, noon, openTestStore} from '../../store/store-fixture.ts';

const DM = 'rooster:dm:signal:alice-uuid';

test('the status of a chat counts the reminders of its person, and names what waits', () => {
  using store = openTestStore();
  store.sessions.put(aSession({key: DM, user: 'alice'}));
  store.reminders.add(aReminder('1'));
  store.reminders.add(aReminder('2', {user: 'bob'}));
  const deps = {store, now: noon + HOUR, startedAt: noon, model: {name: 'openai/gpt', ready: true}};
  const idle = {busy: () => false, queued: () => 0};
  expect(chatStatus({...deps, sessions: idle}, DM)).toEqual([
    'Up for 1 hour.',
    'Model: openai/gpt',
    'This conversation: idle.',
    'Reminders: 1 pending.',
  ]);
  // Nobody's conversation.
  expect(chatStatus({...deps, sessions: idle}, MAIN).at(-1)).toBe('Reminders: 0 pending.');
  const queued = (count: number) => ({busy: () => true, queued: () => count});
  expect(chatStatus({...deps, sessions: queued(1)}, DM)).toContain('This conversation: busy, 1 more message waits.');
  expect(chatStatus({...deps, sessions: queued(2)}, DM)).toContain('This conversation: busy, 2 more messages wait.');
  const model = {name: 'openai/gpt', ready: false, detail: 'no key'};
  expect(chatStatus({...deps, sessions: idle, model}, DM)).toContain('Model: openai/gpt (no key)');
});
