// One more language is one folder and one line in a list (CONTRIBUTING.md). Here the list is made by hand.
import {expect, test} from 'vitest';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {DUTCH} from '../../../support/languages/dutch.ts';
import {BERLIN, NOON, startOfflineConversation} from '../../../support/offline-conversation.ts';

const languages = [...LANGUAGES, DUTCH];

test('a third language is read, said back and answered without a change elsewhere', async () => {
  const talk = startOfflineConversation({languages});
  expect((await talk.say('herinner me elke dag om 9 uur aan de pillen')).reply).toBe(
    'Ik herinner je elke dag om 09:00 CET, at the terminal: de pillen.\nVolgende: tomorrow 09:00, Mon 23 Nov 09:00, Tue 24 Nov 09:00.',
  );
  expect(talk.kept()[0]).toMatchObject({message: 'de pillen', repeat: {rule: 'FREQ=DAILY'}});
});

test('its commands work, and the locale chooses it where the text shows no language', async () => {
  const talk = startOfflineConversation({languages, locale: 'nl-NL'});
  expect((await talk.say('toon mijn herinneringen')).reply).toBe('Je hebt geen herinneringen.');
});

test('its own words are read beside those of the other languages', async () => {
  const talk = startOfflineConversation({languages});
  await talk.given(['tomorrow at 9', 'bel Bob'], ['at 18:00', 'thee']);
  expect((await talk.say('schrap thee')).calls).toMatchObject([{action: 'list'}, {action: 'cancel', id: 'rem_2'}]);
  await talk.given(['at 19:00', 'eten']);
  await talk.say('cancel all');
  expect((await talk.say('jazeker')).calls).toMatchObject([{action: 'list'}, {action: 'cancel'}, {action: 'cancel'}]);
});

test('the other languages are read as before beside it, and without it its words are no time', () => {
  const context = {now: NOON, zone: BERLIN};
  for (const [text, language] of [
    ['remind me tomorrow at 9 to call Bob', 'en'],
    ['erinnere mich morgen um 9 Uhr an Bob', 'de'],
    ['herinner me morgen om 9 uur aan Bob', 'nl'],
  ] as const)
    expect(readSentence(text, {...context, languages})).toMatchObject({
      language,
      fireAt: Date.parse('2026-11-22T08:00:00Z'),
    });
  expect(readSentence('elke dag om 9 uur', context)).toMatchObject({kind: 'nothing'});
});
