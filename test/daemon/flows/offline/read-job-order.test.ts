import {expect, test} from 'vitest';
import {readJobOrder, readNewJob} from '../../../../src/daemon/flows/offline/read-change.ts';
import {createTimeReader} from '../../../../src/daemon/flows/offline/times.ts';
import {findWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {ENGLISH} from '../../../../src/shared/languages/en/english.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {BERLIN, NOON} from '../../../support/offline-conversation.ts';

const times = createTimeReader(findWhen, {now: NOON, zone: BERLIN, language: ENGLISH, languages: LANGUAGES});

test.each([
  ['pause the standup job', 'pause', 'standup'],
  ['Pause the standup job.', 'pause', 'standup'],
  ['please run the standup job now', 'run', 'standup'],
  ['can you resume my morning report cron job?', 'resume', 'morning report'],
  ['run job backup', 'run', 'backup'],
  ['start the cron job disk-check please', 'run', 'disk-check'],
  ['continue the standup job', 'resume', 'standup'],
  ['pausiere den Standup-Job', 'pause', 'Standup'],
  ['bitte starte den Backup Job jetzt', 'run', 'Backup'],
  ['delete the good morning job', 'remove', 'good morning'],
  ['please remove job backup', 'remove', 'backup'],
  ['den Standup-Job löschen', 'remove', 'Standup'],
  ['Job backup pausieren', 'pause', 'backup'],
  ['change the good morning job to 9', 'edit', 'good morning'],
  ['edit my standup job', 'edit', 'standup'],
  ['ändere den Standup-Job auf 9 Uhr', 'edit', 'Standup'],
])('%j is %s %s', (text, order, name) => {
  expect(readJobOrder(text, times.words)).toEqual({intent: `cron.${order}`, name});
});

test.each([
  'run 5 km',
  'pause',
  'remind me to run the backup job tomorrow',
  'when does the standup job run next?',
  'did the job run?',
  'start over',
  'pause the pills reminder',
  'cancel the job interview reminder',
  'move the job interview to friday',
])('%j is no order about a job', text => {
  expect(readJobOrder(text, times.words)).toBeUndefined();
});

test.each([
  ['make a job that says good morning at 8 every weekday', 'at 8 every weekday', 'good morning', true],
  ['make a cron job that says good morning at 8', 'every day at 8', 'good morning', true],
  ['can you make me a cron job that says good morning at 8?', 'every day at 8', 'good morning', true],
  ['create a cron job to water the plants every monday at 9', 'every monday at 9', 'water the plants', false],
  ['add a cronjob: stretch at 3pm', 'every day at 3pm', 'stretch', true],
  ['i need a scheduled job that tells me to stand up every hour', 'every hour', 'stand up', true],
  ['erstelle einen Job: Guten Morgen, jeden Werktag um 8', 'jeden Werktag um 8', 'Guten Morgen', true],
  ['create a job to summarize my inbox every day at 7', 'every day at 7', 'summarize my inbox', false],
])('%j is a new job: %s, %s', (text, when, task, says) => {
  expect(readNewJob(text, times)).toEqual({intent: 'cron.create', when, task, says});
});

test.each(['make a job that says hello', 'create a cron job', 'add a job: every day at 8'])(
  '%j is answered with how to make a job',
  text => {
    expect(readNewJob(text, times)).toMatchObject({
      intent: 'reply',
      text: expect.stringContaining('make a job that says'),
    });
  },
);

test.each([
  'i need a job',
  'give me a job tip',
  'remind me to make a job list at 9',
  'make my job easier',
  'i want a job at 9',
])('%j is no new job', text => {
  expect(readNewJob(text, times)).toBeUndefined();
});
