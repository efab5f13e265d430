// Reminders that wait for an event: a person's message, or the end of a job's run.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const GROUP = `${'A'.repeat(43)}=`;

const CONFIG = {
  users: [
    {name: 'olga', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:olga-uuid']},
    {name: 'alice', trust: 'inner', timezone: 'Europe/Berlin', match: ['signal:alice-uuid']},
    {name: 'bob', trust: 'inner', timezone: 'Europe/Berlin', match: ['signal:bob-uuid']},
  ],
  signal: {account: '+15550000', groups: [GROUP]},
  cron: [{name: 'backup', cron: '0 3 * * *', timezone: 'Europe/Berlin', run: 'true', user: 'olga', announce: 'none'}],
};

const openScene = async (config: object = CONFIG) => {
  const dir = tempDir();
  const signal = fakeChannel();
  const fixture = await openTestDaemon({home: dir.path, config, channels: [signal]});
  const rings = () => signal.sent.filter(({to}) => to === 'signal:olga-uuid').map(({text}) => text);
  return {
    dir,
    fixture,
    signal,
    rings,
    /** Somebody writes, and the clock goes on a little. */
    says: async (who: string, text: string, group?: string) => {
      await signal.says(`${who}-uuid`, text, group, {at: fixture.clock.now()});
      await fixture.clock.advance(SECOND);
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

test('a reminder that waits for a person rings once when that person writes, and for nobody else', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const set = await fixture.call('reminder.set', {on: {kind: 'message', from: 'alice'}, message: 'call her back'});
  expect(set).toMatchObject({on: {kind: 'message', from: 'alice'}, once: true, state: 'pending', next: []});
  expect(await fixture.call('calendar.export', {})).toMatchObject({reminders: 0});
  await scene.says('bob', 'hello');
  await fixture.clock.advance(HOUR);
  expect(scene.rings()).toEqual([]);
  await scene.says('alice', 'hello');
  expect(scene.rings()).toEqual(['call her back\n\n(alice wrote at 13:00.)']);
  await scene.says('alice', 'are you there?');
  await fixture.clock.advance(HOUR);
  expect(scene.rings()).toHaveLength(1);
  expect(await fixture.call('reminder.get', {id: set.id})).toMatchObject({state: 'fired', event: {who: 'alice'}});
});

test('words match whole words as the search does, in any order, and a phrase in quotes stays together', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const wait = (words: string) => fixture.call('reminder.set', {on: {kind: 'message', words}, message: words});
  await wait('launch date');
  await wait('"launch date"');
  await wait('café');
  await scene.says('bob', 'we launched, no date for the launches');
  expect(scene.rings()).toEqual([]);
  await scene.says('bob', 'the DATE of the Launch, over a CAFE');
  expect(scene.rings().map(text => text.split('\n')[0])).toEqual(['launch date', 'café']);
  await scene.says('alice', 'What is the launch date?');
  expect(scene.rings()[2]).toBe('"launch date"\n\n(alice mentioned "launch date" at 12:00.)');
});

test('what its owner, the agent or a reminder says starts nothing, so no reminder starts itself', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const on = {kind: 'message', words: 'launch'} as const;
  await fixture.call('reminder.set', {on, once: false, message: 'the launch'});
  await scene.says('olga', 'the launch is near');
  await fixture.say('remind me in 5 minutes of the launch');
  await fixture.call('session.inject', {session: 'rooster:main', text: 'the launch'});
  await fixture.clock.advance(HOUR);
  expect(scene.rings().filter(text => text.includes('mentioned'))).toEqual([]);
  await scene.says('stranger', 'the launch');
  expect(scene.rings().filter(text => text.includes('mentioned'))).toEqual([]);
  await scene.says('bob', 'the launch');
  await fixture.clock.advance(HOUR);
  expect(scene.rings().filter(text => text.includes('mentioned'))).toHaveLength(1);
});

test('one that rings each time rings at once, then at most every ten minutes, and counts what came between', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const on = {kind: 'message', from: 'bob'} as const;
  const {id} = await fixture.call('reminder.set', {on, once: false, message: 'look at what bob says'});
  await scene.says('bob', 'one');
  expect(scene.rings()).toHaveLength(1);
  for (const text of ['two', 'three', 'four']) await scene.says('bob', text);
  expect(scene.rings()).toHaveLength(1);
  await fixture.clock.advance(10 * MINUTE);
  expect(scene.rings()).toEqual([
    'look at what bob says\n\n(bob wrote at 12:00.)',
    'look at what bob says\n\n(bob wrote at 12:00, and 2 times more since.)',
  ]);
  await fixture.clock.advance(HOUR);
  await scene.says('bob', 'five');
  expect(scene.rings()).toHaveLength(3);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'pending', next: []});
  const {reminders} = await fixture.call('reminder.list', {state: 'fired'});
  expect(reminders.map(({event}) => event?.of)).toEqual([id, id, id]);
  await fixture.call('reminder.cancel', {id});
  await fixture.clock.advance(HOUR);
  await scene.says('bob', 'six');
  expect(scene.rings()).toHaveLength(3);
});

