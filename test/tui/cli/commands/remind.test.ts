// `rooster remind` at a terminal and without one. The daemon's readings are given.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../rooster.ts';

const ASK = {
  question: 'Which time do you mean?',
  choices: [
    {label: 'tomorrow 06:45', when: '2026-11-22T05:45:00.000Z'},
    {label: 'tomorrow 18:45', when: '2026-11-22T17:45:00.000Z'},
  ],
};
const MORNING = {fireAt: '2026-11-22T05:45:00.000Z', next: ['2026-11-22T05:45:00.000Z'], zone: 'Europe/Berlin'};
const SERIES = {
  ...MORNING,
  next: ['2026-11-22T05:45:00.000Z', '2026-11-23T05:45:00.000Z', '2026-11-24T05:45:00.000Z'],
  repeat: {rule: 'FREQ=DAILY', words: 'every day at 06:45', zone: 'Europe/Berlin', start: '2026-11-22T06:45:00'},
};

const answering = (preview: (when: string) => object) => {
  const set: Record<string, unknown>[] = [];
  const answers = {
    'reminder.preview': ({when = ''}) => preview(when),
    'reminder.set': (params: Record<string, unknown>) => {
      set.push(params);
      return {...MORNING, id: 'rem_1', message: params['message'], delivery: ['terminal:default'], mode: 'verbatim'};
    },
  } as unknown as TestWorldOptions['answers'] & object;
  return {set, answers};
};
const ambiguous = (when: string): object => ({...MORNING, when, text: when.includes('tea') ? 'tea' : '', ask: ASK});
const TERMINAL = {columns: 100};

test.each([
  ['\n', '2026-11-22T05:45:00.000Z'],
  ['1\n', '2026-11-22T05:45:00.000Z'],
  ['2\n', '2026-11-22T17:45:00.000Z'],
])('an ambiguous time is asked about, and %j is %s', async (typed, when) => {
  const {set, answers} = answering(ambiguous);
  const {out, code} = await rooster(['remind', 'tomorrow 6:45', 'tea'], {answers, typed, terminal: TERMINAL});
  expect(out()).toContain('Which time do you mean?\n  1. tomorrow 06:45\n  2. tomorrow 18:45\n');
  expect(set).toEqual([{mode: 'verbatim', when, message: 'tea'}]);
  expect(code).toBe(0);
});

test.each(['n\n', 'no\n', '3\nn\n', 'abends\nno\n'])('nothing is set for %j', async typed => {
  const {set, answers} = answering(ambiguous);
  const {out, code} = await rooster(['remind', 'tomorrow 6:45', 'tea'], {answers, typed, terminal: TERMINAL});
  expect(set).toEqual([]);
  expect(out()).toContain('Nothing was set.');
  expect(code).toBe(1);
});

test('a wrong answer to the time question is asked again', async () => {
  const {set, answers} = answering(ambiguous);
  const words = ['remind', 'tomorrow 6:45', 'tea'];
  const {out} = await rooster(words, {answers, typed: 'abends\n2\n', terminal: TERMINAL});
  expect(out()).toContain('Type a number from 1 to 2, or n for none.');
  expect(set).toEqual([{mode: 'verbatim', when: '2026-11-22T17:45:00.000Z', message: 'tea'}]);
});

test.each([[['remind', 'tomorrow', '9']], [['remind', 'tomorrow 9', '7']], [['remind', 'every day at 9 7']]])(
  'a number alone is no text: %j',
  async words => {
    const {set, answers} = answering(() => ({...SERIES, when: 'every day at 9', text: '7'}));
    const understand = {'reminder.understand': () => ({at: MORNING.fireAt, zone: 'UTC', understood: ''})};
    const run = rooster(words, {answers: {...answers, ...understand}});
    await expect(run).rejects.toThrow('has no text. Write the time, then the text');
    expect(set).toEqual([]);
  },
);

test('a long confirmation is wrapped between words', async () => {
  const {answers} = answering(() => ({...MORNING, when: '6:45', text: ''}));
  const words = ['remind', '6:45', 'tea', '--yes'];
  const {out} = await rooster(words, {answers, terminal: {columns: 60}});
  expect(out()).toMatch(
    /^Reminder rem_1 is set for tomorrow 06:45 CET\n\(Europe\/Berlin\), in 18 hours 45 minutes: tea\n/u,
  );
});

