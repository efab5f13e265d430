import {expect, test} from 'vitest';
import {saysNothing, spokenIn, spokenSoFar, spokenText} from '../../src/shared/record-text/sentinels.ts';

test.each([
  ['HEARTBEAT_OK', ''],
  ['  HEARTBEAT_CONTINUE\n', ''],
  ['**NO_ACTION_NEEDED**', ''],
  ['_HEARTBEAT_OK_', ''],
  ['`HEARTBEAT_OK`.', ''],
  ['HEARTBEAT_OK HEARTBEAT_OK', ''],
  ['HEARTBEAT_OK: the backup is late', 'the backup is late'],
  ['All is well.\n\nHEARTBEAT_OK', 'All is well.'],
  ['All is well. `HEARTBEAT_OK`.', 'All is well.'],
  ['Say HEARTBEAT_OK when all is well.', 'Say HEARTBEAT_OK when all is well.'],
  ['HEARTBEAT_OKAY', 'HEARTBEAT_OKAY'],
  ['MY_HEARTBEAT_OK', 'MY_HEARTBEAT_OK'],
  ['  spaces stay  ', '  spaces stay  '],
  ['', ''],
])('the reply %j reaches people as %j', (reply, told) => {
  expect(spokenText(reply)).toBe(told);
});

test('no part of a sentinel is shown during streaming', () => {
  for (const whole of [
    'HEARTBEAT_OK',
    '**HEARTBEAT_CONTINUE**',
    '`NO_ACTION_NEEDED`.',
    '_HEARTBEAT_OK_',
    'HEARTBEAT_OK\n',
  ])
    for (let end = 0; end <= whole.length; end += 1) expect(spokenSoFar(whole.slice(0, end))).toBe('');
});

test('streamed text is shown as it grows, except a last word that may become a sentinel', () => {
  expect(spokenSoFar('Good m')).toBe('Good m');
  expect(spokenSoFar('Good ')).toBe('Good ');
  expect(spokenSoFar('Good. HEART')).toBe('Good. ');
  expect(spokenSoFar('Good. HEARTS')).toBe('Good. HEARTS');
  expect(spokenSoFar('HEARTBEAT_OK The backup')).toBe('The backup');
});

test("sentinels are removed from the agent's text to people, and nowhere else", () => {
  const said = {role: 'assistant', source: {kind: 'agent'}, session: 'rooster:main', text: 'HEARTBEAT_OK'} as const;
  expect([spokenIn(said), saysNothing(said)]).toEqual(['', true]);
  const isolated = {...said, session: 'rooster:cron:morning'} as const;
  expect([spokenIn(isolated), saysNothing(isolated)]).toEqual(['HEARTBEAT_OK', false]);
  const asked = {...said, role: 'user', source: {kind: 'user'}} as const;
  expect([spokenIn(asked), saysNothing(asked)]).toEqual(['HEARTBEAT_OK', false]);
  expect(saysNothing({...said, text: ''})).toBe(false);
});

test.each([' ', '.', '\n', '*', 'H'])('a long repetition of %j in a reply is read quickly', sign => {
  const reply = `a ${sign.repeat(200_000)} b`;
  const before = process.cpuUsage();
  spokenText(`${reply}. HEARTBEAT_OK`);
  spokenText(`HEARTBEAT_OK ${reply} HEARTBEAT_OK x`);
  spokenSoFar(`${reply} HEARTBEAT_`);
  spokenSoFar(`${reply}${reply}`.trimEnd().replaceAll(' ', sign));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
