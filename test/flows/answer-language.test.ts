// Answers about a time are in the language of its words.
import {expect, test} from 'vitest';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a German time is said back, asked about and refused in German', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: {time: {locale: 'en-GB'}}});
  const preview = (when: string) => fixture.call('reminder.preview', {when});
  const read = await preview('jeden zweiten Dienstag Müll');
  expect(read).toMatchObject({language: 'de', text: 'Müll', note: 'ohne Uhrzeit, daher 09:00'});
  expect(read.repeat?.words).toContain('jeden zweiten Dienstag');
  expect((await preview('übermorgen um 6 Uhr Zahnarzt')).ask?.question).toBe('Welche Zeit meinst du?');
  await expect(preview('jeden Tag, bis ich Stopp sage')).rejects.toThrow('Ich kenne nur Zeiten');
  await expect(preview('gestern um 9 Tee')).rejects.toThrow('schon vorbei');
  const set = await fixture.call('reminder.set', {when: 'übermorgen', message: 'Tee'});
  expect(set).toMatchObject({language: 'de', note: 'ohne Uhrzeit, daher 09:00'});
  await expect(fixture.call('reminder.set', {when: 'nächste Woche um 25:00', message: 'Tee'})).rejects.toThrow(
    'Beispiele: "in 20 Minuten"',
  );
});

test('English words are answered in English, whatever the locale', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: {time: {locale: 'de-DE'}}});
  const read = await fixture.call('reminder.preview', {when: 'every other tuesday trash'});
  expect(read).toMatchObject({text: 'trash', note: 'no time of day given, so 09:00'});
  expect(read).not.toHaveProperty('language');
});
