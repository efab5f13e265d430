// Messages, and reminders beyond those that are held, by their words, while something is looked for: the daemon is asked once a
// moment has passed without another letter, and an answer that comes late is for the words that it was asked with.

import {fromWire} from '../../shared/events/wire.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
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

  const ask = async ({words, ...kinds}: Wanted): Promise<void> => {
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
      store.dispatch({type: 'sought', sought}, 'soon');
    } catch {
      // What is at hand is shown all the same; the connection itself says what is wrong with it.
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

const isAlike = (one: Wanted | undefined, other: Wanted | undefined): boolean =>
  one?.words === other?.words && one?.messages === other?.messages && one?.reminders === other?.reminders;

const PAUSE_MS = 150;
const MOST = 20;
