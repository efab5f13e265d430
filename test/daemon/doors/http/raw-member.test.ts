// The exact text of a member: whatever JSON stands around it.
import {expect, test} from 'vitest';
import {rawMember} from '../../../../src/daemon/doors/http/wake-fields.ts';

test.each([
  ['{"payload":{"b":1.0,"a":9007199254740993}}', '{"b":1.0,"a":9007199254740993}'],
  ['\n{ "x" : "}\\"{" , "payload" :  [1, "]", {"}": 2}]  ,"y":1}', '[1, "]", {"}": 2}]'],
  ['{"payload":"a\\\\","z":2}', '"a\\\\"'],
  ['{"payl\\u006fad":1e400}', '1e400'],
  ['{"payload":1,"payload":2}', '2'],
  ['{"payload":null}', 'null'],
  ['{"inner":{"payload":1}}', undefined],
  ['{}', undefined],
])('of %s it is %s', (text, member) => {
  expect(rawMember(text, 'payload')).toBe(member);
});

test('deep nesting needs no stack', () => {
  const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
  expect(rawMember(`{"a":${deep},"payload":${deep}}`, 'payload')).toBe(deep);
});
