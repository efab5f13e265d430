// Checks that messages from signal-cli's socket also appear in the journal. If something swallows its output, messages
// are taken from the socket, with a warning that names the reason.
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import type {TakeReceived} from '../bridge.ts';
import {type EnvelopeFields, readFields} from '../envelope/fields.ts';
import {receivedRecord} from '../envelope/read-envelope.ts';
import type {Host, World} from '../host.ts';
import type {Journal} from './journal.ts';
import {salvage} from './salvage.ts';

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

/** `swallowed`: the file is fine, so something else keeps the output from it. */
export type JournalFate = 'swallowed' | 'deleted' | 'full';

type JournalCheckDeps = World & {
  readonly journal: () => Pick<Journal, 'drained'>;
  readonly take: TakeReceived;
  /** The state of the journal's file. */
  readonly fate: () => JournalFate;
  readonly onChange: () => void;
};

export const startJournalCheck = ({
  clock,
  log,
  host,
  journal,
  take,
  fate,
  onChange,
}: JournalCheckDeps): JournalCheck => {
  const seen = new Set<string>();
  const awaited = new Map<string, string>();
  let warning: string | undefined;
  let timer: Disposable | undefined;
  let closed = false;

  const arm = (): void => {
    timer ??= clock.after(PATIENCE_MS, check);
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
        `Couldn't store messages from the socket of signal-cli. ${host.name} retries.`,
      );
    }
    if (awaited.size > 0) arm();
    if (missing.length > 0) report(warningOn(fate(), host));
  };

  const report = (sentence: string | undefined): void => {
    if (warning === sentence) return;
    warning = sentence;
    if (sentence !== undefined) log.error({}, sentence);
    onChange();
  };

  return {
    notified: params => {
      const received = receivedRecord(params);
      const key = keyOf(received);
      if (key === undefined || seen.has(key)) return;
      awaited.set(key, JSON.stringify(received));
      arm();
    },
    journalled: line => {
      const keys = salvage(line).whole.flatMap(raw => keyOf(JSON.parse(raw)) ?? []);
      for (const key of keys) {
        awaited.delete(key);
        seen.add(key);
        const [oldest] = seen;
        if (seen.size > MOST_REMEMBERED && oldest !== undefined) seen.delete(oldest);
      }
      if (keys.length > 0) report(undefined);
    },
    forget: () => report(undefined),
    warning: () => warning,
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
    },
  };
};

const warningOn = (fate: JournalFate, {name, command, restart}: Host): string => {
  const reasons: Readonly<Record<JournalFate, string>> = {
    swallowed: `signal-cli's output does not reach ${name}: does a wrapper in ${command} swallow it?`,
    deleted: `The journal of signal-cli was deleted while signal-cli runs. To make a new one, run: ${restart}.`,
    full: "The disk that holds signal-cli's journal is full. Free some space.",
  };
  return `${reasons[fate]} Messages are taken from its socket instead, and one that arrives while ${name} stops may be lost.`;
};

/** Author, timestamp and content. The two forms may differ in anything else. */
const keyOf = (received: unknown): string | undefined => {
  const fields = readFields(received);
  const envelope: EnvelopeFields = readFields(fields?.['envelope']) ?? {};
  if (fields === undefined || envelope['timestamp'] === undefined) return undefined;
  const kinds = Object.keys(envelope).filter(key => key.endsWith('Message'));
  const who = envelope['sourceUuid'] ?? envelope['source'];
  return JSON.stringify([who, envelope['sourceDevice'], envelope['timestamp'], kinds.toSorted()]);
};

const PATIENCE_MS = 5 * SECOND;
const MOST_REMEMBERED = 20_000;
