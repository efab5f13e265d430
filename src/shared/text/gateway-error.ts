// An error is a sentence with a code: what happened, to which thing, what to do. Any other exception is a bug.

import {clauseFromOutside, formatReason, type Reason} from './sentences.ts';

export const ERROR_CODES = [
  'not_found',
  'invalid',
  'refused',
  'busy',
  'conflict',
  'moved',
  'unavailable',
  'failed',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The exact fault, for programs. `no-time`: the text names no time, or more than one. `no-scope`: it isn't clear
 * whether one occurrence is meant or all. `wrong-state`: the reminder's state doesn't allow the change. `not-due`: it
 * hasn't fired yet. `at-end`: no occurrence is left. `too-early`:
 * it would have to ring before now. `changed-since`: an undo would revert somebody's later change.
 */
export const ERROR_FAULTS = [
  'no-time',
  'no-scope',
  'wrong-state',
  'not-repeating',
  'not-due',
  'at-end',
  'too-early',
  'nothing-to-undo',
  'changed-since',
  'too-many',
  'needs-full-trust',
] as const;
export type ErrorFault = (typeof ERROR_FAULTS)[number];

/** The place of a fault in a file. */
export type FilePlace = {readonly file: string; readonly line: number; readonly reason: string};

type ErrorDetails = ErrorOptions & {
  readonly fault?: ErrorFault | undefined;
  readonly invalid?: FilePlace | undefined;
  readonly count?: number | undefined;
  readonly address?: string | undefined;
};

/**
 * The message is a whole sentence for people: what happened, and what to do. `code`, `fault` and `invalid` are for
 * programs.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly fault: ErrorFault | undefined;
  readonly invalid: FilePlace | undefined;
  /** The number that is too high, for `too-many`. */
  readonly count: number | undefined;
  /** The daemon that has it, for `moved`: `ssh://…`, or a socket's path. */
  readonly address: string | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorDetails) {
    super(message, options);
    this.code = code;
    this.fault = options?.fault;
    this.invalid = options?.invalid;
    this.count = options?.count;
    this.address = options?.address;
  }
}

/** An error whose reason other sentences quote. */
export class ReasonedError extends GatewayError {
  readonly reason: Reason;

  constructor(code: ErrorCode, reason: Reason, options?: ErrorDetails) {
    super(code, formatReason(reason), options);
    this.reason = reason;
  }
}

/** The error about a user whom nobody configured. Without a name it is about the terminal's user. */
export const unknownUser = (name: string | undefined, known: readonly string[] = []): GatewayError => {
  const who = name === undefined ? 'at the terminal' : `"${name}"`;
  const others = known.length === 0 ? '' : ` There are: ${known.join(', ')}.`;
  return new GatewayError('not_found', `No person ${who} in the configuration.${others}`);
};

export const isErrorCode = (value: unknown): value is ErrorCode => ERROR_CODES.some(code => code === value);

export const isErrorFault = (value: unknown): value is ErrorFault => ERROR_FAULTS.some(fault => fault === value);

/** One sentence for any thrown value. */
export const errorMessage = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : 'an unknown error';
};

/** The reason of any thrown value. All but our own is text from outside. */
export const reasonOf = (thrown: unknown): Reason =>
  thrown instanceof ReasonedError ? thrown.reason : {what: clauseFromOutside(errorMessage(thrown))};

/** Marks the impossible case: a forgotten case doesn't compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
};
