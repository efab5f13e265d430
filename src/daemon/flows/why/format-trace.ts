// Formats quotes in a trace. Pure.
import type {Address} from '../../../shared/records/address.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

/** Names of addresses and conversations for people. */
export type Called = {
  readonly address: (address: Address) => string;
  readonly session: (session: SessionKey) => string;
  /** An instant as people say it, in a zone; else in the owner's. */
  readonly time: (at: EpochMs, zone?: string) => string;
  /** A person's time zone. */
  readonly zone: (person: string) => string;
};

/** `"the start of a text…"` on one line. */
export const quoted = (text: string): string => `"${short(text)}"`;

export const short = (text: string, longest = LONGEST_QUOTE): string => shortened(text, longest);

const LONGEST_QUOTE = 80;
