// A process that writes as fast as it can and prints what was acknowledged, until it is killed. `kill.test.ts` starts it.
import {writeSync} from 'node:fs';
import {openStore} from '../../../src/daemon/store/store.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';
import {aMessage, aReminder, aSession, recordingLog} from './store-fixture.ts';

const [, , path = '', run = ''] = process.argv;
const store = openStore({path, clock: systemClock(), log: recordingLog(), eventsKept: 500});
store.transact(() => store.sessions.put(aSession()));

/** A reminder, a message and two events, which are there together or not at all. */
const write = (id: string) => {
  const reminder = aReminder(id);
  return (emit: Parameters<Parameters<typeof store.transact>[0]>[0]) => {
    store.reminders.add(reminder);
    emit({type: 'reminder.set', session: 'rooster:main', cause: id, reminder});
    const message = store.messages.add(aMessage(id));
    emit({type: 'message.added', session: 'rooster:main', cause: id, message});
  };
};

const acknowledge = (id: string) => writeSync(1, `${id}\n`);

for (let round = 0; ; round += 1) {
  const alone = `${run}-${round}-alone`;
  store.transact(write(alone));
  acknowledge(alone);
  await Promise.all(
    ['a', 'b', 'c'].map(async name => {
      const shared = `${run}-${round}-${name}`;
      await store.transactBatched(write(shared));
      acknowledge(shared);
    }),
  );
}
