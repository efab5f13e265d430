// The dry run of a policy: it counts with the rules in force, and never holds the daemon, however much it reads.
import {expect, test} from 'vitest';
import {previewPolicy} from '../../../../src/daemon/flows/approvals/preview-policy.ts';
import {type ApprovalRule, ASK_KINDS, type AskTable} from '../../../../src/shared/records/approval.ts';
import {longestBlock} from '../../../support/longest-block.ts';
import {plainTool} from '../../../support/plain-tool.ts';
import {testCore} from '../../../support/test-core.ts';
import {aMessage, aSession, aTurn, MAIN, noon} from '../../store/store-fixture.ts';

const ASK = Object.fromEntries(ASK_KINDS.map(kind => [kind, 'always'])) as AskTable;

/** Turns of a person, each with so many calls. */
const callsIn = (turns: number, calls: number) => {
  const core = testCore({});
  const {store} = core;
  store.sessions.put(aSession());
  for (let index = 0; index < turns; index += 1) {
    store.transact(emit => {
      const turn = aTurn(`${index}`, {state: 'ended', user: 'alice'});
      store.turns.put(turn);
      for (let call = 0; call < calls; call += 1) {
        const callId = `call_${index}_${call}`;
        const of = {role: 'assistant', source: {kind: 'agent'}, turnId: turn.id} as const;
        const toolCalls = [{callId, name: 'write_file', input: {path: `${call}.md`}}];
        store.messages.add(aMessage(`${index}_${call}`, {...of, toolCalls}));
        const use = {turnId: turn.id, callId, name: 'write_file', summary: ''} as const;
        emit({type: 'turn.tool', session: MAIN, phase: 'started', ...use});
        emit({type: 'turn.tool', session: MAIN, phase: 'ended', ok: true, tookMs: 1, ...use});
      }
    });
  }
  const tool = plainTool('write_file');
  const tools = {offered: () => [tool], run: async () => ({ok: true, text: '', tookMs: 1}), summarize: () => ''};
  const digestOf = ({name, input}: {readonly name: string; readonly input: unknown}) =>
    `${name} ${JSON.stringify(input)}`;
  return {store, preview: () => previewPolicy({...core, digestOf}, tools, {ask: ASK, days: 7})};
};

test('a rule for exactly one call counts in the dry run', async () => {
  const {store, preview} = callsIn(2, 3);
  expect(await preview()).toMatchObject({calls: 6, asked: 6});
  const rule: ApprovalRule = {
    id: 'rule_1',
    kind: 'own',
    tool: 'write_file',
    scope: 'call',
    allows: ['write_file {"path":"1.md"}'],
    createdAt: noon,
    by: 'alice',
    approval: 'apr_1',
  };
  store.approvals.addRule(rule);
  expect(await preview()).toMatchObject({calls: 6, asked: 4});
});

test.each([
  [300, 100],
  [30, 1_000],
])('60,000 events of %i turns never hold the daemon', async (turns, calls) => {
  const {preview} = callsIn(turns, calls);
  await callsIn(1, 50).preview();
  let counted = 0;
  const block = await longestBlock(async () => {
    counted = (await preview()).calls;
  });
  expect(counted).toBe(30_000);
  expect(block).toBeLessThan(50);
});
