// @module-tag deep
// A secret that commands send without knowing it, through the real sandbox to a real server. The server is on this machine, which the
// proxy refuses by itself, so a program of its own opens the sandbox and lists its address.
import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HAS_SANDBOX} from '../../support/real-sandbox.ts';
import {tempDir} from '../../support/temp-dir.ts';

const HAS_TOOLS = spawnSync('openssl', ['version']).status === 0 && spawnSync('curl', ['--version']).status === 0;

/** A certificate for two hosts, and the one that signed it. */
const certificates = (folder: string): void => {
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, {cwd: folder, stdio: 'ignore'});
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:api.example.test,DNS:other.example.test');
  openssl(...'req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=ca'.split(' '));
  openssl(...'req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=api.example.test'.split(' '));
  openssl(
    ...'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile names'.split(
      ' ',
    ),
  );
};

const programIn = (folder: string): string => `
  import dns from 'node:dns';
  import {readFileSync} from 'node:fs';
  import {createServer} from 'node:https';
  import {syncBuiltinESMExports} from 'node:module';
  import {join} from 'node:path';
  const lookup = dns.lookup;
  dns.lookup = (host, options, done) =>
    host.endsWith('.example.test')
      ? process.nextTick(() => (options.all ? done(null, [{address: '127.0.0.1', family: 4}]) : done(null, '127.0.0.1', 4)))
      : lookup(host, options, done);
  syncBuiltinESMExports();
  const {SandboxManager} = await import('@anthropic-ai/sandbox-runtime');
  const {createSandbox} = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/daemon/system/sandbox/sandbox.ts'))});
  const {runCommand} = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/daemon/tools/shell/run-command.ts'))});
  const {systemClock} = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/shared/time/clock.ts'))});
  const folder = ${JSON.stringify(folder)};
  const got = [];
  const server = createServer(
    {key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem'))},
    ({headers}, response) => {
      got.push([headers.host.split('.')[0], headers.authorization]);
      response.end('ok');
    },
  );
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address();
  const lent = [{name: 'TOKEN', value: 'hunter2-hunter2', hosts: ['api.example.test']}];
  const sandbox = createSandbox(
    {workspace: join(folder, 'workspace'), standing: [], scratch: join(folder, 'scratch'), secret: () => []}, process.env, () => lent,
  );
  const run = async (command, secrets) => {
    const inside = await sandbox.wrap({command, profile: 'workspace', hosts: ['other.example.test'], secrets});
    SandboxManager.updateConfig({...SandboxManager.getConfig(), network: {...SandboxManager.getConfig().network, allowedDomains: ['127.0.0.1']}});
    const {output} = await runCommand({
      command: inside.command, cwd: folder, environment: {PATH: process.env.PATH}, timeLimitMs: 30_000,
      signal: new AbortController().signal, clock: systemClock(), onGone: inside.release,
    });
    return output;
  };
  const ask = 'for name in api other; do curl -sS -o /dev/null -H "Authorization: $TOKEN" https://$name.example.test:' + port + '/; done; echo "$TOKEN"; env';
  const withIt = await run(ask, ['TOKEN']);
  const without = await run('echo "[$TOKEN]"', []);
  console.log(JSON.stringify({got, withIt, without, own: process.env.TOKEN ?? 'none'}));
  await sandbox[Symbol.asyncDispose]();
  process.exit();`;

test.runIf(HAS_SANDBOX && HAS_TOOLS)('a secret reaches its host, and neither the command nor another host', () => {
  using dir = tempDir('lent', '/tmp');
  certificates(dir.path);
  const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', programIn(dir.path)], {
    encoding: 'utf8',
    env: {...process.env, NODE_EXTRA_CA_CERTS: join(dir.path, 'ca.pem')},
  });
  expect(stderr).toBe('');
  const {got, withIt, without, own} = JSON.parse(stdout);
  expect(got).toEqual([
    ['api', 'hunter2-hunter2'],
    ['other', expect.stringMatching(/^fake_value_/u)],
  ]);
  expect(withIt).toMatch(/^fake_value_/u);
  expect(withIt).not.toContain('hunter2');
  expect(without).toBe('[]\n');
  expect(own).toBe('none');
});
