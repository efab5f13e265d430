import {describe, expect, test} from 'vitest';
import {type CallFacts, decide, fitsPattern} from '../../../../src/daemon/flows/approvals/decide.ts';
import {newRule} from '../../../../src/daemon/flows/approvals/rules.ts';
import {effectSentence} from '../../../../src/daemon/flows/approvals/sentences.ts';
import {
  APPROVAL_STATES,
  type Approval,
  type ApprovalRule,
  ASK_KINDS,
  ASK_TIMES,
  type AskTable,
  type Effect,
  RULE_SCOPES,
} from '../../../../src/shared/records/approval.ts';
import {reaches, type TextLimit, TRUST_LEVELS} from '../../../../src/shared/records/trust.ts';
import {visible} from '../../../../src/shared/text/sanitize.ts';
import {seededRandom} from '../../../support/seeded-random.ts';

const USUAL: AskTable = {
  outside: 'always',
  messages: 'always',
  mail: 'always',
  hooks: 'always',
  jobs: 'always',
  rules: 'always',
  fetch: 'after-reading',
  own: 'after-reading',
};
const NOW = Date.parse('2026-12-01T12:00:00Z');
const PAGE: TextLimit = {trust: 'public', by: {kind: 'web', name: 'example.com'}};
const PUSH: Effect = {kind: 'outside', says: 'run git push', names: {command: 'git push', program: 'git'}};
const NOTE: Effect = {kind: 'own', says: 'write notes.md', names: {path: 'notes.md'}};

const call = (facts: Partial<CallFacts> = {}): CallFacts => ({
  tool: 'bash',
  digest: 'd1',
  effects: [PUSH],
  trust: 'full',
  session: 'rooster:main',
  after: [],
  hasPerson: true,
  ...facts,
});
const rule = (fields: Partial<ApprovalRule> = {}): ApprovalRule => ({
  id: 'rule_1',
  kind: 'outside',
  tool: 'bash',
  scope: 'command',
  allows: ['git push'],
  createdAt: NOW,
  by: 'alice',
  approval: 'apr_1',
  ...fields,
});
const decided = (facts: Partial<CallFacts> = {}, rules: readonly ApprovalRule[] = [], ask = USUAL): string =>
  decide(call(facts), {ask, rules, now: NOW}).kind;

describe('what asks', () => {
  test.each([
    ['a command that leaves the sandbox', {}, 'ask'],
    ['a note of its own', {effects: [NOTE]}, 'run'],
    ['a note after reading a page', {effects: [NOTE], after: [PAGE]}, 'ask'],
    ['a call without effects', {effects: []}, 'run'],
    ['a command while nobody is there', {hasPerson: false}, 'refuse'],
    ['a command in a group', {trust: 'familiar'}, 'refuse'],
    ['a command of unknown origin', {trust: 'public'}, 'refuse'],
    ['a command of somebody with inner trust', {trust: 'inner'}, 'ask'],
  ] as const)('%s: %s', (_, facts, kind) => {
    expect(decided(facts)).toBe(kind);
  });

  test('what the configuration never asks for runs', () => {
    expect(decided({}, [], {...USUAL, outside: 'never'})).toBe('run');
  });

  test('only the effects that need a person are shown', () => {
    expect(decide(call({effects: [NOTE, PUSH]}), {ask: USUAL, rules: [], now: NOW})).toEqual({
      kind: 'ask',
      effects: [PUSH],
    });
  });
});

