// Series that follow their person, or stay with a place, and moves to another zone, in a whole daemon.
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

const usersIn = (timezone: string) => ({
  users: [{name: 'alice', trust: 'full', timezone, match: ['terminal:default', 'signal:alice-uuid']}],
});
const NEW_YORK = 'America/New_York';
const TOKYO = 'Asia/Tokyo';

const openScene = async (zone = 'Europe/Berlin') => {
  const dir = tempDir();
  const signal = fakeChannel();
  const {models} = scriptedModel([]);
  let fixture = await openTestDaemon({home: dir.path, models, channels: [signal], config: usersIn(zone)});
  return {
    signal,
    home: dir.path,
    get fixture() {
      return fixture;
    },
    /** The person is in another zone from now on. */
    travel: async (to: string) => {
      const seq = fixture.events.length;
      writeConfig(dir.path, usersIn(to));
      await fixture.whileTimePasses(
        until('the configuration is read', () => fixture.events.slice(seq).some(({type}) => type === 'config.changed')),
      );
    },
    /** The same while Rooster is stopped. */
    travelStopped: async (to: string) => {
      await fixture[Symbol.asyncDispose]();
      writeConfig(dir.path, usersIn(to));
      fixture = await openTestDaemon({home: dir.path, models, channels: [signal], clock: fixture.clock});
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

type Scene = Awaited<ReturnType<typeof openScene>>;

const next = async ({fixture}: Scene, id: `rem_${string}`): Promise<readonly string[]> =>
  (await fixture.call('reminder.get', {id})).next ?? [];

const setIn = async ({fixture}: Scene, request: object) =>
  await fixture.call('reminder.set', {message: 'pills', ...request} as never);

describe('in words', () => {
  test.each([
    ['every day at 8 wherever I am', 'person', 'wherever you are'],
    ['every day at 8, no matter where I am', 'person', 'wherever you are'],
    ['jeden Tag um 8, egal wo ich bin', 'person', 'egal, wo du bist'],
    ['every day at 8 Berlin time', 'place', 'on the clocks of Berlin'],
    ['jeden Tag um 8 Berliner Zeit', 'place', 'nach den Uhren von Berlin'],
    ['every day at 8 New York time', 'place', 'on the clocks of New York'],
    ['every day at 8', undefined, undefined],
  ])('"%s" follows %s and says so', async (when, follows, note) => {
    await using scene = await openScene();
    const set = await setIn(scene, {when});
    expect(set.follows).toBe(follows);
    if (note === undefined) expect(set.note).toBeUndefined();
    else expect(set.note).toContain(note);
    expect(set.message).toBe('pills');
  });

  test('the words may stand in the text, and a preview has them apart', async () => {
    await using scene = await openScene();
    const set = await setIn(scene, {when: 'every day at 8', message: 'take the pills, wherever I am'});
    expect(set).toMatchObject({follows: 'person', message: 'take the pills'});
    const preview = await scene.fixture.call('reminder.preview', {when: 'every day at 8 wherever I am take the pills'});
    expect(preview).toMatchObject({follows: 'person', text: 'take the pills', note: 'wherever you are'});
  });

  test.each([
    ['every day at 8 wherever I am remind me to take the pills', 'take the pills'],
    ['every day at 8, wherever I am, remind me that the shop closes', 'the shop closes'],
    ['every day at 8 wherever I am tomatoes', 'tomatoes'],
    ['jeden Tag um 8, egal wo ich bin, erinnere mich daran, die Pillen zu nehmen', 'die Pillen zu nehmen'],
  ])('a sentence begins its text after them: %s', async (words, text) => {
    using home = tempDir();
    await using fixture = await openTestDaemon({home: home.path, config: usersIn('Europe/Berlin')});
    const preview = await fixture.call('reminder.preview', {when: words});
    expect(preview).toMatchObject({follows: 'person', text});
    await fixture.say(words);
    const {reminders} = await fixture.call('reminder.list', {});
    expect(reminders).toMatchObject([{follows: 'person', message: text}]);
  });

  test('what comes once follows nobody: its text stays whole, and a wish for it is refused', async () => {
    await using scene = await openScene();
    const message = 'say where home is, wherever I am';
    expect(await setIn(scene, {in: '1h', message})).toMatchObject({message});
    await expect(setIn(scene, {in: '1h', follows: 'person'})).rejects.toThrow('Only a reminder that repeats');
    await expect(setIn(scene, {when: 'every 2 hours', follows: 'person'})).rejects.toThrow('the same everywhere');
    const both = {when: 'every day at 8 New York time', follows: 'person'};
    await expect(setIn(scene, both)).rejects.toThrow("It can't follow you and the clocks of New York.");
  });
});

describe('a series that follows its person', () => {
  test('rings at its time of day in the new zone; the others stay where they were set', async () => {
    await using scene = await openScene();
    const own = await setIn(scene, {when: 'every day at 8', follows: 'person'});
    const place = await setIn(scene, {when: 'every day at 8 Berlin time'});
    const usual = await setIn(scene, {when: 'every day at 8'});
    const [before] = await next(scene, usual.id);
    await scene.travel(NEW_YORK);
    expect((await next(scene, own.id))[0]).toMatch(/T13:00:00/u);
    for (const {id} of [place, usual]) expect((await next(scene, id))[0]).toBe(before);
    const {steps} = await scene.fixture.call('why', {id: own.id});
    expect(steps.map(({what}) => what).join('\n')).toContain('moved along, since the time zone of its person changed');
    await scene.travel('Europe/Berlin');
    expect((await next(scene, own.id))[0]).toBe(before);
  });

  test('also when the zone changed while Rooster was stopped', async () => {
    await using scene = await openScene();
    const own = await setIn(scene, {when: 'every day at 8', follows: 'person'});
    await scene.travelStopped(NEW_YORK);
    expect((await next(scene, own.id))[0]).toMatch(/T13:00:00/u);
    expect(await scene.fixture.call('reminder.get', {id: own.id})).toMatchObject({zone: NEW_YORK, follows: 'person'});
  });

  test('does not ring twice on a date that is longer, going west', async () => {
    await using scene = await openScene();
    // Tue 24 Nov 2026, some time of the morning in Berlin.
    const {clock} = scene.fixture;
    const soon = new Date(clock.now() + 5 * MINUTE).toISOString();
    const own = await setIn(scene, {at: soon, repeat: 'FREQ=DAILY', follows: 'person'});
    await clock.advance(6 * MINUTE);
    await until('it rang', () => scene.signal.texts.length === 1);
    await scene.travel(NEW_YORK);
    await clock.advance(12 * HOUR);
    expect(scene.signal.texts).toHaveLength(1);
    const [following] = await next(scene, own.id);
    expect(Date.parse(following ?? '') - Date.parse(soon)).toBe(30 * HOUR);
    await clock.advance(DAY);
    expect(scene.signal.texts).toHaveLength(2);
  });

  test('rings at once, late, where the clocks jumped over its time, going east', async () => {
    await using scene = await openScene();
    const {clock} = scene.fixture;
    const soon = new Date(clock.now() + HOUR).toISOString();
    await setIn(scene, {at: soon, repeat: 'FREQ=DAILY', follows: 'person'});
    await scene.travel(TOKYO);
    await clock.advance(MINUTE);
    await until('it rang', () => scene.signal.texts.length === 1);
    await clock.advance(2 * HOUR);
    expect(scene.signal.texts).toHaveLength(1);
  });

  test('keeps its time of day over a clock change that only one of the zones has', async () => {
    await using scene = await openScene();
    const own = await setIn(scene, {when: 'every day at 8 starting 2027-03-12', follows: 'person'});
    await scene.travel(NEW_YORK);
    // New York's clocks change on 14 March 2027, Berlin's two weeks later.
    expect((await next(scene, own.id)).map(at => at.slice(5, 16))).toEqual([
      '03-12T13:00',
      '03-13T13:00',
      '03-14T12:00',
    ]);
  });

  test('keeps what was skipped, and begins to follow by an edit', async () => {
    await using scene = await openScene();
    const {id} = await setIn(scene, {when: 'every day at 8'});
    const [first] = await next(scene, id);
    await scene.fixture.call('reminder.skip', {id});
    await scene.travel(NEW_YORK);
    const edited = await scene.fixture.call('reminder.edit', {id, follows: 'person'});
    expect(edited).toMatchObject({follows: 'person', zone: NEW_YORK});
    expect(edited.next?.[0]).toBe(new Date(Date.parse(first ?? '') + DAY + 6 * HOUR).toISOString());
    await scene.fixture.call('reminder.undo', {});
    expect(await scene.fixture.call('reminder.get', {id})).toMatchObject({zone: 'Europe/Berlin'});
  });
});

test('a calendar file has a series that follows its person in floating time, and others in their zone', async () => {
  await using scene = await openScene();
  const {id} = await setIn(scene, {when: 'every day at 8', follows: 'person'});
  await scene.fixture.call('reminder.skip', {id});
  await setIn(scene, {when: 'every day at 9'});
  const {ics} = await scene.fixture.call('calendar.export', {});
  expect(ics).toMatch(/DTSTART:\d{8}T080000\r\n/u);
  expect(ics).toMatch(/EXDATE:\d{8}T080000\r\n/u);
  expect(ics).toMatch(/DTSTART;TZID=Europe\/Berlin:\d{8}T090000\r\n/u);
});

describe('a move to another zone', () => {
  test('is shown first, moves what follows nobody, and one undo takes all of it back', async () => {
    await using scene = await openScene();
    const {fixture} = scene;
    const usual = await setIn(scene, {when: 'every day at 8'});
    const once = await setIn(scene, {when: 'friday at 15:00', message: 'call'});
    const still = [
      await setIn(scene, {when: 'every day at 8 Berlin time'}),
      await setIn(scene, {when: 'every day at 8', follows: 'person'}),
      await setIn(scene, {when: 'every 2 hours'}),
      await setIn(scene, {message: '10m pasta', timer: true}),
    ];
    const all = [usual, once, ...still];
    const before = await Promise.all(all.map(({id}) => fixture.call('reminder.get', {id})));
    const preview = await fixture.call('reminder.moveZone', {zone: NEW_YORK});
    expect(preview.moved.map(move => move.before.id).toSorted()).toEqual([usual.id, once.id].toSorted());
    expect(await Promise.all(all.map(({id}) => fixture.call('reminder.get', {id})))).toEqual(before);
    const {moved} = await fixture.call('reminder.moveZone', {zone: NEW_YORK, confirm: true});
    for (const {before: was, after} of moved) expect(Date.parse(after.fireAt) - Date.parse(was.fireAt)).toBe(6 * HOUR);
    const after = await Promise.all(all.map(({id}) => fixture.call('reminder.get', {id})));
    expect(after.slice(2)).toEqual(before.slice(2));
    expect(after[0]).toMatchObject({zone: NEW_YORK, repeat: {zone: NEW_YORK}});
    const undone = await fixture.call('reminder.undo', {});
    expect(undone.undone).toBe('move-zone');
    expect(await Promise.all(all.map(({id}) => fixture.call('reminder.get', {id})))).toEqual(before);
  });

  test('without a zone goes to the zone of the person, and only from the one that was named', async () => {
    await using scene = await openScene();
    const {id} = await setIn(scene, {when: 'every day at 8'});
    await scene.travel(NEW_YORK);
    expect((await scene.fixture.call('reminder.moveZone', {from: TOKYO})).moved).toEqual([]);
    const {zone, moved} = await scene.fixture.call('reminder.moveZone', {from: 'Europe/Berlin', confirm: true});
    expect([zone, moved.length]).toEqual([NEW_YORK, 1]);
    expect((await next(scene, id))[0]).toMatch(/T13:00:00/u);
    await expect(scene.fixture.call('reminder.moveZone', {zone: 'Mars/Olympus'})).rejects.toThrow("isn't a time zone");
  });
});

test('a crash between two reminders of a move leaves none of them moved', async () => {
  await using scene = await openScene();
  const {fixture} = scene;
  const one = await setIn(scene, {when: 'every day at 8'});
  const two = await setIn(scene, {when: 'every day at 9'});
  // The database refuses the second row, as a full disk would.
  using database = new DatabaseSync(`${scene.home}/rooster.db`);
  database.exec(
    `CREATE TRIGGER refuse BEFORE UPDATE ON reminders WHEN NEW.id = '${two.id}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  await expect(fixture.call('reminder.moveZone', {zone: NEW_YORK, confirm: true})).rejects.toThrow();
  database.exec('DROP TRIGGER refuse');
  for (const {id} of [one, two])
    expect(await fixture.call('reminder.get', {id})).toMatchObject({zone: 'Europe/Berlin'});
});

test.each([
  ['remind me every day at 8am wherever I am to stretch', 'every day at 08:00 CET, wherever you are, ', 'stretch'],
  [
    'erinnere mich jeden Tag um 8 Uhr, egal wo ich bin, ans Dehnen',
    'jeden Tag um 08:00 CET, egal, wo du bist',
    'Dehnen',
  ],
  ['remind me every day at 9am New York time to call mom', 'on the clocks of New York', 'call mom'],
])('in a chat without a model, "%s" is said back with its clocks', async (words, said, text) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: usersIn('Europe/Berlin')});
  const answer = await fixture.say(words);
  expect(answer).toContain(said);
  const {reminders} = await fixture.call('reminder.list', {});
  expect(reminders[0]?.message).toContain(text);
  expect(reminders[0]?.message).not.toMatch(/wherever|egal|to stretch/u);
});
