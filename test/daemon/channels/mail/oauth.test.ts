// OAuth2 against an authorization server on loopback: the device flow, and access tokens that are refreshed in time.
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {accessTokens, askForDevice, tokensOfDevice} from '../../../../src/daemon/channels/mail/oauth.ts';
import {MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../../support/fake-clock.ts';
import {type OauthAnswer, type OauthStandIn, startOauth} from '../../../support/mail/oauth-stand-in.ts';
import {until} from '../../../support/until.ts';

let server: OauthStandIn;
let clock: FakeClock;
beforeEach(async () => {
  server = await startOauth();
  clock = fakeClock();
});
afterEach(() => server[Symbol.asyncDispose]());

const client = () => ({issuer: server.issuer, clientId: 'rooster', scope: 'mail offline_access'});
const error = (name: string, status = 400) => ({status, error: name});

describe('the device flow', () => {
  /** Advances to each question, and resolves with when the questions came, in seconds. */
  const granted = async (count: number) => {
    const start = clock.now();
    const device = await askForDevice(client(), clock);
    const signal = new AbortController().signal;
    const result = tokensOfDevice(device.grant, {clock, signal}).catch((thrown: unknown) => thrown);
    const times: number[] = [];
    for (let n = 1; n <= count; n += 1) {
      await until('it waits', () => (clock.nextTimerAt ?? Infinity) - clock.now() < MINUTE);
      await clock.advance((clock.nextTimerAt ?? 0) - clock.now());
      times.push((clock.now() - start) / SECOND);
      await until('it asks', () => server.asked.length > n);
    }
    return {device, times, result: await result};
  };

  test('asks every five seconds, and less often when the server wants it or is silent', async () => {
    const pending = error('authorization_pending');
    server.answer(pending, error('slow_down'), pending, 'cut', 'grant');
    const {device, times, result} = await granted(5);
    expect(device).toMatchObject({url: `${server.issuer}/activate`, code: 'WDJB-MJHT'});
    expect(times).toEqual([5, 10, 20, 30, 45]);
    expect(result).toEqual({
      access: 'access-token-1',
      refresh: 'refresh-token-1',
      expiresAt: clock.now() + 60 * MINUTE,
    });
    expect(server.asked[0]).toEqual({client_id: 'rooster', scope: 'mail offline_access'});
    expect(server.asked.at(-1)).toMatchObject({grant_type: 'urn:ietf:params:oauth:grant-type:device_code'});
  });

  test.each([
    ['access_denied', /^Access was denied at 127\.0\.0\.1/u],
    ['expired_token', /^The code expired before it was confirmed\. Run rooster mail setup again\.$/u],
    ['invalid_client', /refused access: invalid_client\.$/u],
  ])('%s ends it with a sentence', async (name, sentence) => {
    server.answer(error(name));
    expect(String(((await granted(1)).result as Error).message)).toMatch(sentence);
  });

  test('ends by itself when the code has expired', async () => {
    const device = {deviceCode: 'd', intervalMs: 5 * SECOND, expiresAt: clock.now() + 4 * SECOND};
    const result = tokensOfDevice({...client(), ...device}, {clock, signal: new AbortController().signal});
    const refusal = expect(result).rejects.toThrow('The code expired');
    await until('it waits', () => (clock.nextTimerAt ?? Infinity) - clock.now() < MINUTE);
    await clock.advance(5 * SECOND);
    await refusal;
    expect(server.asked).toEqual([]);
  });

  test('another machine is asked only with encryption', async () => {
    const far = 'http://oauth.example.org';
    const named = {clientId: 'rooster', scope: 'mail', deviceEndpoint: `${far}/d`, tokenEndpoint: `${far}/t`};
    await expect(askForDevice(named, clock)).rejects.toThrow(/oauth\.example\.org: .*HTTPS/iu);
  });
});

describe('the access token', () => {
  const opened = () => {
    const start = clock.now();
    let file = JSON.stringify({access: 'a', refresh: server.refresh(), expiresAt: start + 60 * MINUTE});
    const secrets: string[] = [];
    const token = accessTokens({
      clock,
      read: () => file,
      write: (_, text) => {
        file = text;
      },
      onSecret: secret => secrets.push(secret),
    });
    return {
      token: () => token({...client(), tokens: '/tokens'}),
      file: () => JSON.parse(file),
      put: (text: string) => {
        file = text;
      },
      secrets,
    };
  };

  test('is refreshed once, five minutes before it expires, and the new refresh token is kept', async () => {
    const {token, file, secrets} = opened();
    await clock.advance(54 * MINUTE);
    expect([await token(), server.asked.length]).toEqual(['a', 0]);
    await clock.advance(MINUTE);
    expect(await Promise.all([token(), token()])).toEqual(['access-token-1', 'access-token-1']);
    expect(server.asked).toMatchObject([{grant_type: 'refresh_token', refresh_token: 'refresh-token-0'}]);
    expect(file()).toEqual({
      access: 'access-token-1',
      refresh: 'refresh-token-1',
      expiresAt: clock.now() + 60 * MINUTE,
    });
    expect(secrets).toEqual(expect.arrayContaining(['a', 'access-token-1', 'refresh-token-1']));
    await clock.advance(55 * MINUTE);
    expect(await token()).toBe('access-token-2');
  });

  test('a refused refresh is said once and for all, until there are other tokens', async () => {
    const {token, put} = opened();
    await clock.advance(60 * MINUTE);
    server.answer(error('invalid_grant'));
    const sentence = /^127\.0\.0\.1:\d+ refused access: invalid_grant\. Run rooster mail setup again\.$/u;
    await expect(token()).rejects.toThrow(sentence);
    await expect(token()).rejects.toThrow(sentence);
    expect(server.asked).toHaveLength(1);
    put(JSON.stringify({access: 'b', refresh: 'r', expiresAt: clock.now() + 60 * MINUTE}));
    expect(await token()).toBe('b');
  });

  test.each<[string, OauthAnswer]>([
    ['is silent', 'cut'],
    ['is busy', error('temporarily_unavailable', 503)],
  ])('is asked for again when the server %s', async (_, answer) => {
    const {token} = opened();
    await clock.advance(60 * MINUTE);
    server.answer(answer, 'grant');
    await expect(token()).rejects.toMatchObject({end: {retry: 'unsent'}});
    expect(await token()).toBe('access-token-1');
  });

  test('a broken file is named, and not shown', async () => {
    const {token, put} = opened();
    put('{"access": secret');
    await expect(token()).rejects.toThrow(
      "/tokens doesn't hold the tokens of the mailbox. Run rooster mail setup again.",
    );
  });
});
