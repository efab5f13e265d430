import {expect, test} from 'vitest';
import {readFinding, readHeartbeat, withoutSentinels} from '../../../src/daemon/schedule/reply-verdict.ts';

const suppressed = {kind: 'suppressed', comeBack: false};
const report = (text: string) => ({kind: 'report', text});

test.each([
  ['HEARTBEAT_OK', suppressed],
  ['  HEARTBEAT_OK\n', suppressed],
  ['**HEARTBEAT_OK**', suppressed],
  ['*HEARTBEAT_OK*', suppressed],
  ['`HEARTBEAT_OK`', suppressed],
  ['NO_ACTION_NEEDED', suppressed],
  ['HEARTBEAT_OK.', suppressed],
  ['HEARTBEAT_OK HEARTBEAT_OK', suppressed],
  ['', suppressed],
  ['HEARTBEAT_CONTINUE', {kind: 'suppressed', comeBack: true}],
  ['**HEARTBEAT_CONTINUE**', {kind: 'suppressed', comeBack: true}],
  ['HEARTBEAT_OK: the backup is late', report('the backup is late')],
  ['The backup is late. HEARTBEAT_OK', report('The backup is late.')],
  ['The word HEARTBEAT_OK is in the middle', report('The word HEARTBEAT_OK is in the middle')],
  ['heartbeat_ok', report('heartbeat_ok')],
  ['"HEARTBEAT_OK"', report('"HEARTBEAT_OK"')],
  ['***HEARTBEAT_OK***', report('***HEARTBEAT_OK***')],
  ['HEARTBEAT_OKAY, all fine', report('HEARTBEAT_OKAY, all fine')],
  ['Rain until 11.', report('Rain until 11.')],
])('the reply %j is parsed as %j', (reply, finding) => {
  expect(readFinding(reply)).toEqual(finding);
});

test.each([
  ['HEARTBEAT_OK', suppressed],
  ['**HEARTBEAT_OK**', suppressed],
  ['', suppressed],
  ['HEARTBEAT_OK: nothing new since noon.', suppressed],
  ['Nothing new since noon. HEARTBEAT_OK', suppressed],
  [`HEARTBEAT_OK ${'x'.repeat(300)}`, suppressed],
  [`HEARTBEAT_OK ${'x'.repeat(301)}`, report('x'.repeat(301))],
  ['"HEARTBEAT_OK"', suppressed],
  ['***HEARTBEAT_OK***', suppressed],
  ['HEARTBEAT_CONTINUE', {kind: 'suppressed', comeBack: true}],
  ['`HEARTBEAT_CONTINUE`', {kind: 'suppressed', comeBack: true}],
  ['HEARTBEAT_CONTINUE the build still runs', report('the build still runs')],
  ['The build HEARTBEAT_OK is red', report('The build  is red')],
  ['Call Bob back.', report('Call Bob back.')],
])('the heartbeat reply %j is parsed as %j', (reply, finding) => {
  expect(readHeartbeat(reply)).toEqual(finding);
});

test.each([
  ['All is well. HEARTBEAT_OK', 'All is well.'],
  ['a HEARTBEAT_OK b', 'a  b'],
  ['nothing of the kind', 'nothing of the kind'],
  ['  spaces stay  ', '  spaces stay  '],
])('people see text without sentinels: %j', (text, clean) => {
  expect(withoutSentinels(text)).toBe(clean);
});

test.each([' ', '.', '\n', ', '])(
  'a long repetition of %j in a reply is parsed quickly, since everything waits for it',
  sign => {
    const reply = `a${sign.repeat(200_000)}b`;
    const before = process.cpuUsage();
    expect(readFinding(reply)).toEqual({kind: 'report', text: reply});
    expect(readFinding(`${reply}. HEARTBEAT_OK`)).toEqual({kind: 'report', text: `${reply}.`});
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  },
);
