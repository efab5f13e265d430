// A method for each operation: its parameter names the record, its result is the changed record.
import type {Wire} from '../shared/fields/wire.ts';
import type {OperationNoun, OperationRecords} from '../shared/operations/operation.ts';
import {type NounOf, OPERATIONS, type OperationName} from '../shared/operations/operations.ts';
import {withCapital} from '../shared/text/sentences.ts';
import {id, name} from './fields.ts';
import {method, returns} from './wire/index.ts';

const PARAMS = {
  delivery: {id: id('dlv')},
  reminder: {id: id('rem')},
  alarm: {id: id('alm')},
  job: {name},
} as const;

type OperationMethod<N extends OperationNoun> = ReturnType<
  typeof method<(typeof PARAMS)[N], Wire<OperationRecords[N]>>
>;

export const OPERATION_METHODS = Object.fromEntries(
  Object.entries(OPERATIONS).map(([called, {noun, about, help}]) => [
    called,
    {...method(PARAMS[noun], returns<unknown>()), about: about ?? `${withCapital(help)}.`},
  ]),
) as unknown as {readonly [M in OperationName]: OperationMethod<NounOf<M>>};
