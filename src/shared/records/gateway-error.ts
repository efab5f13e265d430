// An error is a sentence with a code: what happened, to which thing, what to do. Any other exception is a bug.

export const ERROR_CODES = ['not_found', 'invalid', 'refused', 'busy', 'conflict', 'unavailable', 'failed'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The exact fault, for programs. `no-time`: the text names no time, or more than one. `no-scope`: it isn't clear whether one occurrence is meant or all. */
const ERROR_FAULTS = ['no-time', 'no-scope'] as const;
export type ErrorFault = (typeof ERROR_FAULTS)[number];

/** The place of a fault in a file. */
export type FilePlace = {readonly file: string; readonly line: number; readonly reason: string};

type ErrorDetails = ErrorOptions & {readonly fault?: ErrorFault | undefined; readonly invalid?: FilePlace | undefined};

/** The message is a whole sentence for people: what happened, and what to do. `code`, `fault` and `invalid` are for programs. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly fault: ErrorFault | undefined;
  readonly invalid: FilePlace | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorDetails) {
    super(message, options);
    this.code = code;
    this.fault = options?.fault;
    this.invalid = options?.invalid;
  }
}

export const isErrorCode = (value: unknown): value is ErrorCode => ERROR_CODES.some(code => code === value);

export const isErrorFault = (value: unknown): value is ErrorFault => ERROR_FAULTS.some(fault => fault === value);

/** One sentence for any thrown value. */
export const errorMessage = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : 'an unknown error';
};

/** Marks the impossible case: a forgotten case doesn't compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
};
