// Shows a typing indicator in a chat while a message from there is answered, and never after the answer. Reminders and
// announcements show none.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import {type Address, channelOf} from '../../../../shared/records/address.ts';
import type {TurnId} from '../../../../shared/records/ids.ts';
import {channelOfSource} from '../../../../shared/records/message.ts';
import {addressOfSession} from '../../../../shared/records/session-key.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import type {Store} from '../../../ports/store.ts';

type Typing = Disposable & {
  /** Resolves when no typing indicator is being sent to the chat, so that the answer comes last. */
  readonly over: (address: Address) => Promise<void>;
};

type TypingDeps = {
  readonly store: Pick<Store, 'onCommitted' | 'turns'>;
  readonly clock: Clock;
  /** Shows the indicator for some seconds, or hides it. Never rejects. */
  readonly show: (address: Address, stop: boolean) => Promise<void>;
};

export const startTyping = ({store, clock, show}: TypingDeps): Typing => {
  const shown = new Map<Address, {readonly turnId: TurnId; timer: Disposable | undefined}>();
  /** Pending indicators per chat, sent one after the other. */
  const ways = new Map<Address, Promise<void>>();

  const say = (address: Address, stop: boolean): void => {
    const way = (ways.get(address) ?? Promise.resolve()).then(() => show(address, stop));
    ways.set(address, way);
    void way.then(() => {
      if (ways.get(address) === way) ways.delete(address);
    });
  };

  const keepShowing = (address: Address, turnId: TurnId): void => {
    const timer = clock.after(REFRESH_MS, () => keepShowing(address, turnId));
    shown.set(address, {turnId, timer});
    // A pending indicator is enough.
    if (!ways.has(address)) say(address, false);
  };

  const stop = (address: Address): void => {
    shown.get(address)?.timer?.[Symbol.dispose]();
    shown.delete(address);
  };

  const follow = (event: GatewayEvent): void => {
    if (event.type !== 'turn.started' && event.type !== 'turn.ended') return;
    if (channelOfSource(event.source) !== CHANNEL) return;
    const {replyTo} = store.turns.get(event.turnId) ?? {};
    const address = replyTo ?? (event.session && addressOfSession(event.session));
    if (address === undefined || channelOf(address) !== CHANNEL) return;
    if (event.type === 'turn.started') {
      if (!shown.has(address)) keepShowing(address, event.turnId);
      return;
    }
    if (shown.get(address)?.turnId !== event.turnId) return;
    stop(address);
    // An answer hides the indicator; otherwise hide it here.
    if (event.outcome !== 'replied') say(address, true);
  };

  const listening = store.onCommitted(events => events.forEach(follow));
  return {
    over: async address => {
      const way = ways.get(address);
      if (way === undefined) return;
      const {promise: late, resolve} = Promise.withResolvers<void>();
      using _timer = clock.after(LONGEST_WAIT_MS, resolve);
      await Promise.race([way, late]);
    },
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      for (const address of [...shown.keys()]) stop(address);
    },
  };
};

const CHANNEL = 'signal';
/** Phones show it for 15 s. */
const REFRESH_MS = 10 * SECOND;
/** The longest time that an answer waits for an indicator. */
const LONGEST_WAIT_MS = 3 * SECOND;
