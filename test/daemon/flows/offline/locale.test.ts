// Answers are in the language of the text; where it shows none, in that of the person.
import {expect, test} from 'vitest';
import type {CronJob} from '../../../../src/shared/records/jobs/cron-job.ts';
import {NOON, startOfflineConversation} from '../../../support/offline-conversation.ts';

const JOB = {
  name: 'standup',
  cron: '0 9 * * *',
  zone: 'Europe/Berlin',
  message: 'x',
  enabled: true,
  paused: false,
  nextAt: NOON + 19 * 3_600_000,
  origin: 'cron/standup.md',
} as CronJob;

test.each([
  ['jobs', '- Morgen um 09:00 CET: standup (Job, 0 9 * * * in Europe/Berlin)'],
  ['zeig mir meine Jobs', '- Morgen um 09:00 CET: standup (Job, 0 9 * * * in Europe/Berlin)'],
  ['wann läuft standup?', 'standup läuft als Nächstes morgen um 09:00 CET.'],
  ['wann läuft backup?', 'Es gibt keinen Job "backup". Deine Jobs: standup.'],
  ['pausiere den Job standup', 'standup ist pausiert und läuft erst wieder, wenn du ihn fortsetzt.'],
  ['wie spät ist es?', 'Es ist 14:00 CET, Samstag, 21. Nov.'],
  ['welcher Tag ist heute?', 'Heute ist Samstag, 21. Nov 2026.'],
  ['wie viele Tage noch bis Weihnachten?', '34 Tage bis Freitag, 25. Dez 2026.'],
  ['wie lange noch bis morgen um 9?', 'Noch 19 Stunden bis morgen um 09:00 CET.'],
  ['erinnere mich vor 12 Uhr an Bob', '"vor 12 Uhr" ist keine genaue Zeit. Nenne eine, zum Beispiel "um 9".'],
  ['am 31. Februar Party', '"am 31. Februar" gibt es nicht im Kalender oder auf der Uhr.'],
  ['dreimal täglich Antibiotikum', 'Sag auch die Uhrzeiten: "jeden Tag um 8 und 20 Uhr".'],
  ['vor 18 Uhr Milch kaufen', '"vor 18 Uhr" ist keine genaue Zeit. Nenne eine, zum Beispiel "um 9".'],
  ['alle paar Tage gießen', '"alle paar Tage" sagt nicht, wie viele.'],
  ['bei Sonnenuntergang Rollläden runter', 'Sonnenaufgang und Sonnenuntergang brauchen einen Ort'],
  ['Freitag den 14. November 2026 Party', 'Der 14. November 2026 ist ein Samstag.'],
  ['blub blub', 'Das habe ich nicht verstanden. Ohne Modell kann ich erinnern'],
  ['hello', 'Hallo! Probier "erinnere mich'],
  ['hallo!', 'Hallo! Probier "erinnere mich'],
  ['Guten Morgen Rooster', 'Guten Morgen! Probier'],
  ["wie geht's?", 'Ich bin wach und achte auf die Zeit.'],
  ['vielen Dank!', 'Gern geschehen.'],
  ['wer bist du?', 'Ich bin der Offline-Assistent von Rooster.'],
  ['bist du da?', 'Ich bin da.'],
  ['tschüss', 'Bis bald!'],
  ['ok', 'Gut.'],
  ['sprichst du Deutsch?', 'Ich verstehe Deutsch und Englisch.'],
  ['wie kopple ich Signal?', 'Um mich auf Signal zu erreichen, verbinde dein Telefon:'],
  ['remind me tomorrow at 9 to run', 'I will remind you tomorrow at 09:00 CET'],
])('with a German locale "%s" is answered with "%s"', async (said, reply) => {
  const talk = startOfflineConversation({locale: 'de-DE', jobs: [JOB]});
  expect((await talk.say(said)).reply).toContain(reply);
});

test.each([
  ['am 31. Februar Party', 'gibt es nicht im Kalender'],
  ['alle paar Tage gießen', 'sagt nicht, wie viele'],
])('"%s" is refused in its language whatever the locale', async (said, reply) => {
  expect((await startOfflineConversation().say(said)).reply).toContain(reply);
});

test('a German question is answered in German whatever the locale, and an English one without it in English', async () => {
  const talk = startOfflineConversation({jobs: [JOB]});
  expect((await talk.say('wie spät ist es?')).reply).toContain('Es ist 14:00');
  expect((await talk.say('jobs')).reply).toContain('Tomorrow at 09:00 CET: standup (job,');
});

