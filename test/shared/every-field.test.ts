import {expect, test} from 'vitest';
import type {EveryField} from '../../src/shared/fields/every-field.ts';

test('requires a mapping to name every field, and lets an optional one be undefined', () => {
  type Fields = {readonly a: string; readonly b?: string};
  const fields: Fields = {a: 'a', b: undefined} satisfies EveryField<Fields>;
  expect(fields).toEqual({a: 'a'});
  // @ts-expect-error `b` is forgotten.
  const forgotten = {a: 'a'} satisfies EveryField<Fields>;
  expect(forgotten).toEqual({a: 'a'});
  // @ts-expect-error `a` isn't optional.
  const missing = {a: undefined, b: 'b'} satisfies EveryField<Fields>;
  expect(missing).toEqual({b: 'b'});
});
