// Addresses that a request may reach. Real servers on loopback; names are resolved by the test.
import {expect, test} from 'vitest';
import {createRequestOnce} from '../../../src/daemon/system/http/request-once.ts';
import {startTargetServer} from '../../support/target-server.ts';

const asked = (url: string, over: object = {}) => ({
  url,
  method: 'POST' as const,
  headers: {},
  body: 'ä',
  mayBePrivate: false,
  limitBytes: 10,
  signal: new AbortController().signal,
  ...over,
});

const resolving = (address: string) => createRequestOnce(async () => [{address, family: 4}]);

test('an IP address in the URL is asked, and the answer is cut', async () => {
  await using program = await startTargetServer({status: 418, body: 'a long answer'});
  const answer = await createRequestOnce()(asked(program.url));
  expect(answer).toMatchObject({status: 418, text: 'a long ans'});
  expect(program.requests[0]?.body).toBe('ä');
});

test('a redirect is an answer', async () => {
  await using other = await startTargetServer();
  await using program = await startTargetServer({status: 307, headers: {location: other.url}});
  expect((await createRequestOnce()(asked(program.url))).status).toBe(307);
  expect(other.requests).toEqual([]);
});

test('a host name with a private address is refused, unless the configuration says that it is right', async () => {
  await using program = await startTargetServer();
  const url = program.url.replace('127.0.0.1', 'agent.example');
  await expect(resolving('127.0.0.1')(asked(url))).rejects.toThrow(/agent\.example has a private address/u);
  expect(program.requests).toEqual([]);
  expect((await resolving('127.0.0.1')(asked(url, {mayBePrivate: true}))).status).toBe(202);
});

test.each(['http://169.254.169.254/', 'http://[fe80::1]/'])('%s is never asked', async url => {
  await expect(createRequestOnce()(asked(url, {mayBePrivate: true}))).rejects.toThrow(/never asked/u);
});

test('a name of a metadata address is never asked', async () => {
  await expect(resolving('169.254.169.254')(asked('http://agent.example/', {mayBePrivate: true}))).rejects.toThrow(
    /never asked/u,
  );
});
