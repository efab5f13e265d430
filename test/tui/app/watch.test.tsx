// `rooster --watch`: everything is shown, nothing can be changed.
import {expect, test} from 'vitest';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

test('nothing that changes something reaches the daemon, and each key says why', async () => {
  await using app = await openTestApp({watches: true, columns: 120});
  app.gateway.says('for your eyes');
  app.gateway.reminds({message: 'tea'});
  app.gateway.delivers({text: 'waiting'});
  const chat = await app.frame();
  expect(chat).toContain('● watching');
  expect(chat).toContain('for your eyes');
  await app.type('a question', KEYS.enter);
  expect(await app.frame()).toContain('Nothing changes from here: this terminal only watches');
  expect(app.state().ui.sends).toEqual([]);
  expect(await app.frame()).toContain('> a question');
  await app.type(KEYS.alt('3'), 'x');
  expect(await app.frame(20_000)).not.toContain('cancelled');
  await app.type('x');
  expect(await app.frame()).toContain('this terminal only watches');
  await app.type(KEYS.alt('4'), 'h');
  await app.frame();
  const reading = new Set([
    'hello',
    'events.subscribe',
    'daemon.status',
    'session.history',
    'cron.windows',
    'run.list',
  ]);
  const others = app.gateway.calls.map(({method}) => method).filter(method => !reading.has(method));
  expect(others.filter(method => !/\.(?:list|get)$/u.test(method))).toEqual([]);
});

test("messages that an earlier run hasn't sent yet stay unsent", async () => {
  const files = memoryFiles();
  const first = await openTestApp({files});
  first.gateway.goesAway();
  await first.frame();
  await first.type('later', KEYS.enter);
  await first[Symbol.asyncDispose]();
  await using app = await openTestApp({files, watches: true});
  await app.frame(5_000);
  expect(app.gateway.callsOf('session.send')).toEqual([]);
});
