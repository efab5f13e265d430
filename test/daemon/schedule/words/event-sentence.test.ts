// Sentences about an event instead of a time, in both languages.
import {expect, test} from 'vitest';
import {readEvent} from '../../../../src/daemon/schedule/words/index.ts';

const alice = {kind: 'message', from: 'alice'};
const launch = {kind: 'message', words: 'launch'};
const backup = {kind: 'run', name: 'backup-job', status: 'failed'};

test.each([
  ['remind me when alice writes', alice, true, ''],
  ['remind me to call her back when alice writes', alice, true, 'call her back'],
  ['when alice writes: call her back at 5', alice, true, 'call her back at 5'],
  ['When alice writes me, remind me to call her back please.', alice, true, 'call her back'],
  ['every time alice writes, remind me to answer', alice, false, 'answer'],
  ['let me know whenever alice replies', alice, false, ''],
  ['tell me when somebody mentions the launch', launch, true, ''],
  ['when anyone mentions the launch, remind me to look at it', launch, true, 'look at it'],
  ['tell me when alice mentions "launch date"', {...alice, words: '"launch date"'}, true, ''],
  ['when backup-job fails remind me to look', backup, true, 'look'],
  ['ping me when the backup job fails', {...backup, name: 'backup'}, true, ''],
  ['remind me when job backup ends', {kind: 'run', name: 'backup'}, true, ''],
  ['erinnere mich, wenn alice schreibt', {...alice, language: 'de'}, true, ''],
  ['erinnere mich daran, sie anzurufen, wenn alice schreibt', {...alice, language: 'de'}, true, 'sie anzurufen'],
  ['sag mir Bescheid, sobald jemand den Launch erwähnt', {...launch, words: 'Launch', language: 'de'}, true, ''],
  ['wenn backup-job fehlschlägt: nachsehen', {...backup, language: 'de'}, true, 'nachsehen'],
  ['jedes Mal wenn alice schreibt, erinnere mich zu antworten', {...alice, language: 'de'}, false, 'zu antworten'],
  ['sobald alice über die Rechnung schreibt: zahlen', {...alice, words: 'Rechnung', language: 'de'}, true, 'zahlen'],
])('%s', (sentence, on, once, text) => {
  expect(readEvent(sentence)).toMatchObject({on, once, text, isAsked: true});
});

test.each([
  'when I write to alice I forget the greeting',
  'remind me when I get home',
  'remind me when dinner is done',
  'call alice tomorrow when she writes',
  'when does alice write?',
  'alice writes a lot',
  'wenn ich schreibe, erinnere mich an die Anrede',
])('not an event that Rooster knows: %s', sentence => {
  expect(readEvent(sentence)?.isAsked ?? false).toBe(false);
});
