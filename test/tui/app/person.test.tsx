// A conversation over several addresses in the terminal UI: what comes from the phone is marked, and disturbs nothing here.
import {expect, test} from 'vitest';
import {KEYS, openTestApp} from '../../support/render-app.tsx';
import {seededRandom} from '../../support/seeded-random.ts';

const onSignal = {kind: 'user', name: 'alice', channel: 'signal'} as const;

test('messages from and to the phone are marked with their channel, those of the terminal are not', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:main', kind: 'main', person: 'alice'});
  app.gateway.says('is it raining?', {source: onSignal, channel: 'signal', role: 'user'});
  app.gateway.says('No.', {channel: 'signal'});
  app.gateway.says('and tomorrow?', {source: {...onSignal, channel: 'terminal'}, channel: 'terminal', role: 'user'});
  app.gateway.says('Yes.', {channel: 'terminal'});
  const frame = await app.frame();
  expect(frame).toMatch(/you +is it raining\? +← signal/u);
  expect(frame).toMatch(/No\. +→ signal/u);
  expect(frame).not.toMatch(/(?:tomorrow\?|Yes\.).*(?:signal|terminal)/u);
});

test('a reply at the terminal rings where nobody watches it, a reply to the phone does not', async () => {
  const rings = (): number => app.terminal.written.split('\x07').length - 1;
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:person:bob', title: 'bob'});
  await app.frame();
  await app.type(KEYS.ctrl('p'), 'bob', KEYS.enter);
  app.gateway.says('No.', {channel: 'signal'});
  await app.frame();
  expect(rings()).toBe(0);
  app.gateway.says('Yes.', {channel: 'terminal'});
  await app.frame();
  expect(rings()).toBe(1);
});

test.each([1, 2, 3, 4])(
  'a draft stays as it was typed, whatever comes in from the phone meanwhile (%i)',
  async seed => {
    const random = seededRandom(seed);
    await using app = await openTestApp();
    let draft = '';
    for (let step = 0; step < 40; step += 1) {
      const what = random();
      if (what < 0.5) {
        const letter = String.fromCharCode(97 + Math.floor(random() * 26));
        draft += letter;
        await app.type(letter);
      } else if (what < 0.75)
        app.gateway.says(`from the phone ${step}`, {source: onSignal, channel: 'signal', role: 'user'});
      else app.gateway.says(`to the phone ${step}`, {channel: 'signal'});
      if (random() < 0.2) await app.frame();
    }
    expect(await app.frame()).toContain(` > ${draft}`);
    await app.type(KEYS.enter);
    await app.frame();
    expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual([draft]);
  },
);

test('text typed into an earlier conversation goes to the one that continues it, which opens', async () => {
  await using app = await openTestApp();
  const earlier = 'rooster:dm:signal:alice-uuid';
  app.gateway.session({key: earlier, kind: 'dm', title: 'alice on signal', continuedIn: 'rooster:main'});
  await app.frame();
  await app.type('/session alice on signal', KEYS.enter);
  expect(await app.frame()).toContain('alice on signal');
  await app.type('go on', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('session.send')).toMatchObject([{text: 'go on', session: 'rooster:main'}]);
});
