// What the messages of one connection say of the signal-cli behind it: whose they are, and whether it hands them out unasked.
import {type EpochMs, SECOND} from '../../../../../shared/time/time.ts';
import {fieldsOf, textOf} from '../../envelope/fields.ts';
import {unwrapped} from './intake.ts';

export type Fence = {
  /** With the parameters of a `receive` notification. True when they said something new. */
  readonly saw: (params: unknown, now: EpochMs) => boolean;
  /** The account that messages are received for, as far as they said. */
  readonly served: () => string | undefined;
  /** Why a signal-cli that serves one account is not the one that is meant, in a sentence; undefined while nothing says so. */
  readonly refusal: () => string | undefined;
  /** It hands out to those who ask and to nobody else: what arrives while nobody asks waits with Signal. */
  readonly isManual: (now: EpochMs) => boolean;
};

/** `wanted` is the account that is meant, where one is. */
export const createFence = (wanted: string | undefined): Fence => {
  let served: string | undefined;
  let isPlain = false;
  let wrappedAt: EpochMs | undefined;
  return {
    saw: (params, now) => {
      const before = [served, isPlain, wrappedAt];
      // One that hands out unasked says everything in a plain form too.
      if (fieldsOf(fieldsOf(params)?.['result']) === undefined) isPlain = true;
      else wrappedAt ??= now;
      served = textOf(fieldsOf(unwrapped(params))?.['account']) ?? served;
      return before[0] !== served || before[1] !== isPlain || before[2] !== wrappedAt;
    },
    served: () => served,
    refusal: () =>
      wanted === undefined || served === undefined || !isOther(served, wanted)
        ? undefined
        : `The signal-cli at signal.endpoint serves ${served}, not ${wanted}: nothing is received or sent. Start it with -a ${wanted}, or run: rooster config set signal.account ${served}.`,
    isManual: now => !isPlain && wrappedAt !== undefined && now - wrappedAt >= PLAIN_WITHIN_MS,
  };
};

/** A number and an ACI may be one account's: those can't be compared. */
const isOther = (one: string, other: string): boolean =>
  one.startsWith('+') === other.startsWith('+') && one.toLowerCase() !== other.toLowerCase();

/** The two forms of one message come together. */
const PLAIN_WITHIN_MS = SECOND;
