// The stories in which a daemon is killed, each as a home in which it is due at the next start.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {type Address, targetOf} from '../../src/shared/records/address.ts';
import {DAY, isoOf, MINUTE} from '../../src/shared/time/time.ts';
import {armed} from './armed-daemon.ts';
import type {CrashChannel} from './crash-channel.ts';
import {changeRequests, isEditOver, sendRequests} from './crash-edits.ts';
import {OPEN_TURNS, openToRead} from './crash-home.ts';
import {FOUND} from './crash-output.ts';
import {startRealDaemon} from './real-daemon.ts';
import {tempDir} from './temp-dir.ts';
import {modelAt, writeConfig} from './write-config.ts';

export type StoryName =
  | 'a verbatim reminder'
  | 'a reminder for the agent'
  | 'a reminder that repeats'
  | 'a reminder that repeats, for the agent'
  | 'a cron announcement'
  | 'a job with a pre-tool'
  | 'an alarm'
  | 'an edit and a deletion';

/** Given the first home of a scene, returns a function that resolves with the home of the next daemon, before it starts. */
export type Homes = (first: string) => () => Promise<string>;

/** Each daemon starts in the home of the one before. */
export const sameHome: Homes = home => async () => home;

export type Trace = Disposable & {
  readonly name: StoryName;
  /** The home in which it is due. */
  readonly home: string;
  /** The folder of what daemons reach outside of their homes. */
  readonly world: string;
  /** The homes of a scene's daemons. */
  readonly homes: Homes;
  readonly addresses: readonly Address[];
  /** A person may get any of these texts. */
  readonly words: readonly string[];
  readonly channel: CrashChannel;
  /** Number of its daemon's deaths. */
  readonly deaths: number;
};

/**
 * The point of a death: at this step (`after turn.started #2`), or at a call that strace catches. Or it stops there, and goes on when the
 * next daemons have finished the story.
 */
export type Death = {readonly at: string} | {readonly through: readonly string[]} | {readonly stopsAt: string};

export const makeStory = async (
  name: StoryName,
  {channel, modelUrl, homes}: Pick<Trace, 'channel' | 'homes'> & {readonly modelUrl: string},
): Promise<Trace> => {
  const folder = tempDir();
  const {home, world} = placesIn(folder.path);
  mkdirSync(world);
  const plot = PLOTS[name];
  const users = [ALICE, name === EDITS ? {...BOB, trust: 'full'} : BOB];
  writeConfig(home, {...modelAt(modelUrl), users, ...NOTHING_WHEN_IDLE});
  const job = JOBS[name];
  if (job !== undefined) {
    mkdirSync(`${home}/workspace/cron`, {recursive: true});
    writeFileSync(`${home}/workspace/cron/weather.md`, job);
  }
  const trace: Trace = {
    ...{name, home, world, homes, ...plot, channel, deaths: 0},
    [Symbol.dispose]: folder[Symbol.dispose],
  };
  if (name === EDITS) {
    await sendAndChange(trace);
    return trace;
  }
  const daemon = await startRealDaemon(optionsOf(trace, trace));
  if (job !== undefined) await daemon.follow(0).then(() => daemon.event('cron.changed'));
  else if (name === 'an alarm') await daemon.call('alarm.set', {in: '1h', message: WORDS, payload: PAYLOAD});
  else {
    // The message and time have changed: the last acknowledged edit counts.
    const {id} = await daemon.call('reminder.set', {in: '3h', message: 'stretch', mode: plot.mode});
    await daemon.call('reminder.edit', {id, when: 'in 1 hour', message: WORDS});
    if (name.includes('repeats')) await daemon.call('reminder.edit', {id, repeat: 'FREQ=MONTHLY'});
  }
  await daemon.kill('SIGKILL');
  makeDue(home);
  return trace;
};

const sendAndChange = async (trace: Trace): Promise<void> => {
  // At its start it brings the existing lines.
  const requests = sendRequests(trace, targetOf(PHONE));
  const daemon = await startRealDaemon(optionsOf(trace, trace));
  await requests;
  await daemon.kill('SIGKILL');
  changeRequests(trace.world, targetOf(PHONE));
};

export const placesIn = (folder: string): Pick<Trace, 'home' | 'world'> => ({
  home: `${folder}/home`,
  world: `${folder}/world`,
});

type Life = {
  /** The file for its steps. @default none that is read */
  readonly notes?: string;
  readonly death?: Death;
};

export const optionsOf = (
  {name, channel}: Pick<Trace, 'name' | 'channel'>,
  {home, world}: Pick<Trace, 'home' | 'world'>,
  {notes, death = {at: 'never'}}: Life = {},
) =>
  armed({
    home,
    env: {
      CRASH_WORLD: world,
      ...('stopsAt' in death ? {CRASH_STOPS: death.stopsAt} : {}),
      ...(hasPhone(name) ? {NODE_COMPILE_CACHE: channel.compiled} : {}),
    },
    ...(hasPhone(name) ? {entry: channel.entry} : {}),
    ...(notes === undefined ? {} : {notes}),
    ...('at' in death ? {at: death.at} : 'through' in death ? {through: death.through} : {}),
  });

