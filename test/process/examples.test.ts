// The examples, run as their page says, with a real daemon.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readJson} from '../../src/daemon/config/read-json.ts';
import {someDayLeft} from '../support/day-left.ts';
import {freePort} from '../support/free-port.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {ensureBuilt, ROOT, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {until} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

const FOLDER = join(ROOT, 'examples');
/** The command, as a function of the shell. */
const ROOSTER = 'rooster() { "$NODE" "$ENTRY" "$@"; }';
const PAGE = readFileSync(join(FOLDER, 'README.md'), 'utf8');

const openHome = (): RoosterHome => {
  ensureBuilt();
  return roosterHome();
};

/** Runs commands of the page, as it says in its folder, and resolves with their output. */
const runIn = async (home: RoosterHome, commands: string): Promise<string> => {
  using shell = home.shell(`set -eu\n${ROOSTER}\ncd "${FOLDER}"\n${commandsIn('# Examples')}\n${commands}`);
  const {code, out, err} = await shell.ended;
  expect({code, err}).toEqual({code: 0, err: ''});
  return out;
};

/** The commands under a heading. */
const commandsIn = (heading: string): string => {
  const [, section = ''] = PAGE.split(`${heading}\n`);
  const [, commands] = /^```sh\n([\s\S]*?)^```/mu.exec(section) ?? [];
  if (commands === undefined) throw new Error(`"${heading}" has no commands.`);
  return commands;
};

const textsIn = async (home: RoosterHome): Promise<readonly string[]> => {
  const {messages} = await home.json<History>(['sessions', 'show', 'rooster:main', '--json']);
  return messages.map(({text}) => text);
};

type History = {readonly messages: readonly {readonly text: string}[]};
type Runs = {readonly runs: readonly {readonly status: string}[]};

const expectText = (home: RoosterHome, text: string): Promise<void> => expect.poll(() => textsIn(home)).toContain(text);

test('the page names every file of its folder', () => {
  const files = readdirSync(FOLDER).filter(name => name !== 'README.md');
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter(name => !PAGE.includes(`[${name}](${name})`))).toEqual([]);
});

test('a job sends the open items, and nothing when all are done', async () => {
  using home = openHome();
  expect(await runIn(home, commandsIn('## A job'))).toContain('1 job is valid.');
  await expectText(home, 'call Bob');
  await runIn(home, 'rm "$WORKSPACE/todo.md"; rooster cron run todo');
  const statuses = async () => (await home.json<Runs>(['runs', '--json'])).runs.map(({status}) => status);
  await expect.poll(statuses).toEqual(['skipped', 'ran']);
  expect((await textsIn(home)).filter(text => text === 'call Bob')).toHaveLength(1);
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('a webhook delivers the result of a build word for word', async () => {
  using home = openHome();
  const origin = `127.0.0.1:${await freePort()}`;
  const commands = commandsIn('## A webhook').replaceAll('127.0.0.1:8787', origin);
  expect(await runIn(home, `export ROOSTER_URL=http://${origin}\n${commands}`)).toMatch(/"messageId":"msg_\w+"/u);
  await expectText(home, 'Build of website: failed');
});

test('waybar shows the next reminder', async () => {
  using home = openHome();
  const read = readJson(readFileSync(join(FOLDER, 'waybar.jsonc'), 'utf8'));
  if (read.kind !== 'read') throw new Error(read.reason);
  const {'custom/rooster': module} = read.value as {'custom/rooster': {exec: string}};
  await home.run(['remind', '20m', 'tea']);
  // In the place of the shell, so that it ends with it.
  using shell = home.shell(module.exec.replace(/^rooster /u, 'exec "$NODE" "$ENTRY" '));
  await until('the line of the bar', () => shell.out().includes('\n'));
  expect(shell.out()).toMatch(/^◷ tea in 20m\n/u);
  // The same module as on the page about status bars.
  const page = readFileSync('docs/status-bars.md', 'utf8').replaceAll(/\s+/gu, ' ');
  expect(page).toContain(JSON.stringify(module, undefined, 1).replaceAll(/\s+/gu, ' '));
});

test('the agent finds a tool in TOOLS.md and uses it', async () => {
  using home = openHome();
  await using server = await startOpenAiServer(({body}) => {
    const asked = JSON.stringify(body['messages']);
    if (!asked.includes('"role":"tool"')) {
      const command = 'tools/days-until 2026-12-24';
      if (!asked.includes(command)) return {kind: 'text', chunks: ['I have no tool for that.']};
      return {kind: 'tools', calls: [{id: 'call_1', name: 'bash', arguments: [JSON.stringify({command})]}]};
    }
    const [found = 'The tool failed.'] = /-?\d+ days/u.exec(asked.slice(asked.indexOf('"role":"tool"'))) ?? [];
    return {kind: 'text', chunks: [found]};
  });
  writeConfig(home.path, modelAt(server.baseUrl));
  await someDayLeft();
  const day = new Date().toISOString().slice(0, 10);
  const out = await runIn(home, commandsIn('## A tool'));
  expect(out).toContain(`\n${(Date.parse('2026-12-24') - Date.parse(day)) / 86_400_000} days\n`);
});