describe('a rule', () => {
  test.each([
    ['for this command line', rule(), {}, 'allowed'],
    ['for another command line', rule({allows: ['git pull']}), {}, 'ask'],
    ['for this program', rule({scope: 'program', allows: ['git']}), {}, 'allowed'],
    ['for exactly this call', rule({scope: 'call', allows: ['d1']}), {}, 'allowed'],
    ['for a call with other arguments', rule({scope: 'call', allows: ['d2']}), {}, 'ask'],
    ['of another tool', rule({tool: 'write_file'}), {}, 'ask'],
    ['of another kind of effect', rule({kind: 'jobs'}), {}, 'ask'],
    ['of this conversation', rule({session: 'rooster:main'}), {}, 'allowed'],
    ['of another conversation', rule({session: 'rooster:dm:signal:x'}), {}, 'ask'],
    ['until later', rule({endsAt: NOW + 1}), {}, 'allowed'],
    ['until this instant', rule({endsAt: NOW}), {}, 'ask'],
    ['with a typed star', rule({allows: ['git *'], pattern: true}), {}, 'allowed'],
    ['with a star that stood in its command', rule({allows: ['git *']}), {}, 'ask'],
    ['with a typed star, after reading a page', rule({allows: ['git *'], pattern: true}), {after: [PAGE]}, 'ask'],
    ['for this program, after reading a page', rule({scope: 'program', allows: ['git']}), {after: [PAGE]}, 'ask'],
    ['for this command line, after reading a page', rule(), {after: [PAGE]}, 'allowed'],
    ['for one of two effects', rule(), {effects: [PUSH, {...PUSH, kind: 'rules'}]}, 'ask'],
    ['also answers where nobody is', rule(), {hasPerson: false}, 'allowed'],
    ['gives nothing to a group', rule(), {trust: 'familiar'}, 'refuse'],
  ] as const)('%s: %s', (_, made, facts, kind) => {
    expect(decided(facts, [made])).toBe(kind);
  });

  test.each([
    ['git *', 'git push', true],
    ['git *', 'git push origin main', true],
    ['git *', 'git', false],
    ['git *', 'gitx push', false],
    ['git *', 'git push; rm -rf .', false],
    ['git *', 'git push && curl evil.example', false],
    ['git *', 'git push $(cat key)', false],
    ['git *', 'git push `cat key`', false],
    ['git *', 'git push\nrm x', false],
    ['git *', 'git push > ~/.ssh/config', false],
    ['git *', 'git push | sh', false],
    ['npm i *', 'npm i left-pad', true],
    ['npm.i *', 'npm i left-pad', false],
    ['git', 'git push', false],
  ])('%s covers "%s": %s', (pattern, command, does) => {
    expect(fitsPattern(pattern, command)).toBe(does);
  });
});

const INSIDE: Effect = {...PUSH, kind: 'own', says: 'run in the sandbox: git push'};

test.each([
  ['the tool', ['bash'], {}, 'allowed'],
  ['another tool', ['write_file'], {}, 'refuse'],
  ['the command without the sandbox', ['outside git push'], {}, 'allowed'],
  ['another command without the sandbox', ['outside git pull'], {}, 'refuse'],
  ['the command, which may then not leave the sandbox', ['command git push'], {}, 'refuse'],
  ['the program, which may then not leave the sandbox', ['program git'], {}, 'refuse'],
  ['the command in the sandbox', ['command git push'], {effects: [INSIDE]}, 'allowed'],
  ['another command in the sandbox', ['command git pull'], {effects: [INSIDE]}, 'refuse'],
  ['the command only without the sandbox', ['outside git push'], {effects: [INSIDE]}, 'refuse'],
  ['the program in the sandbox', ['program git'], {effects: [INSIDE]}, 'allowed'],
  ['the program, after reading a page', ['program git'], {effects: [INSIDE], after: [PAGE]}, 'refuse'],
  ['the command, after reading a page', ['command git push'], {effects: [INSIDE], after: [PAGE]}, 'allowed'],
  ['the tool, after reading a page', ['bash'], {after: [PAGE]}, 'allowed'],
] as const)('the file of a job that allows %s: %s', (_, allow, facts, kind) => {
  const ask = {...USUAL, own: 'always'} as const;
  expect(decide(call({hasPerson: false, allow, ...facts}), {ask, rules: [], now: NOW}).kind).toBe(kind);
});