const hasPhone = (name: StoryName): boolean => name === 'a cron announcement' || name === EDITS;

/** Changed from outside, while no daemon has the database: a later reminder is due, and an occurrence was missed. */
const makeDue = (home: string): void => {
  const database = new DatabaseSync(`${home}/rooster.db`);
  const dueAt = Date.now() - MINUTE;
  const ago = isoOf(dueAt);
  database.prepare('UPDATE reminders SET fireAt = ?').run(ago);
  // The series had its next instant when it was stored: that one is due.
  database
    .prepare(`UPDATE reminders SET next = json_set(next, '$[0]', CAST(? AS INTEGER)) WHERE next IS NOT NULL`)
    .run(dueAt);
  database.prepare('UPDATE alarms SET at = ?, nextAt = ?, dueAt = ?').run(ago, ago, ago);
  const marks = database.prepare(`SELECT name, value FROM marks WHERE name LIKE 'cron.handled:%'`).all();
  for (const {name, value} of marks) {
    const schedule = String(value).slice(0, String(value).lastIndexOf(' '));
    database
      .prepare('UPDATE marks SET value = ? WHERE name = ?')
      .run(`${schedule} ${Date.now() - 366 * DAY}`, String(name));
  }
  database.close();
};

/** Nothing is left to do: it was claimed, its run has ended, and so have all its effects. */
export const isOver = (home: string, {name, addresses}: Trace): boolean => {
  // A takeover builds the database first.
  if (!existsSync(`${home}/rooster.db`)) return false;
  if (name === EDITS) return isEditOver(home);
  const database = openToRead(home);
  try {
    const count = (sql: string): number => Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);
    return (
      count('runs') > 0 &&
      count(`runs WHERE status = 'running'`) === 0 &&
      count(OPEN_TURNS) === 0 &&
      count(`reminders WHERE state = 'firing' OR state = 'pending' AND fireAt <= '${isoOf(Date.now())}'`) === 0 &&
      count(`deliveries WHERE state IN ('queued', 'sending')`) === 0 &&
      count('deliveries') >= addresses.length &&
      count(`alarms WHERE state = 'active'`) === 0 &&
      name.includes('reminder') === count('reminders') > 0
    );
  } finally {
    database.close();
  }
};

export const WORDS = 'stretch: ärgerlich, aber wahr ☕';
export const PAYLOAD = '{ "z":1.0, "a" : 12345678901234567890123 }\n';
export const TOLD = 'By the way: 21 degrees outside.';
const EDITS = 'an edit and a deletion';
const PHONE = 'signal:8c9f1f5e-5b7e-4c55-9a0a-6f2d5e1c7a11';
const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default']};
// A story is recorded once and played for many minutes: its conversation would be idle long enough for idle jobs.
const NOTHING_WHEN_IDLE = {heartbeat: {enabled: false}, reflection: {enabled: false}};

/** The owner of the phone that a job notifies: it delivers to configured people only. */
const BOB = {name: 'bob', trust: 'familiar', match: [PHONE]};
const PLOTS = {
  'a verbatim reminder': {mode: 'verbatim', addresses: ['terminal:default'], words: [WORDS]},
  'a reminder for the agent': {mode: 'agent', addresses: ['terminal:default'], words: [FOUND, TOLD]},
  'a reminder that repeats': {mode: 'verbatim', addresses: ['terminal:default'], words: [WORDS]},
  'a reminder that repeats, for the agent': {mode: 'agent', addresses: ['terminal:default'], words: [FOUND, TOLD]},
  'a cron announcement': {mode: 'agent', addresses: ['terminal:default', PHONE], words: [FOUND, TOLD]},
  'a job with a pre-tool': {mode: 'agent', addresses: ['terminal:default'], words: [FOUND, TOLD]},
  'an alarm': {mode: 'agent', addresses: ['terminal:default'], words: [FOUND]},
  'an edit and a deletion': {mode: 'verbatim', addresses: [PHONE], words: []},
} as const;
/** Once a year, so that it has no occurrence during the test. */
const WEATHER = `---
schedule: "0 0 1 1 *"
timezone: UTC
missed: once
deliver:
  - terminal:default
  - ${PHONE}
---
Tell me the weather.
`;
/** Its pre-tool writes a line at each run, outside of its home. */
const LOOK = `---
schedule: "0 0 1 1 *"
timezone: UTC
missed: once
deliver: terminal:default
pre_tools:
  - {name: bash, input: {command: echo used >> "$CRASH_WORLD/lines"}}
---
Tell me the weather.
`;
const JOBS: Partial<Record<StoryName, string>> = {'a cron announcement': WEATHER, 'a job with a pre-tool': LOOK};
