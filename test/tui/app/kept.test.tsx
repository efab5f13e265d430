import {expect, test} from 'vitest';
import {SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

const BOB = 'rooster:dm:signal:bob';

test('the conversation, the scroll position, the view and the draft are restored at the next start', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  gateway.session({key: BOB, title: 'Bob'});
  for (let index = 0; index < 60; index += 1) gateway.said(`line ${index}`, {session: BOB});
  const app = await openTestApp({clock, gateway, files});
  await app.type(KEYS.ctrl('p'), ...'bob', KEYS.enter, 'a draft', KEYS.pageUp);
  const before = await app.frame(SECOND);
  expect(before).not.toContain('line 59');
  await app[Symbol.asyncDispose]();

  await using next = await openTestApp({clock, gateway, files});
  const after = await next.frame(SECOND);
  expect(next.state().ui.session).toBe(BOB);
  expect(after.match(/line \d+/gu)).toEqual(before.match(/line \d+/gu));
  expect(after).toContain('> a draft');
});

test('a deleted conversation gives way to the main one', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  gateway.session({key: BOB, title: 'Bob'});
  const app = await openTestApp({clock, gateway, files});
  await app.type(KEYS.ctrl('p'), ...'bob', KEYS.enter);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({clock, files});
  next.gateway.says('in main');
  expect(await next.frame(SECOND)).toContain('in main');
  expect(next.state().ui.session).toBe('rooster:main');
});

test('the conversation named on the command line has priority over the last one', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  gateway.session({key: BOB, title: 'Bob'});
  const app = await openTestApp({clock, gateway, files});
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({clock, gateway, files, session: 'bob'});
  expect(next.state().ui.session).toBe(BOB);
});
