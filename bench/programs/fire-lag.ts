// Measures the delay of reminders on an idle daemon: FILE COUNT EVERY. Uses the daemon's scheduler, source and store; the job only reads
// the clock. COUNT reminders, EVERY milliseconds apart.
import {createScheduler} from '../../src/daemon/schedule/scheduler.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {countingSource} from '../support/counting-source.ts';
import {addReminders, openAt} from '../support/memory.ts';

const [path = '', count = '100', every = '20'] = process.argv.slice(2);
const store = openAt(path);
addReminders(store, Number(count), Date.now() + 1_000, Number(every), 'agent');
const lags: number[] = [];
let early = 0;
const source = countingSource(store, ({scheduledFor}) => {
  lags.push(performance.timeOrigin + performance.now() - scheduledFor);
  if (Date.now() < scheduledFor) early += 1;
  if (lags.length === Number(count)) process.send?.({lags, early}, () => process.exit(0));
});
const log = {debug: () => {}, info: () => {}, warn: console.error, error: console.error};
createScheduler({clock: systemClock(), log}).start([source]);
