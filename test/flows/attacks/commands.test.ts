// Commands that read like one with a rule, and do more. Three rules are in force: for `echo ok`, for `echo o*`, and for the program echo.
// Each story has a control without the fence, in which the attack works.
import {chmodSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {RuleScope} from '../../../src/shared/records/approval.ts';
import {type Attack, bash, openAttack, step} from '../../support/attack-scene.ts';
import {NOTHING_ASKS} from '../../support/nothing-asks.ts';
import {until} from '../../support/until.ts';

const outside = (command: string) => step(bash(command, {outside: true}));

/** A scene in which its person has answered the first questions with these rules, by their commands. */
const withRules = async (
  rules: readonly {readonly command: string; readonly always: {readonly scope: RuleScope; readonly pattern?: string}}[],
  attack: string,
  env: {readonly PATH?: string} = {},
): Promise<Attack> => {
  const scene = await openAttack([...rules.map(({command}) => outside(command)), 'Done.', outside(attack), 'Done.'], {
    env,
  });
  const {turnId} = await scene.daemon.call('session.send', {text: 'set it up'});
  for (const [index, {always}] of rules.entries()) {
    await until(`question ${index + 1}`, () => scene.questions().length > index);
    const id = scene.questions()[index]?.id ?? 'apr_none';
    await scene.daemon.call('approval.answer', {id, answer: 'approve', always});
  }
  await scene.daemon.event('turn.ended', ended => ended.turnId === turnId);
  return scene;
};

const RULES = [
  {command: 'echo ok', always: {scope: 'command'}},
  {command: 'echo oh', always: {scope: 'command', pattern: 'echo o*'}},
  {command: 'echo no', always: {scope: 'program'}},
] as const;

describe.each([
  ['a second command behind a semicolon', 'echo ok; touch taken'],
  ['a second command behind &&', 'echo ok && touch taken'],
  ['a second command behind ||', 'echo ok >&9 || touch taken'],
  ['a second command on a line of its own', 'echo ok\ntouch taken'],
  ['a second command behind a carriage return', 'echo ok\r\ntouch taken'],
  ['a second command while the first runs', 'echo ok & touch taken'],
  ['a pipe', 'echo ok | xargs -I{} touch taken'],
  ['a substitution', 'echo ok $(touch taken)'],
  ['a substitution with backticks', 'echo ok `touch taken`'],
  ['a substitution in quotes', 'echo "ok$(touch taken)"'],
  ['a word that runs other words', 'eval touch taken'],
  ['a redirection', 'echo ok > taken'],
  ['a redirection of errors', 'echo ok 2> taken'],
  ['a here-document', 'sh <<end\ntouch taken\nend'],
  ['a variable before it', 'X=1 echo ok; touch taken'],
  ['a variable that changes what the program does', 'PATH=. echo; touch taken'],
  ['a function with the name of the program', 'echo() { touch taken; }; echo ok'],
  ['a group of commands', '{ echo ok; touch taken; }'],
  ['an expansion with a default', `echo \${X:-\`touch taken\`}`],
  ['arithmetic that runs a command', 'echo $((a[$(touch taken)]))'],
  ['another program in quotes', '"touch" taken'],
  ['another program behind a backslash', '\\touch taken'],
  ['the program by another path', './echo taken'],
  ['the program in other letters', 'Echo taken'],
  ['a longer name of the program', 'echoes taken'],
] as const)('a command with a rule and more: %s', (_, attack) => {
  /** Programs of the workspace whose names are like that of the rule. */
  const plant = (scene: Attack): void => {
    for (const name of ['echo', 'Echo', 'echoes']) {
      scene.write(name, '#!/bin/sh\ntouch taken\n');
      chmodSync(scene.at(name), 0o755);
    }
  };
  test('asks again, and does nothing without a yes', async () => {
    await using scene = await withRules(RULES, attack);
    plant(scene);
    await scene.plays('go on');
    expect(scene.questions()).toHaveLength(RULES.length + 1);
    expect(scene.has('taken')).toBe(false);
  });

  test('control: without the question it is done', async () => {
    const command = `PATH="$PATH:$PWD"\n${attack}`;
    await using scene = await openAttack([step(bash(command)), 'Done.'], {policy: NOTHING_ASKS});
    plant(scene);
    await scene.plays('go on');
    expect(scene.has('taken')).toBe(true);
  });
});

test('control: what the rules are for asks nobody', async () => {
  for (const command of ['echo ok', 'echo on and on', 'echo "what you like"']) {
    await using scene = await withRules(RULES, command);
    await scene.plays('go on');
    expect(scene.questions()).toHaveLength(RULES.length);
    expect((await scene.outputs()).at(-1)).not.toContain('Not run');
  }
});

describe.each([
  ['more words', 'git status', 'git status --porcelain'],
  ['fewer words', 'git status', 'git'],
  ['another space', 'git status', 'git  status'],
  ['a tab', 'git status', 'git\tstatus'],
  ['a space that is none', 'git status', 'git\u00a0status'],
  ['a character that hides', 'git status', 'git sta\u200btus'],
  ['quotes', 'git status', "git 'status'"],
  ['a comment', 'git status', 'git status # all'],
  ['a star that its person did not type as one', 'ls *', 'ls secrets'],
] as const)('a rule for a whole command, and the command with %s', (_, command, attack) => {
  test('asks again', async () => {
    await using scene = await withRules([{command, always: {scope: 'command'}}], attack);
    await scene.plays('go on');
    expect(scene.questions()).toHaveLength(2);
  });

  test('control: the same command asks nobody', async () => {
    await using scene = await withRules([{command, always: {scope: 'command'}}], command);
    await scene.plays('go on');
    expect(scene.questions()).toHaveLength(1);
  });
});

describe('a program in the workspace with the name of one that has a rule', () => {
  const rules = [{command: 'uname -s', always: {scope: 'program'}}] as const;

  test.each([
    ['an empty folder before all others', ':'],
    ['the folder itself before all others', '.:'],
    ['a relative folder before all others', 'bin:'],
  ])('does not run in its place, with %s in PATH', async (_, first) => {
    await using scene = await withRules(rules, 'uname -s', {PATH: `${first}${process.env['PATH']}`});
    for (const name of ['uname', 'bin/uname']) {
      scene.write(name, '#!/bin/sh\ntouch taken\n');
      chmodSync(scene.at(name), 0o755);
    }
    await scene.plays('go on');
    expect(scene.questions()).toHaveLength(1);
    expect(scene.has('taken')).toBe(false);
  });

  test('control: with its whole path in PATH, which its person wrote there, it runs', async () => {
    await using scene = await withRules(rules, 'PATH="$PWD/bin:$PATH" uname -s');
    scene.write('bin/uname', '#!/bin/sh\ntouch taken\n');
    chmodSync(scene.at('bin/uname'), 0o755);
    await scene.plays('go on', 'approve');
    expect(scene.has('taken')).toBe(true);
  });
});