test('each ring is answered by itself: snoozed it comes back, and its reminder goes on waiting', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const on = {kind: 'message', from: 'bob'} as const;
  const {id} = await fixture.call('reminder.set', {on, once: false, message: 'answer bob'});
  await scene.says('bob', 'one');
  await scene.says('olga', '20m');
  await fixture.clock.advance(20 * MINUTE);
  expect(scene.rings().filter(text => text.startsWith('answer bob'))).toEqual([
    'answer bob\n\n(bob wrote at 12:00.)',
    'answer bob\n\n(bob wrote at 12:00.)',
  ]);
  await scene.says('olga', 'done');
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'pending'});
  await expect(fixture.call('reminder.snooze', {id, in: '10m'})).rejects.toThrow('it rings every time bob writes');
  await expect(fixture.call('reminder.edit', {id, in: '10m'})).rejects.toThrow('it has no time');
  expect(await fixture.call('reminder.edit', {id, message: 'read bob'})).toMatchObject({message: 'read bob'});
});

test('a person with less trust waits only for messages in groups where they write, never for private ones', async () => {
  await using scene = await openScene();
  const {fixture, signal} = scene;
  const on = {kind: 'message', words: 'launch'} as const;
  await fixture.call('reminder.set', {on, once: false, message: 'news', user: 'bob'});
  const bobs = () => signal.sent.filter(({to, text}) => to === 'signal:bob-uuid' && text.startsWith('news'));
  await scene.says('alice', 'the launch is secret');
  await scene.says('olga', 'the launch is secret');
  await scene.says('alice', 'the launch, without bob', GROUP);
  expect(bobs()).toEqual([]);
  await scene.says('bob', 'hello', GROUP);
  await scene.says('alice', 'the launch, with bob', GROUP);
  expect(bobs()).toHaveLength(1);
});

test('a job that fails starts a reminder, and one that runs does not', async () => {
  await using scene = await openScene({
    ...CONFIG,
    cron: [
      {
        name: 'backup',
        cron: '0 3 * * *',
        timezone: 'Europe/Berlin',
        run: 'exit 1',
        retry: 'never',
        user: 'olga',
        announce: 'none',
      },
      {name: 'tidy', cron: '0 4 * * *', timezone: 'Europe/Berlin', run: 'true', user: 'olga', announce: 'none'},
    ],
  });
  const {fixture} = scene;
  const on = {kind: 'run', name: 'backup', status: 'failed'} as const;
  await fixture.call('reminder.set', {on, message: 'look at the backup'});
  await fixture.call('reminder.set', {on: {...on, status: 'ran'}, message: 'all is well'});
  await fixture.call('cron.run', {name: 'backup'});
  await fixture.whileTimePasses(fixture.event('run.ended', ({run}) => run.name === 'backup'));
  await fixture.clock.advance(SECOND);
  expect(scene.rings().filter(text => text.includes('backup failed'))).toEqual([
    'look at the backup\n\n(backup failed at 12:00.)',
  ]);
  expect(scene.rings().some(text => text.includes('all is well'))).toBe(false);
});

