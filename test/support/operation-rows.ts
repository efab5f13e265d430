// A row for each operation, for the tables of tests that walk all methods.
import type {OperationNoun} from '../../src/shared/operations/operation.ts';
import {OPERATIONS, type OperationName} from '../../src/shared/operations/operations.ts';

export const forOperations = <T>(rows: Readonly<Record<OperationNoun, T>>): Readonly<Record<OperationName, T>> =>
  Object.fromEntries(Object.entries(OPERATIONS).map(([name, {noun}]) => [name, rows[noun]])) as Readonly<
    Record<OperationName, T>
  >;
