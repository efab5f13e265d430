// Quiet hours: what waits, what rings, and how what waited comes. A clock moved by hand; it begins at noon in Berlin.
import {expect, test} from 'vitest';
import {HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  timezone: 'Europe/Berlin',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
  quiet: '22:00-07:00',
};
const jobAt = (at: string, more: object = {}) => ({
  ...{name: `news-${at.slice(0, 2)}`, at: `2026-11-21 ${at}`, timezone: 'Europe/Berlin', user: 'alice'},
  ...{message: 'What is new?', announce: 'direct', ...more},
});

const openScene = async ({
  alice = {},
  jobs = [],
  answers = [],
}: {
  alice?: object;
  jobs?: readonly object[];
  answers?: readonly ScriptedTurn[];
}) => {
  const dir = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const idle = {heartbeat: {enabled: false}, reflection: {enabled: false}};
  const config = {users: [{...ALICE, ...alice}], cron: jobs, ...idle};
  const fixture = await openTestDaemon({
    home: dir.path,
    config,
    channels: [signal, ntfy],
    models: scriptedModel(answers).models,
  });
  if (jobs.length > 0) await jobsTold(fixture, fixture.clock);
  return {
    fixture,
    signal,
    rang: () => ({signal: signal.texts, ntfy: ntfy.texts}),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const status = async (fixture: TestDaemon) => (await fixture.call('daemon.status', {})).people?.[0];
const ranTimes = (fixture: TestDaemon, times: number) =>
  fixture.event('run.ended', () => fixture.events.filter(({type}) => type === 'run.ended').length >= times);

test('a result waits for the end of the quiet hours, and comes as it is when it is alone', async () => {
  await using scene = await openScene({jobs: [jobAt('23:00')], answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(11 * HOUR);
  await ranTimes(fixture, 1);
  expect(await status(fixture)).toMatchObject({quietUntil: '2026-11-22T06:00:00.000Z', held: 1});
  await fixture.clock.advance(8 * HOUR - SECOND);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
  await fixture.clock.advance(2 * SECOND);
  expect(scene.rang()).toEqual({signal: ['Rain.'], ntfy: []});
  expect(await status(fixture)).not.toHaveProperty('held');
});

test('held messages come as one numbered message, in order, over a restart', async () => {
  await using scene = await openScene({jobs: [jobAt('22:30'), jobAt('23:30')], answers: ['Rain.', 'Snow.']});
  const {fixture} = scene;
  await fixture.clock.advance(10.5 * HOUR);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(HOUR);
  await ranTimes(fixture, 2);
  await using again = await fixture.restart();
  await again.clock.advance(8 * HOUR);
  const digest = [
    '2 messages waited. To answer one, write its number: "2 done".',
    '1. yesterday 22:30, news-22: Rain.',
    '2. yesterday 23:30, news-23: Snow.',
  ].join('\n\n');
  expect(scene.rang().signal).toEqual([digest]);
});

test('a reminder that was set for that time rings; its repeats wait', async () => {
  await using scene = await openScene({});
  const {fixture} = scene;
  await fixture.call('reminder.set', {in: '11h', message: 'pill', user: 'alice', nag: '30m'});
  await fixture.clock.advance(11 * HOUR + SECOND);
  expect(scene.rang().signal).toEqual(['pill']);
  await fixture.clock.advance(7 * HOUR);
  expect(scene.rang().signal).toEqual(['pill']);
  await fixture.clock.advance(HOUR + 2 * SECOND);
  expect(scene.rang().signal).toEqual(['pill', 'pill']);
});

test('a reminder that was set for the night rings then, even late', async () => {
  await using scene = await openScene({});
  const {fixture, signal} = scene;
  await fixture.call('reminder.set', {in: '14h', message: 'take the pill', mode: 'verbatim', user: 'alice'});
  const due = fixture.clock.now() + 14 * HOUR;
  await fixture[Symbol.asyncDispose]();
  fixture.clock.set(due + 10 * MINUTE);
  await using again = await fixture.restart();
  await again.clock.advance(SECOND);
  expect(signal.texts).toEqual(['take the pill']);
});

test('a reminder that is only late in the night waits, and can be answered by its number in the morning', async () => {
  await using scene = await openScene({jobs: [jobAt('23:30')], answers: ['Rain.']});
  const {fixture, signal} = scene;
  const {id} = await fixture.call('reminder.set', {in: '5h', message: 'call Bob', user: 'alice'});
  fixture.clock.set(fixture.clock.now() + 11 * HOUR);
  await using again = await fixture.restart();
  await again.clock.advance(30 * MINUTE);
  await ranTimes(again, 2);
  expect(scene.rang().signal).toEqual([]);
  await again.clock.advance(7.5 * HOUR + SECOND);
  expect(scene.rang().signal).toEqual([
    expect.stringMatching(/^2 messages waited[\s\S]*1\. .*reminder: call Bob[\s\S]*2\. .*Rain\./u),
  ]);
  expect(await again.call('reminder.get', {id})).toMatchObject({state: 'fired'});
  expect(signal.sent).toHaveLength(1);
  await signal.says('alice-uuid', '1 done');
  await again.clock.advance(SECOND);
  expect(await again.call('reminder.get', {id})).toMatchObject({state: 'done'});
  expect(signal.texts.at(-1)).toBe('Done: "call Bob".');
});

test('an urgent job rings in the night', async () => {
  await using scene = await openScene({jobs: [jobAt('23:00', {urgent: true})], answers: ['Fire.']});
  const {fixture} = scene;
  await fixture.clock.advance(11 * HOUR);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(SECOND);
  expect(scene.rang().signal).toEqual(['Fire.']);
});

test('an announcement from before the quiet hours tries no further way in them', async () => {
  await using scene = await openScene({jobs: [jobAt('21:50')], answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(9 * HOUR + 50 * MINUTE);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(8 * HOUR + 10 * MINUTE);
  expect(scene.rang()).toEqual({signal: ['Rain.'], ntfy: []});
  await fixture.clock.advance(2 * HOUR);
  expect(scene.rang()).toEqual({signal: ['Rain.'], ntfy: ['Rain.']});
});

test('quiet for two hours, off again, and a digest on request', async () => {
  await using scene = await openScene({
    alice: {quiet: undefined},
    jobs: [jobAt('12:30'), jobAt('13:30')],
    answers: ['Rain.', 'Snow.'],
  });
  const {fixture} = scene;
  expect(await fixture.call('reach.quiet', {span: '4h'})).toMatchObject({
    name: 'alice',
    quietUntil: isoOf(fixture.clock.now() + 4 * HOUR),
  });
  await fixture.clock.advance(30 * MINUTE);
  await ranTimes(fixture, 1);
  expect(scene.rang().signal).toEqual([]);
  expect(await fixture.call('reach.digest', {})).toEqual({waiting: 1});
  await fixture.clock.advance(SECOND);
  expect(scene.rang().signal).toEqual(['Rain.']);
  await fixture.clock.advance(HOUR - SECOND);
  await ranTimes(fixture, 2);
  expect(scene.rang().signal).toEqual(['Rain.']);
  expect(await fixture.call('reach.quiet', {span: 'off'})).not.toHaveProperty('quietUntil');
  await fixture.clock.advance(SECOND);
  expect(scene.rang().signal).toEqual(['Rain.', 'Snow.']);
  await expect(fixture.call('reach.quiet', {span: 'soonish'})).rejects.toThrow('"soonish" isn\'t a time I understand');
  await expect(fixture.call('reach.quiet', {user: 'carol'})).rejects.toThrow(
    'No person "carol" in the configuration. There are: alice.',
  );
});

test('with a time for the digest, held messages come then', async () => {
  await using scene = await openScene({alice: {digest: '08:30'}, jobs: [jobAt('23:00')], answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(11 * HOUR);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(9 * HOUR);
  expect(scene.rang().signal).toEqual([]);
  await fixture.clock.advance(30 * MINUTE + SECOND);
  expect(scene.rang().signal).toEqual(['Rain.']);
});

test('without an order of ways, held messages come to every address that rings, once', async () => {
  await using scene = await openScene({alice: {reach: undefined}, jobs: [jobAt('23:00')], answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(11 * HOUR);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(9 * HOUR);
  expect(scene.rang()).toEqual({signal: ['Rain.'], ntfy: ['Rain.']});
});

test("an alarm's answer in the conversation of one address waits for that address, and a reply doesn't", async () => {
  const answers = ['The build is green.', 'Good night.'];
  await using scene = await openScene({alice: {conversation: 'each'}, answers});
  const {fixture, signal} = scene;
  const session = 'rooster:dm:signal:alice-uuid';
  await fixture.call('alarm.set', {in: '11h', message: 'Look at the build.', session});
  await fixture.clock.advance(11 * HOUR);
  await ranTimes(fixture, 1);
  await signal.says('alice-uuid', 'good night');
  const ended = () => fixture.events.filter(({type}) => type === 'turn.ended').length;
  await fixture.event('turn.ended', () => ended() === 2);
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: ['Good night.'], ntfy: []});
  await fixture.clock.advance(8 * HOUR);
  expect(scene.rang()).toEqual({signal: ['Good night.', 'The build is green.'], ntfy: []});
});

/** Set in the afternoon, and late: the daemon was down until 23:00. */
const lateAtNight = async (scene: Awaited<ReturnType<typeof openScene>>, reminder: object) => {
  const {fixture} = scene;
  const {id} = await fixture.call('reminder.set', {message: 'pill', user: 'alice', ...reminder});
  fixture.clock.set(fixture.clock.now() + 11 * HOUR);
  return {id, again: await fixture.restart()};
};
const UNORDERED = {reach: undefined, match: ['terminal:default', 'signal:alice-uuid']};

test.each([
  ['with an order of ways', {}],
  ['without an order of ways', UNORDERED],
])('a series that catches up on each occurrence has all of them in the morning, %s', async (_, alice) => {
  await using scene = await openScene({alice});
  const rule = 'FREQ=DAILY;BYHOUR=14,16,18;BYMINUTE=0';
  const {again} = await lateAtNight(scene, {repeat: rule, missed: 'each'});
  await using _again = again;
  await again.clock.advance(8 * HOUR + SECOND);
  expect(scene.rang().signal).toEqual([expect.stringMatching(/^3 messages waited/u)]);
});

test.each([
  ['done', 'reminder.done', {}],
  ['snoozed', 'reminder.snooze', {in: '20h'}],
] as const)(
  "a held reminder that is %s doesn't come in the morning; after an undo it does",
  async (_, method, more) => {
    for (const isUndone of [false, true]) {
      await using scene = await openScene({alice: UNORDERED});
      const {id, again} = await lateAtNight(scene, {in: '9h'});
      await using _again = again;
      await again.clock.advance(SECOND);
      await again.call(method, {id, ...more});
      await again.clock.advance(SECOND);
      if (isUndone) await again.call('reminder.undo', {});
      await again.clock.advance(8 * HOUR);
      expect(scene.rang().signal).toEqual(isUndone ? ['pill'] : []);
    }
  },
);

test.each([
  ['at their end', {}, 8 * HOUR],
  ['at the time of the digest', {digest: '08:00'}, 9 * HOUR],
])('a held reminder comes once %s, and nags from then on', async (_, digest, ms) => {
  await using scene = await openScene({alice: {...UNORDERED, ...digest}});
  const {again} = await lateAtNight(scene, {in: '9h', nag: '15m'});
  await using _again = again;
  await again.clock.advance(ms + MINUTE);
  expect(scene.rang().signal).toEqual(['pill']);
  await again.clock.advance(15 * MINUTE);
  expect(scene.rang().signal).toEqual(['pill', 'pill']);
});

test('an answer to one item of a digest that has not left keeps the others', async () => {
  await using scene = await openScene({jobs: [jobAt('23:30')], answers: ['Rain.']});
  const {signal} = scene;
  const {id, again} = await lateAtNight(scene, {in: '5h'});
  await using _again = again;
  signal.turn('down');
  await again.clock.advance(30 * MINUTE);
  await ranTimes(again, 2);
  await again.clock.advance(7.5 * HOUR + SECOND);
  await again.call('reminder.done', {id});
  await again.clock.advance(SECOND);
  signal.turn('up');
  await again.clock.advance(MINUTE);
  expect(scene.rang().signal).toEqual([expect.stringContaining('Rain.')]);
});

test('what quiet hours hold back is listed with the outbox, and one of it can be released now', async () => {
  await using scene = await openScene({jobs: [jobAt('22:30'), jobAt('23:30')], answers: ['Rain.', 'Snow.']});
  const {fixture} = scene;
  await fixture.clock.advance(10.5 * HOUR);
  await ranTimes(fixture, 1);
  await fixture.clock.advance(HOUR);
  await ranTimes(fixture, 2);
  const {waiting = []} = await fixture.call('outbox.list', {});
  const untilAt = '2026-11-22T06:00:00.000Z';
  expect(waiting).toMatchObject([
    {person: 'alice', text: 'Rain.', untilAt},
    {person: 'alice', text: 'Snow.', untilAt},
  ]);
  expect(await fixture.call('outbox.list', {state: 'dead'})).not.toHaveProperty('waiting');
  const id = String(waiting[1]?.id);
  const {steps} = await fixture.call('why', {id});
  expect(steps.map(({what}) => what)).toContainEqual(
    expect.stringMatching(new RegExp(`^waits .* to send it now: rooster outbox release ${id}$`, 'u')),
  );
  expect(await fixture.call('reach.digest', {id})).toEqual({waiting: 1});
  await fixture.clock.advance(SECOND);
  expect(scene.rang().signal).toEqual(['Snow.']);
  expect((await fixture.call('outbox.list', {})).waiting).toMatchObject([{text: 'Rain.', untilAt}]);
  await expect(fixture.call('reach.digest', {id})).rejects.toThrow(/hold nothing about/u);
});

test('a message that quiet hours hold back says in its trace that it waits, and until when', async () => {
  await using scene = await openScene({alice: UNORDERED});
  const {id, again} = await lateAtNight(scene, {in: '9h'});
  await using _again = again;
  await again.clock.advance(SECOND);
  const {steps} = await again.call('why', {id});
  expect(steps.map(({what}) => what)).toContainEqual(
    expect.stringMatching(/^waits for the end of quiet hours, until /u),
  );
});

test.each([
  ['saturday 8 to 18', '2026-11-28T07:00:00.000Z', '2026-11-28T17:00:00.000Z'],
  ['Samstag 8 bis 18 Uhr', '2026-11-28T07:00:00.000Z', '2026-11-28T17:00:00.000Z'],
  ['tomorrow 22:00 to 7', '2026-11-22T21:00:00.000Z', '2026-11-23T06:00:00.000Z'],
  ['8-18', '2026-11-21T07:00:00.000Z', '2026-11-21T17:00:00.000Z'],
  ['6am to 9am', '2026-11-22T05:00:00.000Z', '2026-11-22T08:00:00.000Z'],
  ['24 dec to 2 jan', '2026-12-23T23:00:00.000Z', '2027-01-02T23:00:00.000Z'],
  ['on friday 20:00 until monday 8', '2026-11-27T19:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ['sunday', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
])('"%s" plans quiet, said back with both ends', async (span, fromAt, untilAt) => {
  await using scene = await openScene({alice: {quiet: undefined}});
  expect(await scene.fixture.call('reach.quiet', {span})).toMatchObject({planned: [{fromAt, untilAt}]});
});

test('in a planned span a result waits for its end, also after a restart, and nothing waits before', async () => {
  const home = tempDir();
  const idle = {heartbeat: {enabled: false}, reflection: {enabled: false}};
  const jobs = [jobAt('14:00'), jobAt('16:00')];
  const config = {users: [{...ALICE, quiet: undefined, reach: ['signal']}], cron: jobs, ...idle};
  const signal = fakeChannel('signal');
  const {models} = scriptedModel(['Sun.', 'Rain.']);
  const open = (clock?: TestDaemon['clock']) =>
    openTestDaemon({home: home.path, config, channels: [signal], models, ...(clock && {clock})});
  const first = await open();
  await jobsTold(first, first.clock);
  await first.call('reach.quiet', {from: 'today 15:00', until: '18'});
  await first.clock.advance(2 * HOUR + MINUTE);
  await ranTimes(first, 1);
  await first.clock.advance(MINUTE);
  expect(signal.texts).toEqual(['Sun.']);
  const {clock} = first;
  await first[Symbol.asyncDispose]();
  await using second = await open(clock);
  await clock.advance(2 * HOUR + MINUTE);
  await ranTimes(second, 1);
  await clock.advance(HOUR);
  expect(signal.texts).toEqual(['Sun.']);
  await clock.advance(2 * HOUR);
  expect(signal.texts).toEqual(['Sun.', 'Rain.']);
  expect(await status(second)).not.toHaveProperty('planned');
  home[Symbol.dispose]();
});

test('planned spans are listed, join where they meet the hours of every day, and are removed by their number', async () => {
  await using scene = await openScene({});
  const {call} = scene.fixture;
  await call('reach.quiet', {span: 'monday 20:00 to 23:00'});
  const {planned} = await call('reach.quiet', {span: 'saturday 8 to 18'});
  expect(planned?.map(({fromAt}) => fromAt)).toEqual(['2026-11-23T19:00:00.000Z', '2026-11-28T07:00:00.000Z']);
  await scene.fixture.clock.advance(2 * 24 * HOUR + 9 * HOUR);
  expect(await call('reach.quiet', {})).toMatchObject({quietUntil: '2026-11-24T06:00:00.000Z'});
  expect((await call('reach.quiet', {span: 'off 2'})).planned).toHaveLength(1);
  await expect(call('reach.quiet', {span: 'off 7'})).rejects.toThrow('No planned quiet has the number 7.');
  expect((await call('reach.quiet', {span: 'off all'})).planned).toBeUndefined();
  await expect(call('reach.quiet', {span: 'off all'})).rejects.toThrow('No quiet is planned.');
});

test('words that are no span, and a span that has ended, are refused; one end alone too', async () => {
  await using scene = await openScene({alice: {quiet: undefined}});
  const {call} = scene.fixture;
  await expect(call('reach.quiet', {span: 'soonish to later'})).rejects.toThrow('"soonish to later" isn\'t a time');
  await expect(call('reach.quiet', {from: 'saturday 8'})).rejects.toThrow("'from' and 'until' belong together");
  await expect(call('reach.quiet', {from: 'nonsense', until: '9'})).rejects.toThrow("isn't a span I understand");
});

test.each([
  'Ruhe samstag 8 bis 18 Uhr',
  'Samstag 8 bis 18 Uhr Ruhe',
  'am Samstag 8 Uhr bis 18 Uhr Ruhe',
  'saturday 8 to 18 quiet',
])('on the phone "%s" needs no slash, and the list says how to remove it', async said => {
  await using scene = await openScene({alice: {quiet: undefined}});
  await scene.signal.says('alice-uuid', said);
  await scene.fixture.clock.advance(SECOND);
  expect(scene.signal.texts.at(-1)).toBe(
    'Nothing is held back.\nPlanned (/quiet off 1 removes the first):\n1. Sat 28 Nov 08:00 CET to Sat 28 Nov 18:00 CET',
  );
  await scene.signal.says('alice-uuid', 'quiet off 1');
  await scene.fixture.clock.advance(SECOND);
  expect(scene.signal.texts.at(-1)).toBe('Nothing is held back.');
});
