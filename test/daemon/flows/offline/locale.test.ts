// Answers are in the language of the text; where it shows none, in that of the person.
import {expect, test} from 'vitest';
import type {CronJob} from '../../../../src/shared/records/jobs/cron-job.ts';
import {NOON, startTalk} from '../../../support/offline-talk.ts';

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
  ['erinnere mich vor 12 Uhr an Bob', '"vor 12 Uhr" ist nicht eine Zeit. Sag eine, zum Beispiel "um 9".'],
  ['am 31. Februar Party', '"am 31. Februar" gibt es nicht im Kalender oder auf der Uhr.'],
  ['dreimal täglich Antibiotikum', 'Sag auch die Uhrzeiten: "jeden Tag um 8 und 20 Uhr".'],
  ['vor 18 Uhr Milch kaufen', '"vor 18 Uhr" ist nicht eine Zeit. Sag eine, zum Beispiel "um 9".'],
  ['alle paar Tage gießen', '"alle paar Tage" sagt nicht, wie viele.'],
  ['bei Sonnenuntergang Rollläden runter', 'Sonnenaufgang und Sonnenuntergang brauchen einen Ort'],
  ['Freitag den 14. November 2026 Party', 'Der 14. November 2026 ist ein Samstag.'],
  ['blub blub', 'Das habe ich nicht verstanden. Ohne Modell kann ich erinnern'],
  ['hello', 'Hello!'],
  ['remind me tomorrow at 9 to run', 'I will remind you tomorrow at 09:00 CET'],
])('with a German locale "%s" is answered with "%s"', async (said, reply) => {
  const talk = startTalk({locale: 'de-DE', jobs: [JOB]});
  expect((await talk.say(said)).reply).toContain(reply);
});

test.each([
  ['am 31. Februar Party', 'gibt es nicht im Kalender'],
  ['alle paar Tage gießen', 'sagt nicht, wie viele'],
])('"%s" is refused in its language whatever the locale', async (said, reply) => {
  expect((await startTalk().say(said)).reply).toContain(reply);
});

test('a German question is answered in German whatever the locale, and an English one without it in English', async () => {
  const talk = startTalk({jobs: [JOB]});
  expect((await talk.say('wie spät ist es?')).reply).toContain('Es ist 14:00');
  expect((await talk.say('jobs')).reply).toContain('Tomorrow at 09:00 CET: standup (job,');
});