test('a series is said back with its next three dates before it is set', async () => {
  const series = (when: string): object => ({
    ...SERIES,
    when: 'every day at 6:45',
    text: when.endsWith('pills') ? 'pills' : '',
  });
  const words = ['remind', 'every', 'day', 'at', '06:45', 'pills'];
  const yes = answering(series);
  const {out} = await rooster(words, {answers: yes.answers, typed: '\n', terminal: TERMINAL});
  expect(out()).toContain('Next: tomorrow 06:45 CET, Mon 23 Nov 06:45 CET, Tue 24 Nov 06:45 CET.');
  expect(yes.set).toEqual([{mode: 'verbatim', when: 'every day at 6:45', message: 'pills'}]);
  const no = answering(series);
  await rooster(words, {answers: no.answers, typed: 'n\n', terminal: TERMINAL});
  expect(no.set).toEqual([]);
});

test.each([
  ['without a terminal', {}, ['remind', 'tomorrow 6:45', 'tea']],
  ['with --yes', {typed: '', terminal: TERMINAL}, ['remind', 'tomorrow 6:45', 'tea', '--yes']],
])('%s nobody is asked', async (_, world, words) => {
  const {set, answers} = answering(ambiguous);
  const {code, daemon} = await rooster(words, {answers, ...world});
  expect(code).toBe(0);
  expect(daemon.dials).toBe(1);
  expect(set).toEqual([{mode: 'verbatim', when: 'tomorrow 6:45', message: 'tea'}]);
});

test('the words that the daemon reads as a time are WHEN, and the rest is the text', async () => {
  const {set, answers} = answering(when => {
    if (!/^20 minutes\b/u.test(when)) throw new GatewayError('invalid', 'no time', {fault: 'no-time'});
    return {...MORNING, when: '20 minutes', text: when.replace(/^20 minutes ?/u, '')};
  });
  await rooster(['remind', '20', 'minutes', 'green', 'tea'], {answers, typed: 'y\n', terminal: TERMINAL});
  expect(set).toEqual([{mode: 'verbatim', when: '20 minutes', message: 'green tea'}]);
});

test.each([
  ['y\n', 1],
  ['\n', 0],
])('a snooze that comes before the reminder is asked about, and %j moves it %d times', async (typed, times) => {
  const pending = {...MORNING, id: 'rem_1', message: 'tea', state: 'pending', delivery: [], mode: 'verbatim'};
  let moved = 0;
  const answers = {
    'reminder.list': () => ({reminders: [pending]}),
    'reminder.get': () => pending,
    'reminder.understand': () => ({at: '2026-11-21T16:00:00.000Z', zone: 'Europe/Berlin', understood: ''}),
    'reminder.snooze': () => {
      moved += 1;
      return {...pending, fireAt: '2026-11-21T16:00:00.000Z'};
    },
  } as unknown as TestWorldOptions['answers'] & object;
  const words = ['reminders', 'snooze', 'rem_1', '17:00'];
  const run = rooster(words, {answers, typed, terminal: TERMINAL});
  if (times === 0) await expect(run).rejects.toThrow('Nothing was changed.');
  else expect((await run).out()).toContain('(sooner than before)');
  expect(moved).toBe(times);
});

test.each([
  ['snooze', ['reminders', 'snooze', 'rem_1', '6:45']],
  ['edit', ['reminders', 'edit', 'rem_1', '--when', '6:45']],
])('an ambiguous time of %s is asked about, and nobody is asked without a terminal', async (verb, words) => {
  const pending = {
    ...MORNING,
    fireAt: '2026-11-21T16:00:00.000Z',
    id: 'rem_1',
    message: 'tea',
    state: 'pending',
    delivery: [],
  };
  const changed: unknown[] = [];
  const change = ({when}: {when?: string}) => {
    changed.push(when);
    return pending;
  };
  const answers = {
    'reminder.list': () => ({reminders: [pending]}),
    'reminder.get': () => pending,
    'reminder.preview': ({when = ''}) => ambiguous(when),
    'reminder.understand': () => ({at: '2026-11-22T17:45:00.000Z', zone: 'Europe/Berlin', understood: ''}),
    [`reminder.${verb}`]: change,
  } as unknown as TestWorldOptions['answers'] & object;
  expect((await rooster(words, {answers, typed: '2\n', terminal: TERMINAL})).out()).toContain('1. tomorrow 06:45');
  await expect(rooster(words, {answers, typed: 'n\n', terminal: TERMINAL})).rejects.toThrow('Nothing was changed.');
  await rooster(words, {answers});
  expect(changed).toEqual(['2026-11-22T17:45:00.000Z', '6:45']);
});