test('names that do not exist are refused with the nearest one, and so is what cannot be waited for', async () => {
  await using scene = await openScene();
  const set = (request: object) => scene.fixture.call('reminder.set', {message: 'x', ...request} as never);
  await expect(set({on: {kind: 'run', name: 'bakup'}})).rejects.toThrow('No job "bakup". Did you mean "backup"?');
  await expect(set({on: {kind: 'message', from: 'alise'}})).rejects.toThrow('Did you mean "alice"?');
  await expect(set({on: {kind: 'message', from: 'olga'}})).rejects.toThrow('Your own messages');
  await expect(set({on: {kind: 'message'}})).rejects.toThrow('Say whose messages');
  await expect(set({on: {kind: 'message', words: '!!!'}})).rejects.toThrow('need a letter');
  await expect(set({on: {kind: 'message', from: 'bob'}, in: '10m'})).rejects.toThrow('not for both');
  await expect(set({in: '10m', once: true})).rejects.toThrow('"once" belongs to "on"');
  await expect(set({on: {kind: 'message', form: 'bob'}})).rejects.toThrow('must be');
  await expect(set({on: {kind: 'run', name: 'backup'}, user: 'bob'})).rejects.toThrow('No job "backup".');
});

test('what happens during a pause starts nothing, and a pause ends by itself', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const {id} = await fixture.call('reminder.set', {on: {kind: 'message', from: 'bob'}, message: 'answer bob'});
  await fixture.call('reminder.pause', {id, until: '1h'});
  await scene.says('bob', 'one');
  await fixture.clock.advance(HOUR);
  expect(scene.rings()).toEqual([]);
  expect((await fixture.call('reminder.get', {id})).paused).toBeUndefined();
  await fixture.call('reminder.pause', {id});
  await scene.says('bob', 'two');
  await fixture.call('reminder.resume', {id});
  await fixture.clock.advance(MINUTE);
  expect(scene.rings()).toEqual([]);
  await scene.says('bob', 'three');
  expect(scene.rings()).toHaveLength(1);
});

test('an undo of a cancel waits again, without what happened meanwhile', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const {id} = await fixture.call('reminder.set', {on: {kind: 'message', from: 'bob'}, message: 'answer bob'});
  await fixture.call('reminder.cancel', {id});
  await scene.says('bob', 'one');
  await fixture.call('reminder.undo', {});
  await fixture.clock.advance(MINUTE);
  expect(scene.rings()).toEqual([]);
  await scene.says('bob', 'two');
  expect(scene.rings()).toHaveLength(1);
});

test('a job that is removed is told once, and shown, until it is back', async () => {
  await using scene = await openScene();
  const {fixture, dir} = scene;
  const on = {kind: 'run', name: 'backup'} as const;
  const {id} = await fixture.call('reminder.set', {on, message: 'look at the backup'});
  writeFileSync(join(dir.path, 'config.json'), JSON.stringify({...CONFIG, cron: []}));
  const again = await fixture.restart();
  const notes = async () => {
    await again.clock.advance(MINUTE);
    const {messages} = await again.call('session.history', {session: 'rooster:main', limit: 20});
    return messages.filter(({text}) => text.includes('no longer exists')).map(({text}) => text);
  };
  await again.clock.advance(MINUTE);
  await again.event('reminder.edited', ({because, reminder}) => because === 'gone' && reminder.gone === true);
  expect(await again.call('reminder.get', {id})).toMatchObject({gone: true, state: 'pending'});
  expect(await notes()).toEqual([
    'The job "backup" no longer exists, so this reminder can\'t ring: look at the backup (when backup ends). Cancel it, or leave it until the name is back.',
  ]);
  writeFileSync(join(dir.path, 'config.json'), JSON.stringify(CONFIG));
  const back = await again.restart();
  await back.clock.advance(MINUTE);
  await back.event('reminder.edited', ({because, reminder}) => because === 'gone' && reminder.gone === undefined);
  await back[Symbol.asyncDispose]();
});

test('what happened while no reminder looked counts after the start, once, and is late', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  await fixture.call('reminder.set', {on: {kind: 'message', from: 'bob'}, message: 'answer bob'});
  // The message is stored, and the daemon ends before anything else.
  await scene.signal.says('bob-uuid', 'one', undefined, {at: fixture.clock.now()});
  const again = await fixture.restart();
  await again.clock.advance(MINUTE);
  expect(scene.rings()).toHaveLength(1);
  const {reminders} = await again.call('reminder.list', {state: 'fired'});
  expect(reminders).toMatchObject([{message: 'answer bob', event: {who: 'bob'}}]);
  const more = await again.restart();
  await more.clock.advance(HOUR);
  expect(scene.rings()).toHaveLength(1);
  await more[Symbol.asyncDispose]();
});

