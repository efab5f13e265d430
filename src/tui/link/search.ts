// Searches messages and unlisted reminders on the daemon. It waits for a pause in typing, and drops responses to an
// older query.

import {fromWire} from '../../shared/fields/wire.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {wordsToSearch} from '../input/find.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

type SearchDeps = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly call: GatewayClient['call'];
};

type Wanted = NonNullable<ReturnType<typeof wordsToSearch>>;

export const startSearch = ({store, clock, call}: SearchDeps): Disposable => {
  let wanted: Wanted | undefined;
  let timer: Disposable | undefined;

  const ask = async ({query: words, ...kinds}: Wanted): Promise<void> => {
    const of = {text: words, limit: MOST};
    try {
      const [messages, reminders] = await Promise.all([
        kinds.messages ? call('message.search', of).then(found => found.messages) : [],
        kinds.reminders ? call('reminder.list', of).then(found => found.reminders) : [],
      ]);
      const sought = {
        words,
        messages: messages.map(message => fromWire<Message>(message)),
        reminders: reminders.map(reminder => fromWire<Reminder>(reminder)),
      };
      store.update(ui => ({...ui, sought}), 'soon');
    } catch {
      // Local results stay; the connection reports its own problems.
    }
  };

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    const {overlay, connection} = state.ui;
    const now = overlay.kind === 'find' && connection.kind === 'live' ? wordsToSearch(state, overlay.query) : undefined;
    if (isAlike(now, wanted)) return;
    wanted = now;
    timer?.[Symbol.dispose]();
    if (now !== undefined) timer = clock.after(PAUSE_MS, () => void ask(now));
  });
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      timer?.[Symbol.dispose]();
    },
  };
};

const isAlike = (a: Wanted | undefined, b: Wanted | undefined): boolean =>
  a?.query === b?.query && a?.messages === b?.messages && a?.reminders === b?.reminders;

const PAUSE_MS = 150;
const MOST = 20;
