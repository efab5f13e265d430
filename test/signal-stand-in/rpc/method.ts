// The definition of a method.
import type {CallContext} from './context.ts';

export type Method = {
  /** `multi`: only without -a. `lines`: not over HTTP. */
  readonly only?: 'multi' | 'lines';
  /** Needs no account in multi-account mode. */
  readonly multi?: true;
  /** The only parameters it knows. */
  readonly typed?: readonly string[];
  run(params: unknown, context: CallContext): unknown;
};

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (params: unknown): Fields => (params ?? {}) as Fields;
