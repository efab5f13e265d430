// `rooster demo`: half a minute of a day on a home of its own, with a real daemon, without model or network. Nothing of
// it stays.

import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {placesOf} from '../../../shared/records/places.ts';
import {stopIfRunning} from '../admin/stop-daemon.ts';
import type {Run} from '../arguments.ts';
import {reachDaemon} from '../client/reach-daemon.ts';
import {connectForScreen} from '../client/screen-client.ts';
import type {CommandWorld} from '../command.ts';
import {DEMO_REMINDERS, DEMO_RUNS, DEMO_SCRIPT, demoJobs} from './script.ts';
import {scriptedInput} from './scripted-input.ts';

export const demo: Run = async world => {
  if (!world.print.onTerminal || world.stdin.isTTY !== true) {
    world.print.failure('The demo needs a terminal.');
    return 1;
  }
  const home = mkdtempSync(join(tmpdir(), 'rooster-demo-'));
  try {
    const own = demoWorld(world, home);
    prepare(own);
    try {
      world.print.note('A sample day in 30 seconds, in a temporary home. Ctrl+C ends it.');
      await plan(own);
      await show(own);
    } finally {
      await stopIfRunning(own);
    }
  } finally {
    rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
  }
  world.print.line('The demo is over, and its home is deleted. To start Rooster: rooster');
  return 0;
};

/** The world as seen from the demo's home. */
const demoWorld = (world: CommandWorld, home: string): CommandWorld => {
  const {version, clock, shownZone} = world;
  const env = {...world.env, ROOSTER_HOME: home};
  const places = placesOf(env, home);
  const {entry} = world.program;
  const reached = reachDaemon({places, env, node: process.execPath, entry, version, clock, onZone: shownZone.follow});
  return {...world, env, places, ...reached, stdin: world.stdin, stdout: world.stdout};
};

/** Only the offline assistant answers, and no idle conversation wakes. */
const CONFIG = {agent: {model: 'offline'}, heartbeat: {enabled: false}, reflection: {enabled: false}};

const prepare = ({places}: CommandWorld): void => {
  writeFileSync(places.config, JSON.stringify(CONFIG), {mode: 0o600});
  // The question of a first start would stand in the way.
  mkdirSync(places.client, {recursive: true, mode: 0o700});
  writeFileSync(join(places.client, 'state.json'), '{"setupAsked": true}', {mode: 0o600});
  const jobs = join(places.workspace, 'cron');
  mkdirSync(jobs, {recursive: true, mode: 0o700});
  const {timeZone} = new Intl.DateTimeFormat().resolvedOptions();
  for (const [name, text] of Object.entries(demoJobs(timeZone)))
    writeFileSync(join(jobs, `${name}.md`), text, {mode: 0o600});
};

const plan = async ({connect}: CommandWorld): Promise<void> => {
  await using connection = await connect();
  const {client} = connection;
  for (const name of DEMO_RUNS) await client.call('cron.run', {name});
  for (const reminder of DEMO_REMINDERS) await client.call('reminder.set', reminder);
};

const show = async ({connect, places, env, clock, shownZone, stdin, stdout}: CommandWorld): Promise<void> => {
  const {startApp} = await import('../../start-app.tsx');
  const input = scriptedInput(stdin);
  const playing = input.play(clock, DEMO_SCRIPT);
  await startApp({
    connect: connectForScreen(connect),
    places,
    env,
    clock,
    shownZone,
    stdin: input,
    stdout: stdout as NodeJS.WriteStream,
    farewell: '',
  });
  input.finish();
  stdin.pause();
  await playing;
};
