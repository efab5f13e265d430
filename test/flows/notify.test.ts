// The notify command in a whole daemon: configured, changed, removed, missing.
import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {untilGiven} from '../support/until.ts';

const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'notify:default']}];
const PATH = process.env['PATH'] ?? '';

const openScene = async (notify: unknown) => {
  const dir = tempDir();
  const script = `${dir.path}/show`;
  writeFileSync(script, `#!/bin/sh\ncat >> ${dir.path}/shown\necho "|$ROOSTER_KIND" >> ${dir.path}/shown\n`);
  chmodSync(script, 0o755);
  const fixture = await openTestDaemon({
    home: dir.path,
    config: {users, ...(notify === undefined ? {} : {notify: {command: [script]}})},
    env: {PATH},
  });
  return {
    fixture,
    script,
    shown: () => (existsSync(`${dir.path}/shown`) ? readFileSync(`${dir.path}/shown`, 'utf8') : ''),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('a reminder reaches the program', async () => {
  await using scene = await openScene('configured');
  const {fixture} = scene;
  await fixture.call('reminder.set', {in: '20m', message: 'Tea', to: 'notify:default'});
  const sent = fixture.event('delivery.sent', ({delivery}) => delivery.address === 'notify:default');
  // No further: on a busy machine the program's time limit would pass before the program ends, and it would run again.
  await fixture.clock.advance(20 * MINUTE);
  await sent;
  expect(scene.shown()).toBe('Tea|reminder\n');
});

test('a delivery waits while no command is configured, and leaves when one is', async () => {
  await using scene = await openScene(undefined);
  const {fixture} = scene;
  await fixture.call('reminder.set', {in: '1m', message: 'Tea', to: 'notify:default'});
  const failed = await fixture.whileTimePasses(fixture.event('delivery.failed'));
  expect(failed.delivery).toMatchObject({
    state: 'queued',
    lastError: `The notify command is not set up (rooster config set notify.command '["PROGRAM"]').`,
  });
  await fixture.call('config.set', {key: 'notify.command', value: [scene.script]});
  await fixture.whileTimePasses(fixture.event('delivery.sent', ({delivery}) => delivery.address === 'notify:default'));
  expect(scene.shown()).toContain('Tea');
});

test('a missing program fails the delivery with the reason, and the channel is shown as down', async () => {
  await using scene = await openScene('configured');
  const {fixture} = scene;
  await fixture.call('config.set', {key: 'notify.command', value: ['no-such-program']});
  await fixture.call('reminder.set', {in: '1m', message: 'Tea', to: 'notify:default'});
  const dead = await fixture.whileTimePasses(fixture.event('delivery.dead'));
  const reason = 'Couldn\'t find the program "no-such-program". Install it, or change notify.command.';
  expect(dead.delivery.lastError).toBe(reason);
  const {channels} = await fixture.call('daemon.status', {});
  expect(channels).toContainEqual(expect.objectContaining({channel: 'notify', outbound: 'down', detail: reason}));
});

test('without a command there is no channel', async () => {
  await using scene = await openScene(undefined);
  const {fixture} = scene;
  expect((await fixture.call('daemon.status', {})).channels).toEqual([]);
  await fixture.call('config.set', {key: 'notify.command', value: [scene.script]});
  const notify = async () =>
    (await fixture.call('daemon.status', {})).channels.find(({channel}) => channel === 'notify');
  expect(await untilGiven('the channel', notify)).toMatchObject({inbound: 'off', outbound: 'up'});
  await fixture.call('config.set', {key: 'notify'});
  await untilGiven('no channel', async () => ((await notify()) === undefined ? true : undefined));
});
