// Loads the highlighter once, when the first finished code block is visible. Until then code is plain, and nothing
// waits.
import type {Message} from '../../shared/records/message.ts';
import {openTranscript} from '../state/selectors.ts';
import type {Highlight} from '../text/highlight.ts';
import type {AppStore} from './reduce-app.ts';

export const startColouring = (store: AppStore, load: () => Promise<Highlight>): Disposable => {
  let seen: readonly Message[] | undefined;
  let unsubscribe: (() => void) | undefined;

  const follow = (): void => {
    const messages = openTranscript(store.get())?.messages;
    if (messages === undefined || messages === seen) return;
    // Messages arrive at either end; known ones have no code.
    const known = new Set(seen);
    seen = messages;
    if (!messages.some(message => !known.has(message) && hasCode(message))) return;
    unsubscribe?.();
    load().then(
      highlight => store.update(ui => ({...ui, highlight}), 'soon'),
      // Without the highlighter, code stays plain.
      () => undefined,
    );
  };

  unsubscribe = store.subscribe(follow);
  return {[Symbol.dispose]: () => unsubscribe?.()};
};

const hasCode = ({role, text}: Message): boolean => role === 'assistant' && /^ {0,3}(?:```|~~~) *\w/mu.test(text);
