// All operations. To add one, write its record in the file of its noun, and its effect where the compiler asks for it.
import {DELIVERY_OPERATIONS} from './delivery-operations.ts';
import {JOB_OPERATIONS} from './job-operations.ts';
import type {Operation, OperationNoun} from './operation.ts';
import {ALARM_OPERATIONS, REMINDER_OPERATIONS} from './reminder-operations.ts';

export const OPERATIONS = {
  ...DELIVERY_OPERATIONS,
  ...REMINDER_OPERATIONS,
  ...ALARM_OPERATIONS,
  ...JOB_OPERATIONS,
};

/** The operations of a noun, by name. An operation is named as its method. */
export type OperationName<N extends OperationNoun = OperationNoun> = {
  [M in keyof typeof OPERATIONS]: (typeof OPERATIONS)[M]['noun'] extends N ? M : never;
}[keyof typeof OPERATIONS];

export type NounOf<M extends OperationName> = (typeof OPERATIONS)[M]['noun'];

/** Operations that take `until` beside the record. */
export type PauseName = 'reminder.pause' | 'cron.pause';
export const isPause = (name: string): boolean => name === 'reminder.pause' || name === 'cron.pause';

/** The operations of a noun with their names, in the order of their records. */
export const operationsOn = <N extends OperationNoun>(
  noun: N,
): readonly (readonly [OperationName<N>, Operation<N>])[] =>
  Object.entries(OPERATIONS).flatMap(([name, operation]) =>
    operation.noun === noun ? [[name as OperationName<N>, operation as unknown as Operation<N>] as const] : [],
  );
