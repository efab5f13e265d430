// The real daemon, killed with -9 during a reflection, and the next one: it resumes the same run with its plan and the same messages, and
// starts no other.
// @module-tag deep
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Reply} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

test('the next start resumes a killed reflection with its plan and the same messages', async () => {
  using home = tempDir();
  const plan = JSON.stringify({action: 'plan', items: [{title: 'Pages'}]});
  const looking: Reply[] = [
    {kind: 'tools', calls: [{id: 'call_1', name: 'reflection_todo', arguments: [plan]}]},
    {kind: 'hang', chunks: ['So']},
    {kind: 'text', chunks: ['A note.']},
  ];
  await using model = await startOpenAiServer(({body}) =>
    JSON.stringify(body).includes('A reflection: a conversation is idle')
      ? (looking.shift() ?? {kind: 'status', status: 400})
      : {kind: 'text', chunks: ['Hello.']},
  );
  const page = join(home.path, 'workspace/.web-cache/a.md');
  mkdirSync(join(home.path, 'workspace/.web-cache'), {recursive: true});
  writeFileSync(page, '---\nsource_url: "https://example.org/"\n---\n\nx\n');
  writeConfig(home.path, {
    ...modelAt(model.baseUrl),
    heartbeat: {enabled: false},
    reflection: {idleMinutes: 0.01},
  });
  const killed = await startRealDaemon({home: home.path});
  await killed.follow(0);
  await killed.say('remember the figs');
  await until('the second step is asked for', () => looking.length === 1);
  await killed.kill('SIGKILL');
  expect(existsSync(page)).toBe(true);

  await using next = await startRealDaemon({home: home.path});
  await next.follow(0);
  const run = await untilGiven('the end of the run', async () =>
    (await next.call('run.list', {kind: 'reflection'})).runs.find(({status}) => status !== 'running'),
  );
  expect(run).toMatchObject({
    status: 'ran',
    attempt: 2,
    output: 'A note.',
    todos: [{title: 'Pages', status: 'pending'}],
  });
  const last = JSON.stringify(model.requests.at(-1)?.body);
  expect(last).toContain('This is attempt 2');
  expect(last).toContain('1. [pending] Pages');
  expect(last).toContain(': remember the figs');
  expect(existsSync(page)).toBe(false);
  expect((await next.call('run.list', {kind: 'reflection'})).runs).toHaveLength(1);
  const {messages} = await next.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual(['remember the figs', 'Hello.']);
});
