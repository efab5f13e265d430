// Calls at 3 in the night, by the clock and with nobody there: each is refused at once, told in the morning and only then, and explained by
// why. The scheduler starts each, and the clock is moved by hand; it begins at noon in Berlin.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeSandbox} from '../support/fake-sandbox.ts';
import {MAIN, openIdleFixture} from '../support/idle-fixture.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  timezone: 'Europe/Berlin',
  match: ['terminal:default', 'signal:alice-uuid'],
  reach: ['signal'],
  quiet: '22:00-07:00',
};
/** It may reach another host than those of the configuration. */
const WANTS = {calls: [{name: 'bash', input: {command: 'touch ran', hosts: ['feeds.example.org']}}]};
const EFFECT = 'Run a command that may reach feeds.example.org: touch ran.';
const TOLD = `Not run, because nobody could be asked: ${EFFECT}`;
const HINT = ' You can allow it in the file of the job: allow: ["host feeds.example.org"].';
const AT_THREE = Date.UTC(2026, 10, 22, 2);

const openNight = async (answers: readonly ScriptedTurn[], files: Readonly<Record<string, string>> = {}) => {
  const dir = tempDir();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir.path, 'workspace', file)), {recursive: true});
    writeFileSync(join(dir.path, 'workspace', file), text);
  }
  const signal = fakeChannel('signal');
  const sandbox = fakeSandbox();
  const daemon = await openTestDaemon({
    home: dir.path,
    sandbox,
    env: {PATH: process.env['PATH']},
    channels: [signal],
    models: scriptedModel(answers).models,
    config: {users: [ALICE], heartbeat: {enabled: false}, reflection: {enabled: false}},
  });
  return {
    ...daemon,
    signal,
    sandbox,
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

/** The clock is moved to 3:00 and the runs of then are over. */
const nightIn = async (it: Pick<TestDaemon, 'clock' | 'event' | 'whileTimePasses'>): Promise<void> => {
  await it.clock.advance(AT_THREE - it.clock.now());
  await it.whileTimePasses(it.event('turn.ended'));
};

const whyOf = async ({call}: Pick<TestDaemon, 'call'>, id: string): Promise<string> =>
  (await call('why', {id})).steps.map(({what}) => what).join('\n');

const jobFile = (allow = '') => ({
  'cron/feeds.md': `---\nschedule: 0 3 * * *\ntimezone: Europe/Berlin\nannounce: direct\n${allow}---\n\nRead the feeds.\n`,
});

test.each(['The feeds were left out.', 'HEARTBEAT_OK'])(
  'a job at 3:00 that wants a new host is refused at once and told at 7:00, whatever the agent says: %s',
  async said => {
    await using it = await openNight([WANTS, said], jobFile());
    await jobsTold(it, it.clock);
    await nightIn(it);
    await it.whileTimePasses(it.event('run.ended'));
    const {approvals} = await it.call('approval.list', {});
    expect(approvals).toMatchObject([{state: 'denied', way: 'nobody', effect: EFFECT, askedAt: isoOf(AT_THREE)}]);
    expect(it.sandbox.orders).toEqual([]);
    await it.clock.advance(AT_THREE + 4 * HOUR - SECOND - it.clock.now());
    expect(it.signal.texts).toEqual([]);
    await it.clock.advance(2 * SECOND);
    const own = said === 'HEARTBEAT_OK' ? '' : `${said}\n\n`;
    expect(it.signal.texts).toEqual([`${own}${TOLD}${HINT}`]);
    const {runs} = await it.call('run.list', {});
    expect(await whyOf(it, runs[0]?.id ?? '')).toContain(`not run, because nobody could be asked: ${EFFECT}`);
  },
);

test('the same job with allow in its head matter reaches the host at 3:00, and why names the file', async () => {
  await using it = await openNight([WANTS, 'Read.'], jobFile('allow: ["host feeds.example.org"]\n'));
  await jobsTold(it, it.clock);
  await nightIn(it);
  await it.whileTimePasses(it.event('run.ended'));
  expect(it.sandbox.orders).toMatchObject([{command: 'touch ran', hosts: ['feeds.example.org']}]);
  const {runs} = await it.call('run.list', {});
  expect(await whyOf(it, runs[0]?.id ?? '')).toContain(`allowed by the file of the job: ${EFFECT}`);
  await it.clock.advance(5 * HOUR);
  expect(it.signal.texts).toEqual(['Read.']);
});

test.each(['Later, then.', 'NO_ACTION_NEEDED'])(
  'an alarm at 3:00 that wants a new host is refused at once and told at 7:00, whatever the agent says: %s',
  async said => {
    await using it = await openNight([WANTS, said]);
    await it.call('alarm.set', {at: '2026-11-22T03:00', message: 'Read the feeds.'});
    await nightIn(it);
    const {approvals} = await it.call('approval.list', {});
    expect(approvals).toMatchObject([{state: 'denied', way: 'nobody', effect: EFFECT}]);
    expect(it.sandbox.orders).toEqual([]);
    await it.clock.advance(AT_THREE + 4 * HOUR - SECOND - it.clock.now());
    expect(it.signal.texts).toEqual([]);
    await it.clock.advance(2 * SECOND);
    const own = said === 'NO_ACTION_NEEDED' ? '' : `${said}\n\n`;
    expect(it.signal.texts).toEqual([`${own}${TOLD}`]);
    const {messages} = await it.call('session.history', {session: MAIN});
    expect(messages.filter(({text}) => text.includes(TOLD))).toHaveLength(1);
    const {runs} = await it.call('run.list', {});
    expect(await whyOf(it, runs[0]?.id ?? '')).toContain(`not run, because nobody could be asked: ${EFFECT}`);
  },
);

test('a heartbeat at 3:00 that wants a new host is refused at once and told at 7:00', async () => {
  await using idle = await openIdleFixture({
    answers: ['Hello.', WANTS, 'HEARTBEAT_OK'],
    config: {
      users: [ALICE],
      policy: {},
      heartbeat: {idleMinutes: 10},
    },
    files: {'HEARTBEAT.md': 'Read the feeds.'},
  });
  await idle.clock.advance(AT_THREE - 10 * MINUTE - idle.clock.now());
  await idle.now().say('hello');
  await idle.minutes(10);
  const [run] = await idle.ended(1);
  const {approvals} = await idle.now().call('approval.list', {});
  expect(approvals).toMatchObject([{state: 'denied', way: 'nobody', tool: 'bash', effect: EFFECT}]);
  expect(idle.signal.texts).toEqual([]);
  await idle.clock.advance(AT_THREE + 4 * HOUR - SECOND - idle.clock.now());
  expect(idle.signal.texts).toEqual([]);
  await idle.clock.advance(2 * SECOND);
  expect(idle.signal.texts).toEqual([TOLD]);
  expect(await whyOf(idle.now(), run?.id ?? '')).toContain(`not run, because nobody could be asked: ${EFFECT}`);
});
