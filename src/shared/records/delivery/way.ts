// Way: an address at which a person is reached, and whether that works.
import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';

export type Way = {
  readonly address: Address;
  readonly channel: string;
  /** `off`: the channel isn't set up. */
  readonly state: 'up' | 'down' | 'off';
  /** The reason why it isn't up, as a sentence. */
  readonly reason?: string;
  /** When the channel last accepted a message for this address. */
  readonly lastSentAt?: EpochMs;
  /** The person's answer about the last test message. */
  readonly tested?: RingAnswer;
};

export type PersonWays = {
  readonly name: string;
  /** The person at this terminal. */
  readonly isOwner: boolean;
  readonly ways: readonly Way[];
};

/** A person's answer about a test message: did the phone ring? */
export type RingAnswer = {readonly address: Address; readonly rang: boolean; readonly at: EpochMs};

/** The addresses at which a reminder rang, the chosen one, or those at which it would ring now. */
export const ringsAt = ({delivery, ways = []}: RingAddresses): readonly Address[] =>
  delivery.length > 0 ? delivery : ways;

type RingAddresses = {readonly delivery: readonly Address[]; readonly ways?: readonly Address[] | undefined};
