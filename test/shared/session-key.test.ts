import {expect, test} from 'vitest';
import {whyNotJobName} from '../../src/shared/records/jobs/cron-job.ts';
import {
  heartbeatSession,
  purposeOf,
  reflectionSession,
  reminderSession,
  reservedKind,
  type SessionKey,
  sessionName,
} from '../../src/shared/records/session-key.ts';

const CONVERSATIONS: readonly SessionKey[] = [
  'rooster:main',
  'my_agent-2:main',
  'rooster:dm:signal:22222222-2222-4222-8222-222222222222',
  'rooster:group:signal:AAEC/+==',
];

test.each(CONVERSATIONS)('the heartbeat and reflection sessions of %s are recognized', key => {
  expect(sessionKind(heartbeatSession(key))).toBe('heartbeat');
  expect(sessionKind(reflectionSession(key))).toBe('reflection');
  expect(purposeOf(heartbeatSession(key))).toBe('job');
  expect(purposeOf(reflectionSession(key))).toBe('reflection');
  expect(purposeOf(key)).toBe('conversation');
});

test('the session of a reminder is recognized', () => {
  expect(sessionKind(reminderSession('rooster', 'rem_1'))).toBe('reminder');
});

test.each(['reminder-water', 'heartbeat', 'heartbeat-server', 'reflection-weekly', 'a-reflection-rooster_main'])(
  'a job may be called %s, and its session has the tools of a job',
  name => {
    expect(whyNotJobName(name)).toBeUndefined();
    expect(purposeOf(`rooster:cron:${name}`)).toBe('job');
  },
);

test.each(['reminder-rem_1', 'heartbeat-rooster_main', 'reflection-rooster_dm_signal_x'])(
  'no job may be called %s, since that session name is reserved',
  name => {
    expect(whyNotJobName(name)).toMatch(/^That name is reserved for (?:reminder|heartbeat|reflection)s\.$/u);
  },
);

const sessionKind = (key: SessionKey): string | undefined => {
  const name = sessionName(key);
  return name?.kind === 'cron' ? reservedKind(name.name) : undefined;
};
