// Messages by their words, while something is looked for: the daemon is asked once a moment has passed without another letter,
// and an answer that comes late is for the words that it was asked with.
import type {Clock} from '../../shared/clock.ts';
import type {Message} from '../../shared/message.ts';
import {fromWire} from '../../shared/wire.ts';
import {wordsToSearch} from '../store/find.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

type SearchDeps = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly call: GatewayClient['call'];
};

export const startSearch = ({store, clock, call}: SearchDeps): Disposable => {
  let wanted: string | undefined;
  let timer: Disposable | undefined;

  const ask = async (words: string): Promise<void> => {
    try {
      const {messages} = await call('message.search', {text: words, limit: MOST});
      const found = messages.map(message => fromWire<Message>(message));
      store.dispatch({type: 'found-messages', words, messages: found}, 'soon');
    } catch {
      // What is at hand is shown all the same; the connection itself says what is wrong with it.
    }
  };

  const unsubscribe = store.subscribe(() => {
    const {overlay, connection} = store.get().ui;
    const words = overlay.kind === 'find' && connection.kind === 'live' ? wordsToSearch(overlay.query) : undefined;
    if (words === wanted) return;
    wanted = words;
    timer?.[Symbol.dispose]();
    if (words !== undefined) timer = clock.after(PAUSE_MS, () => void ask(words));
  });
  return {
    [Symbol.dispose]: () => {
      unsubscribe();
      timer?.[Symbol.dispose]();
    },
  };
};

const PAUSE_MS = 150;
const MOST = 20;
