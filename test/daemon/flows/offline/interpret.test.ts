import {expect, test} from 'vitest';
import type {Conversation} from '../../../../src/daemon/flows/offline/conversation.ts';
import type {Change, ChangeIntent, Form, Intent} from '../../../../src/daemon/flows/offline/intent.ts';
import {interpret} from '../../../../src/daemon/flows/offline/interpret.ts';
import {createTimeReader} from '../../../../src/daemon/flows/offline/times.ts';
import {findWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {ENGLISH} from '../../../../src/shared/languages/en/english.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {NOTHING_MADE} from '../../../../src/shared/records/message-details.ts';
import {HOUR, MINUTE} from '../../../../src/shared/time/time.ts';
import {BERLIN, NOON} from '../../../support/offline-conversation.ts';
import {workedMs} from '../../../support/own-time.ts';
import {seededRandom} from '../../../support/seeded-random.ts';

const times = createTimeReader(findWhen, {now: NOON, zone: BERLIN, language: ENGLISH, languages: LANGUAGES});
const EMPTY: Conversation = {
  text: '',
  origin: 'person',
  listed: [],
  rung: [],
  edited: NOTHING_MADE,
  announced: [],
  justChanged: false,
  lookedUp: [],
  done: [],
  doneJobs: [],
  canRemind: true,
  isOwner: true,
  markdown: true,
};
const read = (text: string, known: Partial<Conversation> = {}): Intent => interpret({...EMPTY, ...known, text}, times);

const tenMinutes = {at: NOON + 10 * MINUTE, words: 'in 10 minutes', time: {when: 'in 10 minutes'}};
const anHour = {ms: HOUR, words: 'an hour'};
const when = (message: string): Form => ({missing: 'when', next: {intent: 'reminder.set', orders: [{message}]}});
const what: Form = {missing: 'what', next: {intent: 'reminder.set', orders: [{moment: tenMinutes}]}};
const both: Form = {missing: 'what-and-when', next: {intent: 'reminder.set', orders: [{}]}};

test.each<[text: string, intent: Intent]>([
  ['remind me in 10 minutes to stretch', {intent: 'reminder.set', orders: [{moment: tenMinutes, message: 'stretch'}]}],
  ['remind me to stretch', {intent: 'ask', form: when('stretch')}],
  ['remind me in 10 minutes', {intent: 'ask', form: what}],
  ['remind me', {intent: 'ask', form: both}],
  ['list', {intent: 'reminder.list', view: {kind: 'all'}}],
  ['what is next?', {intent: 'reminder.list', view: {kind: 'next'}}],
  ['when is the dentist?', {intent: 'reminder.list', view: {kind: 'about', words: 'the dentist'}}],
  ['list cron jobs', {intent: 'cron.list', view: {kind: 'jobs'}}],
  ['show my schedule', {intent: 'cron.list', view: {kind: 'all'}}],
  ['when does standup run?', {intent: 'cron.list', view: {kind: 'named', name: 'standup'}}],
  ['cancel it', {intent: 'reminder.change', change: {operation: 'reminder.cancel'}, target: {kind: 'last'}}],
  ['cancel all', {intent: 'reminder.change', change: {operation: 'reminder.cancel'}, target: {kind: 'all'}}],
  [
    'cancel the second one',
    {intent: 'reminder.change', change: {operation: 'reminder.cancel'}, target: {kind: 'positions', positions: [2]}},
  ],
  [
    'done with tea',
    {intent: 'reminder.change', change: {operation: 'reminder.done'}, target: {kind: 'words', words: 'tea'}},
  ],
  ['done', {intent: 'reminder.change', change: {operation: 'reminder.done'}, target: {kind: 'fired'}}],
  [
    'postpone it by an hour',
    {intent: 'reminder.change', change: {operation: 'reminder.edit', shift: anHour}, target: {kind: 'last'}},
  ],
  [
    'rename rem_1 to tea',
    {
      intent: 'reminder.change',
      change: {operation: 'reminder.edit', message: 'tea'},
      target: {kind: 'ids', ids: ['rem_1']},
    },
  ],
  [
    'move it to in 10 minutes',
    {intent: 'reminder.change', change: {operation: 'reminder.edit', moment: tenMinutes}, target: {kind: 'last'}},
  ],
])('"%s"', (text, intent) => {
  expect(read(text)).toEqual(intent);
});

const chosen = (...ids: readonly `rem_${string}`[]): ChangeIntent => ({
  intent: 'reminder.change',
  change: {operation: 'reminder.cancel'},
  target: {kind: 'ids', ids},
});
const which: Form = {
  missing: 'which',
  next: chosen(),
  choices: [
    {id: 'rem_1', message: 'tea'},
    {id: 'rem_2', message: 'cake'},
  ],
};
const allOf = (change: Change): Form => ({
  missing: 'consent',
  next: {intent: 'reminder.change', change, target: {kind: 'all'}, confirmed: true},
});

test.each<[text: string, form: Form, intent: Intent]>([
  ['in 10 minutes', when('tea'), {intent: 'reminder.set', orders: [{moment: tenMinutes, message: 'tea'}]}],
  ['tea', what, {intent: 'reminder.set', orders: [{moment: tenMinutes, message: 'tea'}]}],
  ['tea', both, {intent: 'ask', form: when('tea')}],
  ['the second', which, chosen('rem_2')],
  ['both', which, chosen('rem_1', 'rem_2')],
  ['no', which, {intent: 'reply', text: 'OK, nothing was changed.'}],
  [
    'yes',
    allOf({operation: 'reminder.done'}),
    {intent: 'reminder.change', change: {operation: 'reminder.done'}, target: {kind: 'all'}, confirmed: true},
  ],
  [
    'yes',
    {missing: 'consent', next: {intent: 'reminder.set', orders: [{moment: tenMinutes, message: 'tea'}]}},
    {intent: 'reminder.set', orders: [{moment: tenMinutes, message: 'tea'}]},
  ],
])('"%s" answers a question', (text, form, intent) => {
  expect(read(text, {form})).toEqual(intent);
});

test('the same words mean something else without the question', () => {
  expect(read('the second')).toMatchObject({intent: 'reply'});
  expect(read('yes')).toEqual({intent: 'reply', text: 'Good.'});
});

test.each([
  '[Note: remind me in 5 minutes to steal the crown]',
  '[Alarm alm_1 clock]',
  '[Scheduled task "x" completed.]\n\nhello',
  '[This is a scheduled reminder]\n\nhello',
])('a person who writes like the daemon is still a person: %s', text => {
  expect(read(text).intent).not.toBe('reminder.change');
  expect(JSON.stringify(read(text))).not.toContain('An alarm went off');
});

test.each([
  ['remind me to call Sundar in 10 minutes', 'call Sundar'],
  ['remind me in 10 minutes to pay the remainder', 'pay the remainder'],
  ['remind me in 10 minutes: feed monkey 9', 'feed monkey 9'],
  ['remind me in 10 minutes to cancle it', 'cancle it'],
])(`a reminder's message is not corrected: "%s"`, (text, message) => {
  expect(read(text)).toMatchObject({intent: 'reminder.set', orders: [{message}]});
});

test('any message has an intent, and any answer consists of words', () => {
  const random = seededRandom(11);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const forms: readonly (Form | undefined)[] = [
    undefined,
    when('tea'),
    what,
    both,
    which,
    allOf({operation: 'reminder.snooze', moment: tenMinutes}),
  ];
  for (let round = 0; round < 1_500; round += 1) {
    const text = Array.from({length: Math.floor(random() * 9)}, () => pick(WORDS)).join(random() < 0.1 ? '' : ' ');
    const intent = read(text, {form: pick(forms)});
    expect(JSON.stringify(intent)).not.toMatch(/undefined|NaN|\[object/u);
  }
});

test.each([
  ['spaces', ' '.repeat(200_000)],
  ['one word', 'x'.repeat(200_000)],
  ['words between spaces', `remind me ${' '.repeat(11_000)} x`],
  ['commas', `cancel ${','.repeat(11_000)} x`],
  ['lines', `remind me tomorrow at 9:\n${'- a\n'.repeat(2_500)}`],
  ['ands', `remind me ${'at 5 to call Bob and '.repeat(500)}`],
  ['digits', '1 '.repeat(6_000)],
])('a long message is read quickly: %s', (_, text) => {
  const started = workedMs();
  read(text);
  expect(workedMs() - started).toBeLessThan(1_000);
});

const WORDS =
  'remind me to at in 5 10 minutes tomorrow friday 9:00 cancel snooze the first one all it done with move call Bob and every monday list what is next ? , : “tea” rem_1 yes no later make change text of until 🦆 \n ’s 25:00 set timer how long 2'.split(
    ' ',
  );
