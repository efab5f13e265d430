import {expect, test} from 'vitest';
import {databaseError, troubleOf} from '../../../../src/daemon/store/database/database-errors.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';

const thrown = (errcode: number) => Object.assign(new Error('disk I/O error'), {code: 'ERR_SQLITE_ERROR', errcode});

test.each([
  [13, 'full', 'unavailable'],
  // An exhausted quota shows as a failed write, a disk too full for the shared index as a failed enlargement.
  [778, 'full', 'unavailable'],
  [4874, 'full', 'unavailable'],
  [5, 'busy', 'unavailable'],
  [261, 'busy', 'unavailable'],
  [8, 'unwritable', 'failed'],
  [14, 'unwritable', 'failed'],
  [1034, 'failing', 'failed'],
  [266, 'failing', 'failed'],
  [11, 'damaged', 'failed'],
  [267, 'damaged', 'failed'],
  [26, 'damaged', 'failed'],
])('result code %i of SQLite is "%s": a %s with a sentence that names the file', (errcode, trouble, code) => {
  const error = databaseError(thrown(errcode), '/home/alice/rooster.db');
  expect(troubleOf(thrown(errcode))).toBe(trouble);
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({
    code,
    message: expect.stringContaining('/home/alice/rooster.db'),
    cause: thrown(errcode),
  });
});

test('any other error is a bug and passes unchanged', () => {
  for (const bug of [thrown(1), thrown(2067), new TypeError('no'), 'text', undefined]) {
    expect(databaseError(bug, '/home/alice/rooster.db')).toBe(bug);
  }
});
