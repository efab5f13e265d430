// Messages between the daemon and a worker thread that reads foreign input.

/** The work that a worker can do, by name. Input and result are copied between the threads. */
export type Jobs = Readonly<Record<string, (input: never, ask: Ask) => Promise<unknown>>>;

/**
 * Asks the daemon for something that the worker has no access to, such as DNS. Rejects with an error that has its code.
 */
export type Ask = (question: unknown) => Promise<unknown>;

export type ToWorker =
  | {readonly kind: 'job'; readonly id: number; readonly name: string; readonly input: unknown}
  | {readonly kind: 'answer'; readonly id: number; readonly value: unknown}
  | {readonly kind: 'no-answer'; readonly id: number; readonly error: SentError};

export type FromWorker =
  | {readonly kind: 'done'; readonly id: number; readonly value: unknown}
  | {readonly kind: 'failed'; readonly id: number; readonly error: SentError}
  | {readonly kind: 'ask'; readonly id: number; readonly question: unknown};

/** A copied error loses its code, so both travel as data. */
type SentError = {readonly message: string; readonly code?: string};

export const sentError = (error: unknown): SentError => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined,
});

export const receivedError = ({message, code}: SentError): Error =>
  Object.assign(new Error(message), code === undefined ? {} : {code});
