// A call about which a person was asked: the row says that it was not run, and the next one who answered, where, and after how long.
import {expect, test} from 'vitest';
import type {CallAnswer} from '../../../../src/shared/records/approval.ts';
import {SECOND} from '../../../../src/shared/time/time.ts';
import type {ToolUse} from '../../../../src/tui/conversation/tool-use.ts';
import {toolRows} from '../../../../src/tui/layout/transcript/tool-rows.ts';
import {rowText} from '../../../../src/tui/text/row.ts';

const rows = (fields: Pick<ToolUse, 'state' | 'asked'>) =>
  toolRows({callId: 'c', name: 'bash', summary: 'git push', tookMs: 2 * SECOND, ...fields}, 60, 'line', () => '');
const asked = (fields: Partial<CallAnswer>): CallAnswer => ({
  ...{state: 'approved', way: 'signal', by: 'alice', afterMs: 12 * SECOND},
  ...fields,
});

test.each([
  [asked({}), 'approved by alice on Signal after 12s'],
  [asked({state: 'denied', way: 'terminal'}), 'denied by alice at the terminal after 12s'],
  [asked({state: 'expired', way: 'deadline', by: undefined}), 'nobody answered in time'],
  [asked({state: 'denied', way: 'nobody', by: undefined}), 'nobody could be asked'],
] as const)('%j: %s', (answer, words) => {
  const isRun = answer.state === 'approved';
  const [line = [], below = []] = rows({state: isRun ? 'ok' : 'not run', asked: answer});
  expect(rowText(line)).toMatch(isRun ? /^▸ bash git push +2\.0s$/u : /^▸ bash git push +not run$/u);
  expect(line.at(-1)).toMatchObject({role: 'dim'});
  expect(rowText(below)).toBe(`  ${words}`);
});

test('a rule or the file of a job is not named: nobody was asked', () => {
  expect(rows({state: 'ok', asked: asked({way: 'rule', by: undefined})})).toHaveLength(1);
});
