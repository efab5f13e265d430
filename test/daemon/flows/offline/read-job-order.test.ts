import {expect, test} from 'vitest';
import {readJobOrder} from '../../../../src/daemon/flows/offline/read-job-order.ts';

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
])('%j is %s %s', (text, order, name) => {
  expect(readJobOrder(text)).toEqual({kind: 'job', order, name});
});

test.each([
  'run 5 km',
  'pause',
  'remind me to run the backup job tomorrow',
  'when does the standup job run next?',
  'did the job run?',
  'start over',
  'pause the pills reminder',
])('%j is no order about a job', text => {
  expect(readJobOrder(text)).toBeUndefined();
});
