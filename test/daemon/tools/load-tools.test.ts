import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {loadTools} from '../../../src/daemon/tools/load-tools.ts';
import {PRE_TOOLS} from '../../../src/daemon/tools/pre-tools.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {createWebCache} from '../../../src/daemon/workspace/web-cache.ts';
import {reflectionSession, type SessionKey} from '../../../src/shared/records/session-key.ts';
import type {Trust} from '../../../src/shared/records/trust.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';
import {fakeSandbox} from '../../support/fake-sandbox.ts';
import {memoryFileLimits} from '../../support/file-limits.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {testConfig} from '../../support/test-config.ts';
import {toolContext} from '../../support/tool-context.ts';
import {webServer} from '../../support/web-server.ts';

const open = ({signal = false, mail = false, policy = {}} = {}) => {
  const dir = tempDir();
  const files = createFolder(dir.path);
  const log = memoryLog();
  const none = (): never => {
    throw new GatewayError('not_found', 'There is none in this test.');
  };
  const box = loadTools({
    clock: systemClock(),
    log,
    files,
    reminders: {
      actions: {
        set: none,
        list: () => [],
        cancel: none,
        snooze: none,
        done: none,
        edit: none,
        skip: none,
        pause: none,
        resume: none,
        undo: none,
      },
      formatMoment: () => '',
    },
    alarms: {actions: {set: none, list: () => [], get: none, cancel: none}, formatMoment: () => ''},
    jobs: () => [],
    cron: {
      actions: {
        list: none,
        preview: none,
        create: none,
        edit: none,
        remove: none,
        pause: none,
        resume: none,
        run: none,
        dryRun: none,
      },
      formatMoment: () => '',
    },
    quiet: {actions: {list: () => [], plan: none, remove: none}, formatMoment: () => ''},
    search: {config: () => undefined, keyOf: none},
    crossSession: {effects: () => [], send: none, delegate: none, broadcast: none},
    signal: {isOn: () => signal, effects: () => [], send: none, react: none, history: none},
    mail: {isOn: () => mail, effects: () => [], send: none},
    sessionUser: () => undefined,
    addresses: {isKnown: () => true, mayLead: () => true},
    limits: memoryFileLimits(),
    cache: createWebCache({files, clock: systemClock(), log}),
    reflection: {changeTodos: none, pagesFor: none},
    environment: {PATH: process.env['PATH']},
    secretNames: () => [],
    sandbox: fakeSandbox(),
    policy: () => testConfig({policy}).policy,
    withoutSecrets: text => text,
  });
  return {root: dir.path, box, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('every tool needs inner trust, the shell and jobs full trust; familiar, public and groups have no tools', () => {
  using fixture = open();
  const offered = (trust: Trust) => fixture.box.offered({trust}).map(({spec}) => spec.name);
  const all = [
    'reminder',
    'alarm',
    'schedule',
    'cron',
    'quiet',
    'session_send',
    'delegate',
    'broadcast',
    'read_file',
    'write_file',
    'edit_file',
    'list_files',
    'bash',
    'web_fetch',
  ];
  expect(offered('full')).toEqual(all);
  expect(offered('inner')).toEqual(all.filter(name => !['bash', 'cron', 'broadcast'].includes(name)));
  expect(offered('familiar')).toEqual([]);
  expect(offered('public')).toEqual([]);
});

test('people with trust inner get the shell where the configuration gives them a sandbox', () => {
  using fixture = open({policy: {inner: 'read-only'}});
  const offered = (trust: Trust) => fixture.box.offered({trust}).map(({spec}) => spec.name);
  expect(offered('inner')).toContain('bash');
  expect(offered('familiar')).toEqual([]);
});

test('a cron file may give a pre-tool exactly the parameters of that tool', () => {
  using fixture = open();
  for (const [name, {must, may}] of Object.entries(PRE_TOOLS)) {
    const tool = fixture.box.offered({trust: 'full'}).find(({spec}) => spec.name === name);
    const takes = Object.fromEntries([...must, ...may].map(key => [key, expect.anything()]));
    expect(tool?.spec.parameters, name).toEqual(
      expect.objectContaining({properties: takes, ...(must.length === 0 ? {} : {required: must})}),
    );
  }
});

test("a reflection has its own tools: it plans, curates and reads, and can't run, write or send", () => {
  using fixture = open({signal: true});
  const offered = (trust: Trust, session: SessionKey) =>
    fixture.box.offered({trust, session}).map(({spec}) => spec.name);
  const own = ['reflection_todo', 'reference_manage', 'reference_write', 'memory_write'];
  const looksBack = reflectionSession('rooster:main');
  expect(offered('full', looksBack)).toEqual(['read_file', 'list_files', 'web_fetch', ...own]);
  expect(offered('inner', looksBack)).toEqual([
    'read_file',
    'list_files',
    'web_fetch',
    'reflection_todo',
    'memory_write',
  ]);
  expect(offered('familiar', looksBack)).toEqual([]);
  for (const session of ['rooster:main', 'rooster:cron:morning', 'rooster:group:signal:AAEC'] as const)
    expect(offered('full', session).filter(name => own.includes(name))).toEqual([]);
});

test.each(['bash', 'write_file', 'edit_file', 'reminder', 'signal_send'])(
  'a reflection that calls %s is refused',
  async name => {
    using fixture = open({signal: true});
    const by = toolContext({session: reflectionSession('rooster:main')});
    const input = {command: 'touch here', path: 'here', content: 'x'};
    expect(await fixture.box.run({callId: 'call_1', name, input}, by)).toMatchObject({
      ok: false,
      text: expect.stringMatching(`^The tool ${name} may not be used here. There are: read_file`),
    });
    expect(readdirSync(fixture.root)).toEqual([]);
  },
);

test('with Signal its tools are offered too: sending and looking up only at full trust, reacting only there', () => {
  using fixture = open({signal: true});
  const session = 'rooster:dm:signal:alice-uuid';
  const offered = (trust: Trust, where: SessionKey) =>
    fixture.box.offered({trust, session: where}).flatMap(({spec: {name}}) => (name.startsWith('signal') ? [name] : []));
  expect(offered('full', session)).toEqual(['signal_send', 'signal_react', 'signal_history']);
  expect(offered('full', 'rooster:main')).toEqual(['signal_send', 'signal_history']);
  expect(offered('inner', session)).toEqual(['signal_react']);
  expect(offered('familiar', session)).toEqual([]);
  expect(offered('full', 'rooster:cron:morning')).toEqual(['signal_history']);
});

test('each tool has a schema that every provider accepts: an object, no unknown fields, each field described', () => {
  using fixture = open({signal: true});
  for (const {spec} of [
    ...fixture.box.offered({trust: 'full'}),
    ...fixture.box.offered({trust: 'full', session: reflectionSession('rooster:main')}),
  ]) {
    expect(spec.name).toMatch(/^[a-z_]{1,64}$/u);
    expect(spec.parameters).toMatchObject({type: 'object', additionalProperties: false});
    expect(spec.parameters['$schema']).toBeUndefined();
    const fields = Object.values(spec.parameters['properties'] as Record<string, {description?: string}>);
    expect(fields.every(({description}) => description !== undefined && description !== '')).toBe(true);
  }
});

test('a fetched page is in the web cache, and the agent can read it there', async () => {
  using fixture = open();
  await using server = await webServer({'/': (_, response) => response.end('hello from the web')});
  const use = (name: string, input: unknown) =>
    fixture.box.run({callId: 'call_1', name, input}, toolContext({atTerminal: true}));
  const {text} = await use('web_fetch', {url: server.url('/')});
  const path = /Saved as (\S+)\./u.exec(text)?.[1] ?? '';
  expect(readFileSync(`${fixture.root}/${path}`, 'utf8')).toContain('hello from the web');
  expect((await use('read_file', {path})).text).toContain(`source_url: "${server.url('/')}"`);
  expect((await use('bash', {command: 'ls .web-cache'})).text).toBe(path.replace('.web-cache/', ''));
});