test('a clock that is set back by a day does not make the next ring wait for a day', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const on = {kind: 'message', from: 'bob'} as const;
  await fixture.call('reminder.set', {on, once: false, message: 'answer bob'});
  await scene.says('bob', 'one');
  await scene.says('bob', 'two');
  fixture.clock.set(fixture.clock.now() - 24 * HOUR);
  await fixture.clock.advance(11 * MINUTE);
  expect(scene.rings()).toHaveLength(2);
  await fixture.clock.advance(HOUR);
  await scene.says('bob', 'three');
  expect(scene.rings()).toHaveLength(3);
});

test('the assistant without a model sets it in words, says it back, lists it and cancels it', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  expect(await fixture.say('remind me to call her back when alice writes')).toBe(
    'I will remind you when alice writes, on Signal: call her back.',
  );
  expect(await fixture.say('every time bob mentions the launch, tell me')).toBe(
    'I will remind you every time bob mentions "launch", on Signal: bob mentioned "launch".\nAt most every 10 minutes; what comes between counts into the next.',
  );
  expect(await fixture.say('show my reminders')).toContain('1. when alice writes: call her back');
  expect(await fixture.say('tell me when alise writes')).toContain('Did you mean "alice"?');
  expect(await fixture.say('cancel call her back')).toBe('Cancelled: call her back.');
  expect(await fixture.say('undo')).toBe('Undid the cancellation. I will remind you when alice writes: call her back.');
  await scene.says('alice', 'hello');
  expect(scene.rings().at(-1)).toBe('call her back\n\n(alice wrote at 12:00.)');
});

test('in German it is said back, and rings, in German', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  expect(await fixture.say('erinnere mich daran, sie anzurufen, sobald alice schreibt')).toBe(
    'Ich erinnere dich, wenn alice schreibt, über Signal: sie anzurufen.',
  );
  expect(await fixture.say('sag mir Bescheid, wenn backup fehlschlägt')).toContain('wenn backup fehlschlägt');
  expect(await fixture.say('zeig meine Erinnerungen')).toContain('1. wenn alice schreibt: sie anzurufen');
  await scene.says('alice', 'hallo');
  expect(scene.rings().at(-1)).toBe('sie anzurufen\n\n(alice schrieb um 12:00.)');
});

test('a sentence is previewed with its event, and "when" of reminder.set takes the clause', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  expect(await fixture.call('reminder.preview', {when: 'when alice writes: call her back at 5'})).toMatchObject({
    on: {kind: 'message', from: 'alice'},
    once: true,
    next: [],
    when: 'when alice writes',
    text: 'call her back at 5',
  });
  const set = await fixture.call('reminder.set', {when: 'every time Alice writes', message: 'answer'});
  expect(set).toMatchObject({on: {kind: 'message', from: 'alice'}, state: 'pending'});
  expect(set.once).toBeUndefined();
  expect(await fixture.call('reminder.preview', {when: 'call her back when alice writes'})).toHaveProperty('on');
  const both = await fixture.call('reminder.preview', {when: 'tomorrow at 9 when bob writes'}).catch(() => ({}));
  expect(both).not.toHaveProperty('on');
});

test('why names the event that started a ring: who, when, and the message', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const on = {kind: 'message', from: 'bob'} as const;
  const {id} = await fixture.call('reminder.set', {on, once: false, message: 'answer bob'});
  await scene.says('bob', 'a secret');
  await fixture.clock.advance(HOUR);
  await scene.says('bob', 'another secret');
  const {reminders} = await fixture.call('reminder.list', {state: 'fired'});
  const [first, second] = reminders;
  const why = await fixture.call('why', {id: second?.id ?? ''});
  expect(why.because).toContain('"answer bob", every time bob writes; bob wrote at 13:00');
  const told = why.steps.map(({what}) => what).join('\n');
  expect(told).toContain('reminder set in main');
  expect(told).toContain('started: bob wrote at 13:00');
  expect(told).not.toContain('12:00, bob wrote');
  expect(told).not.toContain('secret');
  expect(why.steps.find(({what}) => what.startsWith('started:'))?.id).toBe(second?.event?.id);
  expect(first?.event?.id).not.toBe(second?.event?.id);
  const whole = await fixture.call('why', {id});
  expect(whole.steps.filter(({what}) => what.startsWith('started:'))).toHaveLength(2);
});
