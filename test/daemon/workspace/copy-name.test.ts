import {expect, test} from 'vitest';
import {copyName, copyPath} from '../../../src/daemon/workspace/copy-name.ts';

test.each([
  ['rooster:main', 'rooster_main'],
  ['rooster:dm:signal:alice-uuid', 'rooster_dm_signal_alice-uuid'],
  ['rooster:group:signal:AA/b+c==', 'rooster_group_signal_AA_b+c=='],
  ['rooster:cron:../../etc/passwd', 'rooster_cron_.._.._etc_passwd'],
  ['..:main', '___main'],
  ['a:dm:x:nul\0and\nline\\', 'a_dm_x_nul_and_line_'],
] as const)('the copy of %j is in %s', (session, name) => {
  expect(copyName(session)).toBe(name);
  expect(copyPath(session)).toBe(`sessions/${name}.jsonl`);
});

test('a name too long for a file is shortened, and two such names stay different', () => {
  const long = `rooster:dm:signal:${'ü'.repeat(300)}` as const;
  expect(Buffer.byteLength(copyName(long))).toBeLessThanOrEqual(200);
  expect(copyName(long)).not.toContain('\ufffd');
  expect(copyName(`${long}1`)).not.toBe(copyName(`${long}2`));
});
