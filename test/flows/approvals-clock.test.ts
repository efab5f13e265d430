// The clock is set while something waits or holds: nothing that was over comes back, and nothing waits longer than was said.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {type ScriptedAnswer, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const WRITE: ScriptedAnswer = {calls: [{name: 'write_file', input: {path: 'AGENTS.md', content: 'Be short.\n'}}]};
const MAIN = 'rooster:main';

const openScene = async (script: readonly ScriptedAnswer[]) => {
  const dir = tempDir();
  const daemon = await openTestDaemon({
    home: dir.path,
    models: scriptedModel(script).models,
    config: {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
      heartbeat: {enabled: false},
      reflection: {enabled: false},
    },
  });
  const at = (path: string): string => join(dir.path, 'workspace', path);
  return {
    daemon,
    at,
    rules: () => (existsSync(at('AGENTS.md')) ? readFileSync(at('AGENTS.md'), 'utf8') : ''),
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const ask = async (daemon: TestDaemon, text: string) => {
  const before = daemon.events.length;
  await daemon.call('session.send', {text});
  await until('it asks', () => daemon.events.slice(before).some(({type}) => type === 'approval.asked'));
  const asked = daemon.events.findLast(({type}) => type === 'approval.asked');
  if (asked?.type !== 'approval.asked') throw new Error('no question');
  return asked.approval;
};

const setBy = async ({clock}: TestDaemon, ms: number): Promise<void> => {
  clock.set(clock.now() + ms);
  await clock.advance(MINUTE);
};

const isOver = async (daemon: TestDaemon, id: `apr_${string}`): Promise<void> => {
  expect(await daemon.call('approval.get', {id})).toMatchObject({state: 'expired', way: 'deadline'});
  await expect(daemon.call('approval.answer', {id, answer: 'approve'})).rejects.toMatchObject({code: 'refused'});
};

test('a question that was over while the clock was ahead is not open again', async () => {
  await using scene = await openScene([WRITE, 'Nobody answered.']);
  const {daemon} = scene;
  const {id} = await ask(daemon, 'be short');
  await setBy(daemon, 2 * HOUR);
  await daemon.event('turn.ended');
  await setBy(daemon, -2 * HOUR);
  await isOver(daemon, id);
  expect(scene.rules()).not.toBe('Be short.\n');
});

test('trust in what was read does not reach a page that is read after the clock was set back', async () => {
  const note: ScriptedAnswer = {calls: [{name: 'write_file', input: {path: 'notes.md', content: 'x'}}]};
  const reads = (path: string): ScriptedAnswer => ({calls: [{name: 'read_file', input: {path}}]});
  await using scene = await openScene([reads('page.md'), note, 'Noted.', reads('other.md'), note, 'Noted.']);
  const {daemon} = scene;
  const page = '---\nsource_url: "https://figs.example/prune"\n---\n\nWater them.\n';
  for (const name of ['page.md', 'other.md']) writeFileSync(scene.at(name), page);
  const {id, after} = await ask(daemon, 'read');
  expect(after).toMatchObject([{by: {kind: 'web', name: 'figs.example'}}]);
  await daemon.call('approval.answer', {id, answer: 'approve'});
  await daemon.event('turn.ended');
  await daemon.clock.advance(MINUTE);
  await daemon.call('session.trust', {session: MAIN});
  await setBy(daemon, -HOUR);
  expect((await ask(daemon, 'read the other')).after).toMatchObject([{by: {kind: 'web', name: 'figs.example'}}]);
});
