// The examples of docs/http.md, run by curl against a daemon with the page's own configuration.
import {spawn, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readJson} from '../../../src/daemon/config/read-json.ts';
import {openDoor, SECRET} from '../../support/http-door.ts';

const page = readFileSync('docs/http.md', 'utf8');
const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('every curl line of docs/http.md gets the status beside it', async () => {
  const lines = [...page.matchAll(/^(curl .+) # (\d{3})$/gmu)].map(([, line = '', status]) => ({line, status}));
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(page.match(/^curl /gmu)).toHaveLength(lines.length);
  const example = readJson(/```jsonc\n([\s\S]+?)```/u.exec(page)?.[1] ?? '');
  if (example.kind !== 'read') throw new Error(example.reason);
  await using door = await openDoor({
    answers: ['One.', 'Two.', 'Three.'],
    env: {CI_SECRET: SECRET, WAKE_SECRET: 'another-secret-of-the-test'},
    config: {
      hooks: {...(example.value as {hooks: object}).hooks, backup: {secret: SECRET, expect: '26h'}},
      http: {listen: '127.0.0.1:0', wake: {secret: {env: 'WAKE_SECRET'}, trust: 'full'}},
    },
  });
  const env = {...process.env, CI_SECRET: SECRET, BACKUP_SECRET: SECRET, WAKE_SECRET: 'another-secret-of-the-test'};
  for (const {line, status} of lines) {
    const command = `${line.replaceAll('http://127.0.0.1:8787', door.origin)} -s -o /dev/null -w '%{http_code}'`;
    expect(`${line}: ${await output(command, env)}`).toBe(`${line}: ${status}`);
  }
});

const output = (command: string, env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise(resolve => {
    let text = '';
    const child = spawn('sh', ['-c', command], {env});
    child.stdout.on('data', chunk => (text += String(chunk)));
    child.on('close', () => resolve(text));
  });
