// A method for each operation: its parameter names the record, its result is the changed record.
import type {Wire} from '../shared/fields/wire.ts';
import type {OperationRecords} from '../shared/operations/operation.ts';
import {isPause, type NounOf, OPERATIONS, type OperationName, type PauseName} from '../shared/operations/operations.ts';
import {withCapital} from '../shared/text/sentences.ts';
import {id, name, optional} from './fields.ts';
import {method, returns} from './wire/index.ts';

const PARAMS = {
  delivery: {id: id('dlv')},
  reminder: {id: id('rem')},
  alarm: {id: id('alm')},
  job: {name},
} as const;

/** `until`: when it goes on by itself, as an instant or in words. */
const PAUSE = {until: optional(name)};

type ParamsOf<M extends OperationName> = M extends PauseName
  ? (typeof PARAMS)[NounOf<M>] & typeof PAUSE
  : (typeof PARAMS)[NounOf<M>];
type OperationMethod<M extends OperationName> = ReturnType<
  typeof method<ParamsOf<M>, Wire<OperationRecords[NounOf<M>]>>
>;

export const OPERATION_METHODS = Object.fromEntries(
  Object.entries(OPERATIONS).map(([called, {noun, about, help}]) => [
    called,
    {
      ...method(isPause(called) ? {...PARAMS[noun], ...PAUSE} : PARAMS[noun], returns<unknown>()),
      about: about ?? `${withCapital(help)}.`,
    },
  ]),
) as unknown as {readonly [M in OperationName]: OperationMethod<M>};
