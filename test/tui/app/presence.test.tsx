import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp, type TestApp} from '../../support/render-app.tsx';

const reports = (app: TestApp) => app.gateway.callsOf('client.presence');

test('a new terminal reports that somebody opened it', async () => {
  await using app = await openTestApp();
  expect(reports(app)).toEqual([{active: true, session: MAIN}]);
});

test('keys are reported at once, and then at most every ten seconds', async () => {
  await using app = await openTestApp();
  await app.frame(11 * SECOND);
  await app.type('a', 'b', 'c');
  expect(reports(app)).toHaveLength(2);
  expect(reports(app).at(-1)).toEqual({active: true, session: MAIN});
  await app.frame(10 * SECOND);
  await app.type('d');
  expect(reports(app)).toHaveLength(3);
  await app.frame(MINUTE);
  expect(reports(app)).toHaveLength(3);
});

test('focus is reported when it changes; only coming back counts as a key', async () => {
  await using app = await openTestApp();
  await app.type('\x1b[O');
  expect(reports(app).at(-1)).toMatchObject({active: false, focused: false});
  await app.type('\x1b[I', '\x1b[I');
  expect(reports(app)).toHaveLength(3);
  expect(reports(app).at(-1)).toMatchObject({active: true, focused: true});
});

test('a connection that comes back is no key', async () => {
  await using app = await openTestApp();
  await app.frame(MINUTE);
  app.gateway.goesAway();
  await app.frame(MINUTE);
  app.gateway.comesBack();
  await app.frame(20 * SECOND);
  expect(reports(app).at(-1)).toMatchObject({active: false});
});

test('the daemon decides what /quiet means; nothing but /quiet and its answer is needed', async () => {
  await using app = await openTestApp();
  await app.type('/quiet 2h', KEYS.enter, '/quiet off', KEYS.enter, '/quiet', KEYS.enter);
  await app.type('/digest', KEYS.enter);
  expect(app.gateway.callsOf('reach.quiet')).toEqual([{span: '2h'}, {span: 'off'}, {}]);
  expect(app.gateway.callsOf('reach.digest')).toEqual([{}]);
});
