// People's names for addresses and conversations.
import {expect, test} from 'vitest';
import {addressName, conversationName, NO_NAMES} from '../../src/shared/record-text/names.ts';

const NAMES = {
  'signal:2222': 'alice',
  'signal:group:AAEC': 'Family',
  'rooster:dm:signal:3333': 'my sister',
};

test('an address is shown as name and channel, a group by title, and an unknown address as itself', () => {
  expect(addressName('signal:2222', NAMES)).toBe('alice on signal');
  expect(addressName('signal:group:AAEC', NAMES)).toBe('Family');
  expect(addressName('terminal:default', NAMES)).toBe('the terminal');
  expect(addressName('signal:4444', NAMES)).toBe('signal:4444');
  expect(addressName('signal:2222', NO_NAMES)).toBe('signal:2222');
});

test('a conversation is named by its own title, else its person, else its run', () => {
  const names = [
    'rooster:dm:signal:3333',
    'rooster:dm:signal:2222',
    'rooster:group:signal:AAEC',
    'rooster:main',
    'rooster:dm:signal:4444',
    'rooster:cron:tides',
    'rooster:cron:reminder-rem_1',
    'rooster:cron:heartbeat-rooster_main',
  ] as const;
  expect(names.map(session => conversationName(session, NAMES))).toEqual([
    'my sister',
    'alice on signal',
    'Family',
    'main',
    'signal 4444',
    'tides',
    'reminder',
    'heartbeat',
  ]);
});
