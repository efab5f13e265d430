// Without a daemon at the start, the last known state is shown with its age; what is written meanwhile is sent once.
import {expect, test} from 'vitest';
import {HOUR, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

/** A home in which the terminal UI has run before; the daemon is gone. */
const leftBehind = async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  const app = await openTestApp({clock, gateway, files});
  gateway.reminds({message: 'call Bob', fireAt: clock.now() + 5 * HOUR});
  gateway.says('the parcel is here');
  await app.frame(SECOND);
  await app[Symbol.asyncDispose]();
  await clock.advance(2 * HOUR);
  gateway.goesAway('The daemon is not running.');
  return {clock, files, gateway};
};

test('the conversation and the plan can be read, with their age, before any daemon answered', async () => {
  await using app = await openTestApp(await leftBehind());
  const chat = await app.frame(SECOND);
  expect(chat).toContain('the parcel is here');
  expect(chat.split('\n')[0]).toMatch(/reconnecting.*data of 11:00, 2h 0m old/u);
  expect(chat).toContain('! The daemon is not running.');
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/in 3h 0m {2}◷ call Bob/u);
  await app.type('x');
  expect(await app.frame()).toContain("Couldn't reach the daemon");
});

test('a message written meanwhile is sent once, over restarts, and the state becomes new', async () => {
  const home = await leftBehind();
  const first = await openTestApp(home);
  await first.frame(SECOND);
  await first.type('are you there?', KEYS.enter);
  expect(await first.frame()).toContain('are you there?');
  await first.type('a draft');
  await first[Symbol.asyncDispose]();

  await using app = await openTestApp(home);
  expect(await app.frame(SECOND)).toContain('are you there?');
  home.gateway.says('said meanwhile');
  home.gateway.comesBack();
  const screen = await app.frame(20 * SECOND);
  expect(screen.split('\n')[0]).toContain('● live');
  expect(screen).not.toContain(' old');
  expect(screen).toMatch(/the parcel is here[\s\S]*said meanwhile/u);
  expect(screen).toContain(' > a draft');
  expect(home.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['are you there?']);
});

test('a conversation that was deleted meanwhile is gone once the daemon is back', async () => {
  const home = await leftBehind();
  await using app = await openTestApp({...home, gateway: fakeGateway(home.clock)});
  await app.frame(20 * SECOND);
  expect(app.state().gateway.reminders).toEqual([]);
  expect(await app.frame()).not.toContain('the parcel is here');
});

test('a daemon that is slow to answer leaves the last state on the screen', async () => {
  const home = await leftBehind();
  const silent = (stop: AbortSignal) =>
    new Promise<never>((_, reject) => stop.addEventListener('abort', () => reject(new Error('stopped'))));
  const gateway = {...home.gateway, connect: silent};
  await using app = await openTestApp({...home, gateway});
  expect(await app.frame(100)).not.toContain('the parcel is here');
  expect(await app.frame(SECOND)).toContain('the parcel is here');
});
