import {describe, expect, expectTypeOf, test} from 'vitest';
import {omit} from '../../src/shared/fields/omit.ts';
import {type EveryField, present} from '../../src/shared/fields/present.ts';

const maybe = (value: string | undefined): string | undefined => value;

describe('present', () => {
  test('keeps any value, even an empty, false or null one', () => {
    expect(present({a: 0, b: '', c: false, d: null, e: []})).toEqual({a: 0, b: '', c: false, d: null, e: []});
  });

  test('drops undefined fields', () => {
    expect(Object.keys(present({a: undefined, b: 1}))).toEqual(['b']);
  });

  test('makes a field optional by type only if it may be undefined', () => {
    const record = present({always: 'a', sometimes: maybe(undefined)});
    expectTypeOf(record.always).toEqualTypeOf<'a'>();
    const {sometimes = 'absent'} = record;
    expect(sometimes).toBe('absent');
    // @ts-expect-error An optional field is not a required one.
    const whole: {readonly sometimes: string} = record;
    expect(whole).toEqual({always: 'a'});
  });

  test('requires a mapping to name every field', () => {
    type Record = {readonly a: string; readonly b?: string};
    const record: Record = present({a: 'a', b: maybe(undefined)} satisfies EveryField<Record>);
    expect(record).toEqual({a: 'a'});
    // @ts-expect-error `b` is forgotten.
    const forgotten = {a: 'a'} satisfies EveryField<Record>;
    expect(forgotten).toEqual({a: 'a'});
  });
});

describe('omit', () => {
  test("returns the record without the named fields and doesn't change the original", () => {
    const record = {a: 1, b: 2, c: 3};
    expect(omit(record, 'a', 'c')).toEqual({b: 2});
    expect(record).toEqual({a: 1, b: 2, c: 3});
  });

  test('accepts the name of an absent field', () => {
    const record: {readonly a: number; readonly b?: number} = {a: 1};
    expect(omit(record, 'b')).toEqual({a: 1});
  });

  test('keeps the members of a union apart', () => {
    type Shape = {readonly kind: 'a'; readonly x: 1; readonly y: 1} | {readonly kind: 'b'; readonly y: 2};
    const shape = {kind: 'a', x: 1, y: 1} as Shape;
    expectTypeOf(omit(shape, 'y')).toEqualTypeOf<
      Omit<Extract<Shape, {kind: 'a'}>, 'y'> | Omit<Extract<Shape, {kind: 'b'}>, 'y'>
    >();
    expect(omit(shape, 'y')).toEqual({kind: 'a', x: 1});
  });
});
