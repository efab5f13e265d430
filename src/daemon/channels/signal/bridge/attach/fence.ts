// Learns from a connection's messages which account they are for, and whether signal-cli also sends them without a subscription.
import type {Reason} from '../../../../../shared/text/sentences.ts';
import {type EpochMs, SECOND} from '../../../../../shared/time/time.ts';
import {fieldsOf, textOf} from '../../envelope/fields.ts';
import {unwrapped} from './intake.ts';

type Fence = {
  /** Takes the parameters of a `receive` notification. Returns true if they showed something new. */
  readonly saw: (params: unknown, now: EpochMs) => boolean;
  /** The account of the received messages, if known. */
  readonly served: () => string | undefined;
  /** The reason why the single account of this signal-cli isn't the wanted one. Undefined unless messages show it. */
  readonly refusal: () => Reason | undefined;
  /** signal-cli delivers only to subscribers. Messages wait at Signal while nobody is subscribed. */
  readonly isManual: (now: EpochMs) => boolean;
};

/** `wanted`: the configured account, if there is one. */
export const createFence = (wanted: string | undefined): Fence => {
  let served: string | undefined;
  let isPlain = false;
  let wrappedAt: EpochMs | undefined;
  return {
    saw: (params, now) => {
      const before = [served, isPlain, wrappedAt];
      // Without manual mode, every message also arrives in a plain form.
      if (fieldsOf(fieldsOf(params)?.['result']) === undefined) isPlain = true;
      else wrappedAt ??= now;
      served = textOf(fieldsOf(unwrapped(params))?.['account']) ?? served;
      return before[0] !== served || before[1] !== isPlain || before[2] !== wrappedAt;
    },
    served: () => served,
    refusal: () =>
      wanted === undefined || served === undefined || !isOther(served, wanted)
        ? undefined
        : {
            what: `The signal-cli at signal.endpoint serves ${served}, not ${wanted}: nothing is received or sent`,
            advice: `Start it with -a ${wanted}, or run: rooster config set signal.account ${served}.`,
          },
    isManual: now => !isPlain && wrappedAt !== undefined && now - wrappedAt >= PLAIN_WITHIN_MS,
  };
};

/** A number and an ACI may belong to one account, so they can't be compared. */
const isOther = (one: string, other: string): boolean =>
  one.startsWith('+') === other.startsWith('+') && one.toLowerCase() !== other.toLowerCase();

/** Both forms of a message arrive together. */
const PLAIN_WITHIN_MS = SECOND;
