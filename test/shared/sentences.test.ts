import {expect, test} from 'vitest';
import {formatClose, reasonOfClose} from '../../src/ipc/wire/index.ts';
import {GatewayError, ReasonedError, reasonOf} from '../../src/shared/text/gateway-error.ts';
import {formatReason} from '../../src/shared/text/sentences.ts';

const LOCKED = {what: 'The file is locked', advice: 'Close it.'};

test('a reason is a sentence and its advice', () => {
  expect(formatReason({what: LOCKED.what})).toBe('The file is locked.');
  expect(formatReason(LOCKED)).toBe('The file is locked. Close it.');
});

test('an error keeps its reason beside its message', () => {
  const error = new ReasonedError('busy', LOCKED);
  expect(error.message).toBe('The file is locked. Close it.');
  expect(reasonOf(error)).toBe(LOCKED);
  expect(error).toBeInstanceOf(GatewayError);
  expect(reasonOf(new Error('connect ENOENT /x.'))).toEqual({what: 'connect ENOENT /x'});
});

test('the end of a connection is a whole sentence, and a clause for other sentences', () => {
  expect(formatClose({kind: 'broken', error: 'read EIO.'})).toBe('The connection broke: read EIO.');
  expect(reasonOfClose({kind: 'announced', message: 'The daemon is stopping.'})).toEqual({
    what: 'The daemon is stopping',
  });
  expect(formatClose({kind: 'announced', message: 'Stopping; see https://x.example'})).toBe(
    'Stopping; see https://x.example',
  );
  expect(formatClose({kind: 'exited', reason: LOCKED})).toBe('The file is locked. Close it.');
});
