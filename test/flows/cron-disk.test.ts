// Jobs while nothing can be saved: SQLite reports a full disk at the end of a transaction.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {aJob, openCronFixture} from '../support/cron-fixture.ts';
import {fullDisk} from '../support/full-disk.ts';

// The clock begins at 2026-11-21T11:00:00Z.
const hourly = () => aJob({cron: '30 * * * *', timezone: 'UTC', announce: 'none'});

test('an occurrence that is due while the disk is full runs once there is space', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()], answers: ['one', 'two']});
  const {clock} = fixture.now();
  await clock.advance(30 * MINUTE - SECOND);
  {
    using _ = fullDisk();
    await clock.advance(3 * SECOND);
  }
  await clock.advance(MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran', scheduledFor: '2026-11-21T11:30:00.000Z'});
  await clock.advance(HOUR);
  expect(await fixture.ended(({scheduledFor}) => scheduledFor === '2026-11-21T12:30:00.000Z')).toMatchObject({
    status: 'ran',
  });
});

test("a job that couldn't be paused goes on", async () => {
  await using fixture = await openCronFixture({jobs: [hourly()], answers: ['one']});
  const {clock, call} = fixture.now();
  const [job] = (await call('cron.list', {})).jobs;
  {
    using _ = fullDisk();
    await expect(call('cron.pause', {name: job?.name ?? ''})).rejects.toThrow('nothing was saved');
  }
  expect((await call('cron.list', {})).jobs).toMatchObject([{paused: false, nextAt: '2026-11-21T11:30:00.000Z'}]);
  await clock.advance(30 * MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
});

test('a job file that is written while the disk is full counts once there is space', async () => {
  await using fixture = await openCronFixture();
  const {call} = fixture.now();
  await call('cron.list', {});
  {
    using disk = fullDisk();
    fixture.write('cron/standup.md', '---\nschedule: "30 * * * *"\nannounce: none\n---\nWhat matters today?\n');
    await fixture.sees('a refused change', async () => disk.refused() > 0);
  }
  await fixture.sees('the job', async () => (await call('cron.list', {})).jobs.some(({name}) => name === 'standup'));
});
