// An error is a sentence with a code: what happened, to what, and what to do. Anything else that is thrown is a bug.

export const ERROR_CODES = ['not_found', 'invalid', 'refused', 'busy', 'conflict', 'unavailable', 'failed'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What exactly was wrong, where a program decides by it. `no-time`: the words for a time name none, or not a single one. */
const ERROR_FAULTS = ['no-time'] as const;
export type ErrorFault = (typeof ERROR_FAULTS)[number];

type ErrorDetails = ErrorOptions & {readonly fault?: ErrorFault | undefined};

/** Its message is a whole sentence for a person: what happened, and what to do. `code` and `fault` are for programs. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly fault: ErrorFault | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorDetails) {
    super(message, options);
    this.code = code;
    this.fault = options?.fault;
  }
}

export const isErrorCode = (value: unknown): value is ErrorCode => ERROR_CODES.some(code => code === value);

export const isErrorFault = (value: unknown): value is ErrorFault => ERROR_FAULTS.some(fault => fault === value);

/** One sentence for whatever was thrown. */
export const errorMessage = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : 'an unknown error';
};

/** Stands where no case is left: a case that is forgotten does not compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
};
