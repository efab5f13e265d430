// The real daemon, killed with -9 during a heartbeat, and the next one: it resumes the same run, posts its report once, and starts no
// other.
// @module-tag deep
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startEchoModel} from '../support/echo-model.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

test('the next start resumes a killed heartbeat, which reports once', async () => {
  using home = tempDir();
  let hangs = true;
  await using model = await startEchoModel(words => {
    if (words !== 'Look around.') return undefined;
    return hangs ? {kind: 'hang', chunks: ['You']} : {kind: 'text', chunks: ['You promised to call Carol.']};
  });
  mkdirSync(join(home.path, 'workspace'));
  writeFileSync(join(home.path, 'workspace/HEARTBEAT.md'), 'Look around.\n');
  writeConfig(home.path, {...modelAt(model.baseUrl), heartbeat: {idleMinutes: 0.01}, reflection: {idleMinutes: 600}});
  const killed = await startRealDaemon({home: home.path});
  await killed.follow(0);
  await killed.say('hello');
  await until('a heartbeat is at work', () => model.asked.get('Look around.') === 1);
  await killed.kill('SIGKILL');
  hangs = false;

  await using next = await startRealDaemon({home: home.path});
  await next.follow(0);
  const run = await untilGiven('the end of the run', async () =>
    (await next.call('run.list', {kind: 'heartbeat'})).runs.find(({status}) => status !== 'running'),
  );
  expect(run).toMatchObject({status: 'ran', attempt: 2, output: 'You promised to call Carol.'});
  const {messages} = await next.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual(['hello', 'You said: hello', 'You promised to call Carol.']);
  const {steps} = await next.call('why', {id: messages[2]?.id ?? 'msg_'});
  expect(steps.map(({what}) => what).join('\n')).toMatch(/was due[\s\S]*attempt 2[\s\S]*word for word/u);
  expect((await next.call('daemon.status', {})).idle?.sessions).toMatchObject([
    {session: 'rooster:main', heartbeat: {why: 'Done; nobody has written since.'}},
  ]);
  expect((await next.call('run.list', {kind: 'heartbeat'})).runs).toHaveLength(1);
});
