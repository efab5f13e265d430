// A program for tests: stores reminders one after the other in the store named by its first argument, and prints each name once it is
// stored. Its second argument is how SQLite flushes: FULL, as in the store, or NORMAL, as a control.
import {writeSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {openStore} from '../../src/daemon/store/store.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {DAY} from '../../src/shared/time/time.ts';
import {memoryLog} from './memory-log.ts';

const [, , path = '', flushes = 'FULL', count = '0'] = process.argv;
const execute = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  // Frequent checkpoints, so that this is interrupted too.
  const more = sql.includes('synchronous = FULL') ? '; PRAGMA wal_autocheckpoint = 20' : '';
  Reflect.apply(execute, this, [`${sql.replace('synchronous = FULL', `synchronous = ${flushes}`)}${more}`]);
};
const clock = systemClock();
using store = openStore({path, clock, log: memoryLog()});
for (let n = 0; n < Number(count); n += 1) {
  const now = clock.now();
  store.transact(emit => {
    const reminder = store.reminders.add({
      id: `rem_${n}`,
      fireAt: now + DAY,
      message: 'stretch '.repeat(40),
      mode: 'verbatim',
      delivery: ['terminal:default'],
      sourceSession: 'rooster:main',
      createdAt: now,
      state: 'pending',
      zone: 'UTC',
    });
    emit({type: 'reminder.set', reminder});
  });
  writeSync(1, `rem_${n}\n`);
}
// As the cut leaves it, without a clean end.
process.kill(process.pid, 'SIGKILL');