const GERMAN = {...MORNING, when: 'morgen um 6:45', text: 'tee', language: 'de', note: 'ohne Uhrzeit, daher 06:45'};

test('a German sentence is answered in German, before it is set and after', async () => {
  const {set, answers} = answering(() => GERMAN);
  const {out} = await rooster(['remind', 'morgen um 6:45 tee'], {answers, typed: 'j\n', terminal: TERMINAL});
  expect(out()).toContain('morgen um 06:45 CET (ohne Uhrzeit, daher 06:45)\nText: tee\n');
  expect(out()).toContain(
    'Erinnerung rem_1 ist gesetzt, morgen um 06:45 CET (ohne Uhrzeit, daher 06:45): tee\nDu bekommst sie Wort für Wort im Terminal.',
  );
  expect(set).toEqual([{mode: 'verbatim', when: 'morgen um 6:45', message: 'tee'}]);
});

test('a German no sets nothing, and says so in German', async () => {
  const {set, answers} = answering(() => GERMAN);
  const {out} = await rooster(['remind', 'morgen um 6:45 tee'], {answers, typed: 'nein\n', terminal: TERMINAL});
  expect(out()).toContain('Nichts gesetzt.');
  expect(set).toEqual([]);
});

test('a question about a German time is asked in German', async () => {
  const {answers} = answering(() => ({...GERMAN, ask: {...ASK, question: 'Welche Zeit meinst du?'}}));
  const {out} = await rooster(['remind', 'morgen um 6:45 tee'], {answers, typed: 'x\n2\n', terminal: TERMINAL});
  expect(out()).toContain('Welche Zeit meinst du?\n  1. tomorrow 06:45\n  2. tomorrow 18:45\n');
  expect(out()).toContain('Tippe eine Zahl von 1 bis 2, oder n für keine.');
});

test('options name an event instead of a time, and the answer says what it waits for', async () => {
  const {set, answers} = answering(() => ({}));
  const on = {kind: 'message', from: 'alice', words: 'launch'};
  const world = {
    answers: {
      ...answers,
      'reminder.set': (params: Record<string, unknown>) => {
        set.push(params);
        const shared = {...MORNING, id: 'rem_1', message: params['message'], delivery: ['terminal:default']};
        return {...shared, mode: 'verbatim', state: 'pending', on, once: params['once'] === true ? true : undefined};
      },
    } as unknown as TestWorldOptions['answers'] & object,
  };
  const words = ['--when-from', 'alice', '--when-words', 'launch', '--each-time', 'call', 'her'];
  const each = await rooster(['remind', ...words], world);
  expect(set).toMatchObject([{message: 'call her', on, once: false}]);
  expect(each.out().replaceAll('\n', ' ')).toContain('is set: call her, every time alice mentions "launch"');
  expect(each.out().replaceAll('\n', ' ')).toContain('At most every 10 minutes');
  const job = await rooster(['remind', '--when-job', 'backup', '--status', 'failed', 'look'], world);
  expect(set[1]).toMatchObject({message: 'look', on: {kind: 'run', name: 'backup', status: 'failed'}, once: true});
  expect(job.code).toBe(0);
  for (const wrong of [['--each-time'], ['--status', 'failed'], ['--when-job', 'backup', '--when-from', 'alice']])
    await expect(rooster(['remind', ...wrong, 'tomorrow', 'tea'], world)).rejects.toThrow(
      /belongs to|give one of them/u,
    );
});
