// A date in figures is read in the order of the person's locale, and said back with its month in letters.
import {expect, test} from 'vitest';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test.each([
  ['en-GB', '2027-05-03', 'on Mon 3 May 2027 at 10:00', 'Do you mean Mon 3 May 2027 10:00 or Fri 5 Mar 2027 10:00?'],
  ['en-US', '2027-03-05', 'on Fri 5 Mar 2027 at 10:00', 'Do you mean Fri 5 Mar 2027 10:00 or Mon 3 May 2027 10:00?'],
  ['de-DE', '2027-05-03', 'am Mo 3. Mai 2027 um 10:00', 'Meinst du Mo 3. Mai 2027 10:00 oder Fr 5. März 2027 10:00?'],
])('with the locale %s, 3/5 is %s', async (locale, day, said, question) => {
  using home = tempDir();
  const alice = {name: 'alice', trust: 'full', timezone: 'UTC', locale, match: ['terminal:default']};
  // The locale of the program is of no account where the person has one.
  await using fixture = await openTestDaemon({home: home.path, config: {users: [alice], time: {locale: 'en-PH'}}});
  const fireAt = `${day}T10:00:00.000Z`;
  expect(await fixture.call('reminder.preview', {when: '3/5 at 10:00'})).toMatchObject({fireAt});
  expect(await fixture.call('reminder.set', {when: '3/5 at 10:00', message: 'tea'})).toMatchObject({fireAt});
  const edited = await fixture.call('reminder.set', {when: 'in 2 hours', message: 'milk'});
  expect(await fixture.call('reminder.edit', {id: edited.id, when: '3/5 at 10:00'})).toMatchObject({fireAt});
  expect(await fixture.call('reminder.snooze', {id: edited.id, when: '3/5 at 11:00'})).toMatchObject({
    fireAt: `${day}T11:00:00.000Z`,
  });
  const asked = locale.startsWith('de')
    ? 'erinnere mich 3/5 um 10:00 an den Kuchen'
    : 'remind me 3/5 at 10:00 about the cake';
  expect(await fixture.say(asked)).toBe(question);
  expect(await fixture.say(locale.startsWith('de') ? 'ja' : 'yes')).toContain(said);
});
