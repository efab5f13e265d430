// A whole reflection, with the real daemon, a provider on loopback in OpenAI's format, and a web page on loopback: the conversation is
// idle, its reflection plans, keeps a page, writes memory, and leaves a note for the next one.
// @module-tag deep
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {RecordedRequest, Reply} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {openAiFaults} from '../support/strict-provider.ts';
import {tempDir} from '../support/temp-dir.ts';
import {untilGiven} from '../support/until.ts';
import {webServer} from '../support/web-server.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

test('in an idle conversation a reflection plans, keeps a page, writes memory, and passes its note on', async () => {
  using home = tempDir();
  await using web = await webServer({
    '/figs': (_, response) =>
      response.writeHead(200, {'content-type': 'text/html'}).end('<title>Figs</title><p>Prune figs in March.</p>'),
  });
  const url = web.url('/figs');
  let cacheFile = '';
  const inChat: Reply[] = [use('web_fetch', {url}), say('In March, says the page.'), say('You are welcome.')];
  const looking: (() => Reply)[] = [
    () => use('reflection_todo', {action: 'plan', items: [{title: 'The page about figs'}, {title: 'Memory'}]}),
    () => use('read_file', {path: cacheFile}),
    () => use('reference_manage', {action: 'move', cache_file: cacheFile, topic: 'garden', file: 'pruning figs'}),
    () => use('memory_write', {section: 'Garden', content: '- Alice has a fig tree; see references/garden.'}),
    () =>
      use('reflection_todo', {
        action: 'batch_update',
        updates: [
          {index: 1, status: 'done', note: 'kept in garden'},
          {index: 2, status: 'done'},
        ],
      }),
    () => say('Kept the page about figs in references/garden. Ask how the tree does in March.'),
    () => say('Nothing new.'),
  ];
  await using model = await startOpenAiServer(asked => {
    if (!isReflection(asked)) return inChat.shift() ?? {kind: 'status', status: 400};
    cacheFile ||= /(\.web-cache\/\S+\.md)/u.exec(JSON.stringify(asked.body))?.[1] ?? '';
    return looking.shift()?.() ?? {kind: 'status', status: 400};
  });
  mkdirSync(join(home.path, 'workspace/references/garden'), {recursive: true});
  writeFileSync(join(home.path, 'workspace/MEMORY.md'), '# Memory\n\n## People\n\n- Alice\n');
  writeConfig(home.path, {
    ...modelAt(model.baseUrl),
    heartbeat: {enabled: false},
    reflection: {idleMinutes: 0.01},
  });
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.follow(0);
  await daemon.say('when do I prune figs?');

  const first = await reflection(daemon, 1);
  expect(first).toMatchObject({
    status: 'ran',
    output: 'Kept the page about figs in references/garden. Ask how the tree does in March.',
    todos: [
      {title: 'The page about figs', status: 'done', note: 'kept in garden'},
      {title: 'Memory', status: 'done'},
    ],
  });
  const kept = readFileSync(join(home.path, 'workspace/references/garden/pruning figs.md'), 'utf8');
  expect(kept).toContain(`source_url: "${url}"`);
  expect(kept).toContain('Prune figs in March.');
  expect(readdirSync(join(home.path, 'workspace/.web-cache'))).toEqual([]);
  expect(readFileSync(join(home.path, 'workspace/MEMORY.md'), 'utf8')).toBe(
    `# Memory\n\n## People\n\n- Alice\n\n## Garden\n<!-- from ${new URL(url).host} -->\n\n- Alice has a fig tree; see references/garden.\n`,
  );

  await daemon.say('thank you');
  expect(await reflection(daemon, 2)).toMatchObject({status: 'ran', output: 'Nothing new.'});
  const last = JSON.stringify(model.requests.at(-1)?.body);
  expect(last).toContain('Kept the page about figs in references/garden. Ask how the tree does in March.');
  expect(last).toContain('## Pages in the web cache\\n\\nThere are none.');
  expect(last).toContain(': thank you');
  expect(last).not.toContain(': when do I prune figs?');

  // The conversation knows the memory; the reflections' work isn't in it.
  const {messages} = await daemon.call('session.history', {session: 'rooster:main'});
  expect(messages.filter(({role}) => role !== 'tool').map(({text}) => text)).toEqual([
    'when do I prune figs?',
    '',
    'In March, says the page.',
    'thank you',
    'You are welcome.',
  ]);
  expect(model.requests.flatMap(openAiFaults)).toEqual([]);
  expect(existsSync(join(home.path, 'workspace/memory'))).toBe(false);
});

const isReflection = ({body}: RecordedRequest): boolean =>
  JSON.stringify(body).includes('A reflection: a conversation is idle');

const say = (words: string): Reply => ({kind: 'text', chunks: [words]});
let calls = 0;
const use = (name: string, input: unknown): Reply => {
  calls += 1;
  return {kind: 'tools', calls: [{id: `call_${calls}`, name, arguments: [JSON.stringify(input)]}]};
};

/** Waits until so many have ended, and returns the newest. */
const reflection = async (daemon: RealDaemon, count: number) => {
  const {id} = await untilGiven(`${count} reflections`, async () => {
    const {runs} = await daemon.call('run.list', {kind: 'reflection'});
    const over = runs.filter(({status}) => status !== 'running');
    return over.length >= count ? over[0] : undefined;
  });
  return daemon.call('run.get', {id});
};
