import {existsSync, rmSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {PolicyConfig} from '../../../src/daemon/config/config-schema.ts';
import type {ToolContext} from '../../../src/daemon/ports/tool.ts';
import {createBash} from '../../../src/daemon/tools/shell/bash.ts';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';
import {fakeSandbox} from '../../support/fake-sandbox.ts';
import {memoryFileLimits} from '../../support/file-limits.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {testConfig} from '../../support/test-config.ts';
import {toolContext} from '../../support/tool-context.ts';

const open = (policy: Partial<PolicyConfig> = {sandbox: 'off'}, sandbox = fakeSandbox()) => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const environment = {PATH: process.env['PATH'], SECRET_KEY: 'hunter2', MY_MODEL: 'hunter3', COLOUR: 'blue'};
  const tool = createBash({
    clock: systemClock(),
    root,
    files: createFolder(root),
    limits: memoryFileLimits(),
    environment,
    secretNames: () => ['MY_MODEL'],
    sandbox,
    policy: () => testConfig({policy}).policy,
  });
  return {
    root,
    tool,
    sandbox,
    run: (input: unknown, context: Partial<ToolContext> = {}) => tool.run(input, toolContext(context)),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};

test('bash needs full trust, unless the configuration gives inner people a sandbox', () => {
  using shell = open();
  expect(shell.tool.needs).toBe('full');
  using shared = open({inner: 'read-only'});
  expect(shared.tool.needs).toBe('inner');
});

test('a command runs in the workspace, and its files stay there', async () => {
  using shell = open();
  expect(await shell.run({command: 'echo hi > a.txt; pwd'})).toEqual({ok: true, text: shell.root});
  expect(await shell.run({command: 'cat a.txt'})).toEqual({ok: true, text: 'hi'});
});

test('a deleted workspace is created again', async () => {
  using shell = open();
  await shell.run({command: 'true'});
  rmSync(shell.root, {recursive: true});
  expect((await shell.run({command: 'pwd'})).text).toBe(shell.root);
});

test("secrets of the daemon don't reach a command, and clocks show the user's zone", async () => {
  using shell = open();
  const {text} = await shell.run({command: 'env; date -d @1795258800 +%H:%M'});
  expect(text).toContain('COLOUR=blue');
  expect(text).not.toContain('hunter');
  expect(text).toMatch(/12:00$/u);
});

test('the output shows success without output, a failure with its code, and an end by a signal', async () => {
  using shell = open();
  expect(await shell.run({command: 'true'})).toEqual({ok: true, text: 'Done; it wrote nothing.'});
  expect(await shell.run({command: 'echo no such luck; exit 3'})).toEqual({
    ok: false,
    text: 'no such luck\nExit code 3.',
  });
  expect((await shell.run({command: 'kill -9 $$'})).text).toMatch(/Exit code 137 \(ended by SIGKILL\)\.$/u);
});

test('the requested time limit applies, and output before it is kept', async () => {
  using shell = open();
  const output = await shell.run({command: 'echo working; sleep 30', timeout_seconds: 1});
  expect(output).toEqual({
    ok: false,
    text: 'working\nTimed out after 1 s and was ended. timeout_seconds can be up to 600.',
  });
});

test.each([
  [{command: ''}, '"command" must not be empty.'],
  [{command: 'true', timeout_seconds: 0}, '"timeout_seconds" must be at least 1.'],
  [{command: 'true', timeout_seconds: 601}, '"timeout_seconds" must be at most 600.'],
  [{command: 'true', cwd: '/'}, 'bash has no argument "cwd".'],
])('%j is refused', async (input, sentence) => {
  using shell = open();
  expect(await shell.run(input)).toEqual({ok: false, text: sentence});
});

test('a huge output keeps its beginning, its end and the exit code', async () => {
  using shell = open();
  const {text, ok} = await shell.run({command: 'echo first; seq 1 300000; echo last; exit 4'});
  expect(ok).toBe(false);
  expect(text).toMatch(/^first\n1\n2\n/u);
  expect(text).toMatch(/300000\nlast\nExit code 4\.$/u);
  expect(text.length).toBeLessThan(50_000);
  expect(text.split('\n').length).toBeLessThan(2_000);
});

test('a call is summarized by its command, without passwords', () => {
  using shell = open();
  expect(shell.tool.summarize({command: "curl -H 'Authorization: Bearer abc.def' http://ha.local\n  -d x"})).toBe(
    "curl -H 'Authorization: Bearer ••••' http://ha.local -d x",
  );
  expect(shell.tool.summarize({command: 'git clone https://bob:hunter2@example.org/x'})).toBe(
    'git clone https://bob:••••@example.org/x',
  );
  expect(shell.tool.summarize({command: 'run --password=hunter2 --token hunter2 API_KEY="x y"'})).not.toContain(
    'x y"x',
  );
});

const FULL_SANDBOX = {profile: 'workspace', hosts: [], write: [], secrets: []};

test('a command runs in the sandbox of the configuration, with its hosts, and is released after it', async () => {
  using shell = open({hosts: ['example.com', '*.npmjs.org']});
  expect(await shell.run({command: 'echo hi'})).toEqual({ok: true, text: 'hi'});
  using reading = open({sandbox: 'read-only'});
  await reading.run({command: 'true'});
  expect(shell.sandbox.orders).toEqual([{...FULL_SANDBOX, command: 'echo hi', hosts: ['example.com', '*.npmjs.org']}]);
  expect(reading.sandbox.orders).toEqual([{...FULL_SANDBOX, command: 'true', profile: 'read-only'}]);
  expect(shell.sandbox.running()).toBe(0);
});

test('without a working sandbox nothing runs, and the output says why', async () => {
  using shell = open({});
  shell.sandbox.breaks("bubblewrap isn't installed.");
  const {ok, text} = await shell.run({command: 'touch ran'});
  expect(ok).toBe(false);
  expect(text).toContain("The sandbox doesn't work: bubblewrap isn't installed.");
  expect(existsSync(join(shell.root, 'ran'))).toBe(false);
});

test('a sandbox that dies between the check and the command is an error, never a run outside', async () => {
  using shell = open({});
  shell.sandbox.dies();
  expect(await shell.run({command: 'touch ran'})).toEqual({
    ok: false,
    text: "The sandbox can't start. The proxy has ended.",
  });
  expect(existsSync(join(shell.root, 'ran'))).toBe(false);
});

test.each([
  ['a host', {hosts: ['example.org']}],
  ['a path', {write: ['/var']}],
  ['no sandbox', {outside: true}],
])('a command that asks for %s does not run where nobody is asked', async (_, more) => {
  using shell = open({});
  const {ok, text} = await shell.run({command: 'touch ran', ...more});
  expect(ok).toBe(false);
  expect(text).toMatch(/^Not run\. Nobody can be asked/u);
  expect(existsSync(join(shell.root, 'ran'))).toBe(false);
});

test('a host that is listed already is no more than the configuration gives', async () => {
  using shell = open({hosts: ['example.com']});
  expect(await shell.run({command: 'echo hi', hosts: ['Example.com.']})).toMatchObject({ok: true, text: 'hi'});
});

test.each([
  [
    {hosts: ['http://example.com']},
    '"http://example.com" isn\'t a host: write only its name, without "https://", port or path.',
  ],
  [{hosts: ['127.0.0.1']}, '"127.0.0.1" is an address. Write the name of the host.'],
  [{write: ['src']}, '"src" isn\'t an absolute path.'],
  [{write: ['/proc/self']}, expect.stringMatching(/^\/proc\/self leads to \/proc\/\d+\. Name that path\.$/u)],
])('%j is refused before anybody is asked', async (more, text) => {
  using shell = open({});
  expect(await shell.run({command: 'true', ...more})).toEqual({ok: false, text});
});

test('a path with .. is read as where it leads, and a path in the workspace is not outside', async () => {
  using shell = open({});
  await shell.run({command: 'true'});
  expect((await shell.run({command: 'true', write: [`${shell.root}/../workspace`]})).text).toBe(
    `${shell.root} is in the workspace, so it isn't outside the sandbox.`,
  );
});

test('a path from the home folder is shown as the path that it is', async () => {
  using shell = open({});
  const path = join(homedir(), `missing-${process.pid}`);
  expect(await effectsOf(shell, {command: 'true', write: [`~/missing-${process.pid}`]})).toMatchObject([
    {says: `run a command that may change what is in ${path}: true`, names: {path}},
  ]);
  expect(existsSync(path)).toBe(false);
});

test('a folder that is asked for and missing is made when the command runs, not before', async () => {
  using shell = open({});
  const folder = join(shell.root, '..', `made-${process.pid}`, 'deep');
  const write = [join(folder, '.')];
  expect(await effectsOf(shell, {command: 'true', write})).toMatchObject([{names: {path: folder}}]);
  expect(existsSync(folder)).toBe(false);
  expect(await shell.run({command: 'true', write})).toMatchObject({ok: true});
  expect(existsSync(folder)).toBe(true);
  expect(shell.sandbox.orders).toMatchObject([{write: [folder]}]);
});

test('people with trust inner run commands only in the sandbox that the configuration gives them', async () => {
  using shell = open({sandbox: 'off', inner: 'read-only', hosts: ['example.com']});
  expect(await shell.run({command: 'echo hi'}, {trust: 'inner'})).toEqual({ok: true, text: 'hi'});
  expect(shell.sandbox.orders).toMatchObject([{profile: 'read-only', hosts: ['example.com']}]);
  for (const more of [{outside: true}, {hosts: ['example.org']}, {write: ['/var']}])
    expect((await shell.run({command: 'true', ...more}, {trust: 'inner'})).text).toBe(
      'Only a conversation with trust full can ask for more than the sandbox allows.',
    );
  shell.sandbox.breaks('It is broken.');
  expect((await shell.run({command: 'true'}, {trust: 'inner'})).text).toBe(
    "Not run. The sandbox doesn't work: It is broken. Only people with trust full can run commands without it.",
  );
  using closed = open({sandbox: 'off'});
  expect((await closed.run({command: 'true'}, {trust: 'inner'})).text).toBe(
    'People with trust inner may not run commands here.',
  );
});

test('a page of a host that the sandbox refused was not read', async () => {
  using shell = open({}, fakeSandbox(['example.org']));
  const {limits} = await shell.run({command: 'true curl https://example.org:443/ https://example.com/; echo 403'});
  expect(limits?.map(({by}) => by.name)).toEqual(['example.com']);
});

test('what a program fetches from the host that was asked for is from that host, not also from "the web"', async () => {
  using shell = open({});
  const line = 'echo npm i left-pad';
  const from = async (hosts?: readonly string[]) => (await shell.run({command: line, hosts})).limits?.map(({by}) => by);
  expect(await from()).toEqual([{kind: 'web'}]);
  await effectsOf(shell, {command: line, hosts: ['registry.npmjs.org']});
  expect(await from(['registry.npmjs.org'])).toEqual([{kind: 'web', name: 'registry.npmjs.org'}]);
});

test('a refused host is named, with the argument that asks for it', async () => {
  using shell = open({}, fakeSandbox(['example.org']));
  expect((await shell.run({command: 'echo 403; exit 22'})).text).toBe(
    '403\nExit code 22.\nThe sandbox refused a connection to example.org. To ask for it, call bash with hosts: ["example.org"].',
  );
});

test.each([
  ["touch: cannot touch '/var/x/y': Read-only file system", 'write: ["/var/x"]'],
  ['/usr/bin/bash: line 1: /var/out.txt: Read-only file system', 'write: ["/var/out"]'],
  ["OSError: [Errno 30] Read-only file system: '/var/z'", 'write: ["/var/z"]'],
  ["Error: EROFS: read-only file system, open '/var/z'", 'write: ["/var/z"]'],
  ["touch: '/var/x' kann nicht berührt werden: Das Dateisystem ist nur lesbar", 'write: ["/var/x"]'],
  ['/bin/sh: 1: cannot create /var/z: Read-only file system', 'write: ["/var/z"]'],
  ["touch: cannot touch '/tmp/report.txt': Read-only file system", 'write: ["/tmp/report"]'],
  ["mkdir: cannot create directory '/tmp/out': Read-only file system", 'write: ["/tmp/out"]'],
  [`touch: cannot touch '${homedir()}/notes.txt': Read-only file system`, `write: ["${homedir()}/notes"]`],
  ["touch: cannot touch '/var/lib/a.txt': Read-only file system", 'write: ["/var/lib"]'],
  ['bash: AGENTS.md: Read-only file system', 'Commands never change AGENTS.md, HEARTBEAT.md, TOOLS.md and cron/.'],
  ["rm: cannot remove 'AGENTS.md': Device or resource busy", 'Commands never change AGENTS.md'],
  ['dial unix /var/run/docker.sock: socket: Operation not permitted', 'outside: true'],
  ['nothing special', undefined],
])('after "%s" the output says how to ask: %s', async (line, sentence) => {
  using shell = open({});
  const {text} = await shell.run({command: `cat <<'END'\n${line}\nEND\nexit 1`});
  if (sentence === undefined) expect(text).toBe(`${line}\nExit code 1.`);
  else expect(text).toContain(sentence);
});

test.each([
  [{}, 'reaches no host'],
  [{hosts: ['example.com']}, 'reaches only the hosts example.com'],
  [{sandbox: 'read-only'}, 'writes only in $TMPDIR'],
  [{sandbox: 'full'}, 'the person is asked for each command'],
  [{sandbox: 'off'}, 'use setsid'],
  [{inner: 'read-only'}, 'For people with trust inner, the sandbox is read-only'],
] as const)('the model is told what the policy %j allows: %s', (policy, sentence) => {
  using shell = open(policy);
  expect(shell.tool.spec.description).toContain(sentence);
});

const effectsOf = (shell: ReturnType<typeof open>, input: unknown) => shell.tool.effects?.(input, toolContext());

test.each([
  [{command: 'ls -l'}, [{kind: 'own', says: 'run in the sandbox: ls -l', names: {command: 'ls -l', program: 'ls'}}]],
  [
    {command: 'npm ci', outside: true},
    [{kind: 'outside', says: 'run outside the sandbox: npm ci', names: {command: 'npm ci', program: 'npm'}}],
  ],
  [{command: 'true', hosts: ['127.1']}, []],
  [{command: ''}, []],
])('the effects of %j', async (input, effects) => {
  using shell = open({});
  expect(await effectsOf(shell, input)).toEqual(effects);
});

test('each host and each path of a command is an effect that a rule can name, and all are one sentence', async () => {
  using shell = open({hosts: ['*.example.com']});
  const command = 'curl -o /var/x https://a.example.org';
  const input = {command, hosts: ['A.example.org.', 'b.example.com'], write: ['/var']};
  const says = `run a command that may reach a.example.org and change what is in /var: ${command}`;
  expect(await effectsOf(shell, input)).toEqual([
    {kind: 'outside', says, names: {host: 'a.example.org'}},
    {kind: 'outside', says, names: {path: '/var'}},
  ]);
});

test.each([
  ['full', {sandbox: 'full'}, 'outside', 'run outside the sandbox: true'],
  ['off', {sandbox: 'off'}, 'own', 'run true'],
] as const)('with the sandbox %s a command has the effect %j: %s', async (_, policy, kind, says) => {
  using shell = open(policy);
  expect(await effectsOf(shell, {command: 'true'})).toMatchObject([{kind, says}]);
});

test('where the sandbox does not work, every command leaves it', async () => {
  using shell = open({});
  shell.sandbox.breaks('It is broken.');
  expect(await effectsOf(shell, {command: 'true'})).toMatchObject([
    {
      kind: 'outside',
      says: 'run without a sandbox, because none works here: true',
      because: expect.stringMatching(/^The sandbox doesn't work: .* Run "rooster doctor"\.$/u),
    },
  ]);
});

test.each([
  ['git status; curl x', undefined],
  ['git $(x)', undefined],
  ['git status > x', undefined],
  ['git "a b"', 'git'],
  ['X=1 git status', undefined],
  ['./run.sh', './run.sh'],
])('of %s a rule can name the program %s', async (command, program) => {
  using shell = open({});
  expect((await effectsOf(shell, {command, outside: true}))?.[0]?.names?.program).toBe(program);
});

test('a cleared call runs where it was cleared: outside after a yes, and never outside after a yes for the sandbox', async () => {
  using shell = open({});
  const left = toolContext({callId: 'call_left'});
  await shell.tool.effects?.({command: 'echo out', outside: true}, left);
  // A turn adds to the context of a call once it is cleared.
  const run = () => shell.tool.run({command: 'echo out', outside: true}, {...left});
  expect(await run()).toMatchObject({ok: true, text: 'out'});
  expect(await run()).toMatchObject({ok: false});
  expect(shell.sandbox.orders).toEqual([]);
  const stays = toolContext({callId: 'call_stays'});
  await shell.tool.effects?.({command: 'touch ran'}, stays);
  shell.sandbox.breaks('It is broken.');
  expect(await shell.tool.run({command: 'touch ran'}, stays)).toMatchObject({
    ok: false,
    text: "The sandbox can't start. It is broken.",
  });
  expect(existsSync(join(shell.root, 'ran'))).toBe(false);
});

test('a command of a person with full trust gets the names of the secrets, and nobody else does', async () => {
  const secrets = {TOKEN: {secret: 'hunter2-hunter2', hosts: ['api.example.com']}};
  using shell = open({secrets, inner: 'workspace'});
  await shell.run({command: 'curl x', hosts: ['api.example.com']});
  await shell.run({command: 'curl y'}, {trust: 'inner'});
  expect(shell.sandbox.orders.map(({command, secrets: lent}) => [command, lent])).toEqual([
    ['curl x', ['TOKEN']],
    ['curl y', []],
  ]);
  expect(JSON.stringify([shell.sandbox.orders, shell.tool.spec])).not.toContain('hunter2');
  expect(shell.tool.spec.description).toContain('send these variables as they are: TOKEN (for api.example.com).');
});