test('what a German command is about and is not found is named in German', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'tea'], ['tomorrow 10:00', 'bread']);
  expect((await talk.say('lösche den Zahnarzt')).reply).toBe(
    'Ich finde keine Erinnerung wie "Zahnarzt". Diese stehen an:\n1. morgen 09:00: tea\n2. morgen 10:00: bread',
  );
});

test('an English command after a German list is answered in English', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'tea'], ['tomorrow 10:00', 'bread']);
  expect((await talk.say('was steht an?')).reply).toContain('Du hast 2 Erinnerungen');
  expect((await talk.say('snooze tea 1 hour')).reply).toMatch(/^Snoozed|^I will remind you/u);
});

test('a change that fails gives its reason in the language of the question', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'Tee']);
  expect((await talk.say('überspringe Tee')).reply).toBe(
    'Das ging nicht: Diese Erinnerung wiederholt sich nicht. Lösche sie stattdessen.',
  );
  expect((await talk.say('skip Tee')).reply).toContain("it doesn't repeat. Cancel it instead.");
  expect((await startOfflineConversation().say('rückgängig machen')).reply).toBe(
    'Aus den letzten 10 Minuten gibt es nichts rückgängig zu machen.',
  );
});

test.each([
  ['help', 'en'],
  ['hilfe', 'de'],
])('every example in the answer to "%s" is understood', async (question, locale) => {
  const {reply} = await startOfflineConversation({locale}).say(question);
  const examples = [...reply.matchAll(/"([^"\n]+)"/gu)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) {
    const talk = startOfflineConversation({locale});
    await talk.given(
      ['tomorrow 8:00', 'tea'],
      ['tomorrow 10:00', 'the dentist'],
      ['tomorrow 11:00', 'Zahnarzt'],
      ['tomorrow 12:00', 'Tee'],
    );
    const answer = await talk.say(example);
    expect([example, answer.calls.length]).toEqual([example, expect.toSatisfy(count => Number(count) > 0)]);
  }
});

test.each([
  ['was steht morgen an?', 'Morgen:\n1. morgen 10:00: den Zahnarzt'],
  ['was kommt diese Woche?', 'Diese Woche:\n1. morgen 10:00: den Zahnarzt'],
  ['was steht am Freitag an?', 'Du hast am Fr 27. Nov keine Erinnerung.'],
  ['was steht nächste Woche an?', 'Du hast nächste Woche keine Erinnerung.'],
  ['wann ist der Zahnarzt?', 'Morgen um 10:00 CET, in 20 Stunden: den Zahnarzt.'],
  ['wie spät ist es in Tokio?', 'In Tokyo ist es 22:00'],
  ['what do I have on sunday?', 'On Sunday:\n1. tomorrow 10:00: den Zahnarzt'],
])('"%s" is answered in one language', async (text, reply) => {
  const talk = startOfflineConversation();
  await talk.say('erinnere mich morgen um 10 an den Zahnarzt');
  expect((await talk.say(text)).reply).toContain(reply);
});

test('an English command while a German question is open is answered in English', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea'], ['16:00', 'coffee']);
  await talk.say('erinnere mich um 8 an die Pillen');
  expect((await talk.say('delete all reminders')).reply).toContain('Cancel all 2?');
});

test.each([
  ['erinnere mich morgen früh an die Pillen', 'ohne Uhrzeit für den Morgen, daher 09:00'],
  ['erinnere mich heute Abend an die Pillen', 'ohne Uhrzeit für den Abend, daher 18:00'],
  ['erinnere mich am Samstag an die Pillen', 'ohne Uhrzeit, daher 09:00'],
  ['erinnere mich Montag um 3 an die Pillen', '3 gilt als 15:00'],
  ['erinnere mich morgen um 9 Uhr Londoner Zeit an die Pillen', '09:00 Londoner Zeit, UTC'],
  ['erinnere mich jeden Abend an die Pillen', 'ohne Uhrzeit für den Abend, daher 18:00'],
  ['erinnere mich am 28. März 2027 um 02:30 an die Pillen', '02:30 gibt es an dem Tag nicht'],
  ['erinnere mich am 31. Oktober 2027 um 02:30 an die Pillen', '02:30 kommt an dem Tag zweimal'],
])('a German answer says what it assumed: "%s"', async (text, note) => {
  const talk = startOfflineConversation();
  const {reply} = await talk.say(text);
  const said = reply.startsWith('Meinst du') ? (await talk.say('das erste')).reply : reply;
  expect(said).toContain(`(${note}`);
});
