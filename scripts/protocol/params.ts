// Describes parameters with the sentences of their own checks, which run here.
import {type AnyMethod, InvalidParams, type ParamField} from '../../src/ipc/wire/index.ts';

/** The words after "must be"; undefined if the check doesn't say them. */
export const expectationOf = (field: ParamField<unknown>): string | undefined => {
  try {
    field(INVALID, expected => {
      throw new Expected(expected);
    });
    return 'any JSON';
  } catch (error) {
    if (error instanceof Expected) return error.message;
    // A parameter with fields of its own, which its type shows.
    if (error instanceof InvalidParams) return undefined;
    throw error;
  }
};

/** The sentence about parameters that need or exclude each other, if there are any. */
export const ruleOf = (name: string, record: AnyMethod): string | undefined => {
  const all = Object.fromEntries(Object.keys(record.params).map(param => [param, true]));
  const faults = [{}, all].map(params => record.check?.(params as never, name));
  const fault = faults.find(each => each instanceof InvalidParams);
  return fault?.message.slice(`${name}: `.length);
};

class Expected extends Error {}

/** No field takes this, except one for any JSON. */
const INVALID = Number.NaN;