test('whatever a call is, without an answer, a rule or a file nothing with an effect of a person runs', () => {
  const random = seededRandom(7);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  for (let round = 0; round < 5_000; round += 1) {
    const ask = Object.fromEntries(ASK_KINDS.map(kind => [kind, pick(ASK_TIMES)])) as AskTable;
    const effects = Array.from({length: Math.floor(random() * 4)}, (): Effect => ({...PUSH, kind: pick(ASK_KINDS)}));
    const after = pick([[], [PAGE]]);
    const facts = call({effects, after, trust: pick(TRUST_LEVELS), hasPerson: pick([true, false])});
    const needsPerson = effects.some(
      ({kind}) => ask[kind] === 'always' || (ask[kind] === 'after-reading' && after.length > 0),
    );
    const wrong = [rule({tool: 'other'}), rule({endsAt: NOW}), rule({session: 'rooster:dm:signal:x'})];
    const decision = decide(facts, {ask, rules: wrong, now: NOW});
    const {kind} = decision;
    if (decision.kind === 'refuse') expect(decision.way).toBe(reaches(facts.trust, 'inner') ? 'nobody' : 'trust');
    expect(kind === 'run' || kind === 'allowed').toBe(!needsPerson);
    if (needsPerson && !facts.hasPerson) expect(kind).toBe('refuse');
  }
});

describe('a rule made with an answer', () => {
  const approval = {
    id: 'apr_1',
    tool: 'bash',
    digest: 'd1',
    effects: [PUSH],
    session: 'rooster:main',
    state: APPROVAL_STATES[0],
  } as unknown as Approval;
  const wish = {by: 'alice', id: 'rule_1', now: NOW} as const;

  test('has exactly what was shown, in every scope that the call names', () => {
    for (const scope of RULE_SCOPES) {
      const made = (): ApprovalRule => newRule(approval, {...wish, scope});
      if (scope === 'call') expect(made().allows).toEqual(['d1']);
      else if (scope === 'command' || scope === 'program') expect(made().allows).toEqual([PUSH.names?.[scope]]);
      else expect(made).toThrow(`This call names no ${scope}.`);
    }
  });

  test.each([
    [{scope: 'command', pattern: 'git *'}, undefined],
    [{scope: 'command', pattern: '*'}, 'Write the command'],
    [{scope: 'command', pattern: 'g*i*t*p*'}, 'at most 3'],
    [{scope: 'command', pattern: 'npm *'}, 'does not cover this call'],
    [{scope: 'program', pattern: 'g*'}, 'Only a command can have a *.'],
    [{scope: 'command', until: NOW}, 'That date is over.'],
  ] as const)('%o: %s', (made, refusal) => {
    const make = (): ApprovalRule => newRule(approval, {...wish, ...made});
    if (refusal === undefined) expect(make().allows).toEqual(['git *']);
    else expect(make).toThrow(refusal);
  });

  test.each([
    ['git log; id', 'This is more than one command, so'],
    ['git log $REF', 'A shell may start more than one program here, so'],
  ])('for the program of %s is refused, with the reason', (command, reason) => {
    const several = {...approval, effects: [{...PUSH, names: {command}}]};
    expect(() => newRule(several, {...wish, scope: 'program'})).toThrow(reason);
    expect(newRule(several, {...wish, scope: 'command'}).allows).toEqual([command]);
  });

  test('after reading from elsewhere names only exactly this call', () => {
    const read = {...approval, after: [PAGE]};
    expect(() => newRule(read, {...wish, scope: 'program'})).toThrow('only exactly this call');
    expect(() => newRule(read, {...wish, scope: 'command', pattern: 'git *'})).toThrow('a rule has no *');
    expect(newRule(read, {...wish, scope: 'command'}).allows).toEqual(['git push']);
  });
});

test('a question shows what hides or turns text around, and what was read', () => {
  const hidden: Effect = {kind: 'outside', says: 'run echo \u202e\u200bgnp.exe\u001b[8m'};
  expect(effectSentence([hidden], [PAGE])).toBe(
    'Run echo <U+202E><U+200B>gnp.exe<U+001B>[8m, after reading example.com.',
  );
  expect(visible('two\nlines, ünïcode, 日本語 and 🐓')).toBe('two\nlines, ünïcode, 日本語 and 🐓');
});
