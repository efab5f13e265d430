// Checks that messages from signal-cli's socket also appear in the journal. If something swallows its output, messages are taken from
// the socket, with a warning.

import {errorMessage} from '../../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {SECOND} from '../../../../../shared/time/time.ts';
import type {Log} from '../../../../ports/system.ts';
import {type EnvelopeFields, fieldsOf} from '../../envelope/fields.ts';
import {unwrapped} from '../attach/intake.ts';
import type {TakeReceived} from '../bridge.ts';
import type {Journal} from './journal.ts';

type JournalCheck = Disposable & {
  /** The parameters of a `receive` notification. */
  readonly notified: (params: unknown) => void;
  /** A line of the journal was taken. */
  readonly journalled: (line: string) => void;
  /** Starts over for a new signal-cli, whose journal counts as complete until a message is missing. */
  readonly forget: () => void;
  /** The reason why the journal is incomplete, as a sentence. */
  readonly warning: () => string | undefined;
};

type JournalCheckDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: () => Pick<Journal, 'drained'>;
  readonly take: TakeReceived;
  readonly onChange: () => void;
};

export const startJournalCheck = ({clock, log, journal, take, onChange}: JournalCheckDeps): JournalCheck => {
  const seen = new Set<string>();
  const awaited = new Map<string, string>();
  let isSwallowed = false;
  let timer: Disposable | undefined;
  let closed = false;

  const arm = (): void => {
    timer ??= clock.after(PATIENCE_MS, () => void check());
  };

  const check = async (): Promise<void> => {
    const due = [...awaited.keys()];
    await journal().drained();
    timer = undefined;
    if (closed) return;
    const missing = due.flatMap(key => awaited.get(key) ?? []);
    try {
      if (missing.length > 0) await take(missing.map(raw => ({raw})));
      for (const key of due) awaited.delete(key);
    } catch (error) {
      log.warn(
        {because: errorMessage(error)},
        "Couldn't store messages from the socket of signal-cli. Rooster retries.",
      );
    }
    if (awaited.size > 0) arm();
    if (missing.length > 0) swallowed(true);
  };

  const swallowed = (is: boolean): void => {
    if (isSwallowed === is) return;
    isSwallowed = is;
    if (is) log.error({}, SWALLOWED);
    onChange();
  };

  return {
    notified: params => {
      const received = unwrapped(params);
      const key = keyOf(received);
      if (key === undefined || seen.has(key)) return;
      awaited.set(key, JSON.stringify(received));
      arm();
    },
    journalled: line => {
      const key = keyOf(parsed(line));
      if (key === undefined) return;
      awaited.delete(key);
      seen.add(key);
      const [oldest] = seen;
      if (seen.size > MOST_REMEMBERED && oldest !== undefined) seen.delete(oldest);
      swallowed(false);
    },
    forget: () => swallowed(false),
    warning: () => (isSwallowed ? SWALLOWED : undefined),
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
    },
  };
};

/** Author, timestamp and content. The two forms may differ in anything else. */
const keyOf = (received: unknown): string | undefined => {
  const fields = fieldsOf(received);
  const envelope: EnvelopeFields = fieldsOf(fields?.['envelope']) ?? {};
  if (fields === undefined || envelope['timestamp'] === undefined) return undefined;
  const kinds = Object.keys(envelope).filter(key => key.endsWith('Message'));
  const who = envelope['sourceUuid'] ?? envelope['source'];
  return JSON.stringify([who, envelope['sourceDevice'], envelope['timestamp'], kinds.toSorted()]);
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    // A broken line: the message from the socket is used instead.
    return undefined;
  }
};

const PATIENCE_MS = 5 * SECOND;
const MOST_REMEMBERED = 20_000;
const SWALLOWED =
  "signal-cli's output does not reach Rooster: does a wrapper in signal.command swallow it? Messages are taken from its socket instead, and one that arrives while Rooster stops may be lost.";
