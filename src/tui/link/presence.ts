// Reports to the daemon whether somebody sits at this terminal: its focus, where the terminal reports that, and keys.
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {UiState} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

type PresenceDeps = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly call: GatewayClient['call'];
};

type PresenceReporter = Disposable & {
  /** A key was pressed. Reported at once, and then at most every 10 s. */
  readonly key: () => void;
};

export const startPresence = ({store, clock, call}: PresenceDeps): PresenceReporter => {
  let sent: Pick<UiState, 'focus'> | undefined;
  let keyAt: EpochMs | undefined;
  let keySentAt: EpochMs | undefined;

  const send = (active: boolean): void => {
    const {focus, session} = store.get().ui;
    sent = {focus};
    if (active) keySentAt = clock.now();
    keyAt ??= clock.now();
    call('client.presence', reportOf(active, focus, session)).catch(() => {
      // An older daemon doesn't know the method. A lost connection reports again when it is back.
    });
  };

  const follow = (): void => {
    const {connection, focus} = store.get().ui;
    if (connection.kind !== 'live') {
      sent = undefined;
      return;
    }
    // Whoever opens the program, or comes back to its window, has just pressed a key. A new connection alone shows
    // nobody.
    if (sent === undefined) send(keyAt === undefined ? focus !== 'away' : clock.now() - keyAt < RECENT_MS);
    else if (sent.focus !== focus) send(focus === 'here');
  };

  const unsubscribe = store.subscribe(follow);
  return {
    key: () => {
      keyAt = clock.now();
      if (store.get().ui.connection.kind !== 'live') return;
      if (keySentAt === undefined || clock.now() - keySentAt >= PAUSE_MS) send(true);
    },
    [Symbol.dispose]: unsubscribe,
  };
};

const reportOf = (active: boolean, focus: UiState['focus'], session: SessionKey | undefined) => ({
  active,
  session,
  focused: focus === 'unknown' ? undefined : focus === 'here',
});

const PAUSE_MS = 10 * SECOND;
const RECENT_MS = 30 * SECOND;
