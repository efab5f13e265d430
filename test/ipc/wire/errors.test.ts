import {expect, test} from 'vitest';
import {errorFromWire, errorToWire, InvalidParams, RemoteError} from '../../../src/ipc/wire/errors.ts';
import {ERROR_CODES, GatewayError} from '../../../src/shared/text/gateway-error.ts';

test.each(ERROR_CODES)('%s crosses the wire and comes back unchanged', code => {
  const wire = errorToWire(new GatewayError(code, 'It did not work.', {cause: new Error('secret')}));
  expect(wire).toEqual({code: -32000, message: 'It did not work.', data: {code, message: 'It did not work.'}});
  expect(errorFromWire(JSON.parse(JSON.stringify(wire)))).toMatchObject({code, message: 'It did not work.'});
});

test('a known fault crosses the wire, and an unknown one is dropped', () => {
  const wire = errorToWire(new GatewayError('invalid', 'No.', {fault: 'no-time'}));
  expect(wire.data).toEqual({code: 'invalid', message: 'No.', fault: 'no-time'});
  expect(errorFromWire(wire).fault).toBe('no-time');
  expect(errorFromWire({...wire, data: {code: 'invalid', fault: 'of tomorrow'}}).fault).toBeUndefined();
});

test('the address of what has moved crosses the wire', () => {
  const wire = errorToWire(new GatewayError('moved', 'It is elsewhere.', {address: 'ssh://me@server'}));
  expect(wire.data).toEqual({code: 'moved', message: 'It is elsewhere.', address: 'ssh://me@server'});
  expect(errorFromWire(JSON.parse(JSON.stringify(wire)))).toMatchObject({code: 'moved', address: 'ssh://me@server'});
  expect(errorFromWire({...wire, data: {code: 'moved', address: ['-oProxyCommand']}}).address).toBeUndefined();
});

test.each([
  [-32700, 'invalid'],
  [-32600, 'invalid'],
  [-32601, 'invalid'],
  [-32602, 'invalid'],
  [-32603, 'failed'],
  [-32000, 'failed'],
  [-1, 'failed'],
  [12, 'failed'],
])('the number %d without our own code means %s', (number, code) => {
  for (const data of [undefined, null, 'x', {code: 'no such code'}]) {
    const error = errorFromWire({code: number, message: 'A sentence.', data});
    expect(error).toBeInstanceOf(RemoteError);
    expect([error.code, error.rpcCode, error.data]).toEqual([code, number, data]);
  }
});

test('wrong parameters have their own number', () => {
  expect(errorToWire(new InvalidParams("why: 'id' is missing."))).toEqual({
    code: -32602,
    message: "why: 'id' is missing.",
  });
});

test('a remote error is passed on to our own clients', () => {
  const remote = errorFromWire({code: -5, message: 'Rate limited.', data: {secret: 'x'}});
  expect(errorToWire(remote)).toEqual({
    code: -32000,
    message: 'Rate limited.',
    data: {code: 'failed', message: 'Rate limited.'},
  });
});
