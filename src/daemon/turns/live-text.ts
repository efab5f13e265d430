// Publishes the text of running turns piece by piece to subscribers.
import type {Delta, ThinkingDelta} from '../../shared/events/gateway-event.ts';

type LiveTextListener = {
  readonly delta: (delta: Delta) => void;
  readonly thinking: (delta: ThinkingDelta) => void;
};

export type LiveText = LiveTextListener & {readonly follow: (listener: LiveTextListener) => Disposable};

export const createLiveText = (): LiveText => {
  const listeners = new Set<LiveTextListener>();
  return {
    delta: delta => {
      for (const listener of listeners) listener.delta(delta);
    },
    thinking: delta => {
      for (const listener of listeners) listener.thinking(delta);
    },
    follow: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
  };
};
