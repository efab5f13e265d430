// A program for tests: keeps reminders in the store named by its first argument, one after the other, and says each one's name
// when it has been kept. Its second argument is how often SQLite flushes: FULL, as the store has it, or NORMAL, as a control.
import {writeSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {openStore} from '../../src/daemon/store/store.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {DAY} from '../../src/shared/time/time.ts';
import {memoryLog} from './memory-log.ts';

const [, , path = '', flushes = 'FULL', count = '0'] = process.argv;
const execute = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  // The log is put into the database often, so that this is cut too.
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
// As the cut leaves it: nothing is put in order.
process.kill(process.pid, 'SIGKILL');
