// An error is a sentence with a code: what happened, to what, and what to do. Anything else that is thrown is a bug.

export const ERROR_CODES = ['not_found', 'invalid', 'refused', 'busy', 'conflict', 'unavailable', 'failed'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Its message is a whole sentence for a person: what happened, and what to do. `code` is for programs. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const isErrorCode = (value: unknown): value is ErrorCode => ERROR_CODES.some(code => code === value);

/** One sentence for whatever was thrown. */
export const wordsFor = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' ? thrown : 'an unknown error';
};

/** Stands where no case is left: a case that is forgotten does not compile. */
export const assertNever = (value: never): never => {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
};
