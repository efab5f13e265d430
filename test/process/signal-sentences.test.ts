// Twenty sentences as people type them on a phone, without a model and with one: what is set, and that it is answered.
// @module-tag deep
import {expect, test} from 'vitest';
import {ALICE} from '../signal-stand-in/signal/samples.ts';
import {someDayLeft} from '../support/day-left.ts';
import {startEchoModel} from '../support/echo-model.ts';
import type {Reply} from '../support/loopback-http.ts';
import {signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';
import {modelAt} from '../support/write-config.ts';

/** The sentence, the reminder's text, and its rule if it repeats. */
const SENTENCES: readonly (readonly [said: string, message: string, rule?: string])[] = [
  ['remind me in 20 minutes to turn the oven off', 'turn the oven off'],
  ['remind me tomorrow at 9am to call Bob', 'call Bob'],
  ['remind me every weekday at 8 to stand up', 'stand up', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every day at 21:00 remind me to lock the door', 'lock the door', 'FREQ=DAILY'],
  [
    'remind me every other tuesday at 18:00 to take the bins out',
    'take the bins out',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  ],
  [
    'remind me on the last friday of every month at 16:00 to send the invoice',
    'send the invoice',
    'FREQ=MONTHLY;BYDAY=-1FR',
  ],
  ['remind me every month on the 31st at 10:00 to pay rent', 'pay rent', 'FREQ=MONTHLY'],
  ['remind me every 3 days at 19:00 to water the plants', 'water the plants', 'FREQ=DAILY;INTERVAL=3'],
  ['remind me every year on 3 may at 10:00 to congratulate Ann', 'congratulate Ann', 'FREQ=YEARLY'],
  ['remind me every mon, wed and fri at 7pm to run', 'run', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['remind me at noon in New York tomorrow to ring Carol', 'ring Carol'],
  ['remind me every hour from 9 to 17 to drink', 'drink', 'HOUR'],
  ['erinnere mich morgen um 18 Uhr an die Blumen', 'die Blumen'],
  ['erinnere mich jeden Werktag um 8 Uhr an die Tabletten', 'die Tabletten', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['erinnere mich in einer halben Stunde an den Kuchen', 'den Kuchen'],
  ['remind me every day at 8 for two weeks to take antibiotics', 'take antibiotics', 'FREQ=DAILY'],
  ['remind me on the first working day of every month at 9:30 to book the hours', 'book the hours', 'FREQ=MONTHLY'],
  ['remind me on 24 december at 18:00 to light the candles', 'light the candles'],
  ['remind me in an hour and again in two hours to stretch', 'stretch'],
  ['remind me at 10:15 tomorrow that the parcel comes', 'the parcel comes'],
];

test('twenty sentences on the phone set what they say, and each is confirmed', async () => {
  expect(SENTENCES).toHaveLength(20);
  // No reminder is due meanwhile.
  await someDayLeft();
  await using home = await signalHome({agent: {model: 'offline'}, timezone: 'Europe/Berlin'});
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  for (const [index, [said, message, rule]] of SENTENCES.entries()) {
    home.server.enqueue(text(said, index + 1, ALICE));
    await until(`"${said}" is answered`, () => home.sends().length === index + 1);
    const {reminders} = await daemon.call('reminder.list', {limit: 100});
    const rules = reminders.filter(reminder => reminder.message === message).map(({repeat}) => repeat?.rule ?? 'once');
    const expected = expect.stringContaining(rule ?? 'once');
    expect(rules, said).toEqual(said.includes('again') ? [expected, expected] : [expected]);
    expect(String(home.sends()[index]?.['message']), said).toContain(message);
  }
});

/** The words that a model hands to its tool, and the rule that they mean. */
const TIMES: readonly (readonly [when: string, rule: string])[] = [
  ['in 20 minutes', 'once'],
  ['tomorrow at 9am', 'once'],
  ['every weekday at 8', 'BYDAY=MO,TU,WE,TH,FR'],
  ['every day at 8 and 20', 'BYHOUR=8,20'],
  ['every other tuesday at 18:00', 'INTERVAL=2'],
  ['the last friday of every month at 16:00', 'BYDAY=-1FR'],
  ['every month on the 31st at 10:00', 'FREQ=MONTHLY'],
  ['every 3 days at 19:00', 'INTERVAL=3'],
  ['every year on 3 may at 10:00', 'FREQ=YEARLY'],
  ['mon, wed and fri at 7pm every week', 'BYDAY=MO,WE,FR'],
  ['at noon in New York tomorrow', 'once'],
  ['morgen um 18 Uhr', 'once'],
  ['jeden Werktag um 8 Uhr', 'BYDAY=MO,TU,WE,TH,FR'],
  ['alle zwei Wochen dienstags um 18:00', 'INTERVAL=2'],
  ['every day at 8 for two weeks', 'FREQ=DAILY'],
  ['every first working day of the month at 9:30', 'FREQ=MONTHLY'],
  ['24 december at 18:00', 'once'],
  ['in half an hour', 'once'],
  ['every weekday at 8 except 24 dec', 'X-EXCEPT'],
  ['every day at 21:00 until 20 december', 'FREQ=DAILY'],
];

test('with a model, twenty times that it hands to its tool are set and answered on the phone', async () => {
  const setsReminder = (words: string): Reply | undefined => {
    const index = Number(/^sentence (\d+)$/u.exec(words)?.[1] ?? 0) - 1;
    const [when] = TIMES[index] ?? [];
    if (when === undefined) return undefined;
    const input = {action: 'set', when, message: `thing ${index + 1}`, mode: 'verbatim'};
    return {kind: 'tools', calls: [{id: `call_${index}`, name: 'reminder', arguments: [JSON.stringify(input)]}]};
  };
  await someDayLeft();
  await using model = await startEchoModel(words => setsReminder(words));
  await using home = await signalHome({...modelAt(model.baseUrl), timezone: 'Europe/Berlin'});
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  for (const [index, [when, rule]] of TIMES.entries()) {
    home.server.enqueue(text(`sentence ${index + 1}`, index + 1, ALICE));
    await until(`"${when}" is answered`, () => home.sends().length === index + 1);
    const {reminders} = await daemon.call('reminder.list', {limit: 100});
    const [set] = reminders.filter(({message}) => message === `thing ${index + 1}`);
    expect(set === undefined ? 'not set' : (set.repeat?.rule ?? 'once'), when).toContain(rule);
  }
});
