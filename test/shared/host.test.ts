import {describe, expect, test} from 'vitest';
import {otherRelease, readHost, readHostSetting} from '../../src/shared/records/host.ts';

describe('a host', () => {
  test.each([
    ['server', {name: 'server', destination: 'server'}],
    ['me@server', {name: 'me@server', destination: 'me@server'}],
    ['ssh://me@server', {name: 'me@server', destination: 'me@server'}],
    ['ssh://me@server:2222/', {name: 'me@server:2222', destination: 'ssh://me@server:2222'}],
    ['ssh://[::1]:22', {name: '[::1]:22', destination: 'ssh://[::1]:22'}],
    ['müller-pc.local', {name: 'müller-pc.local', destination: 'müller-pc.local'}],
  ])('is read from %s', (text, host) => {
    expect(readHost(text)).toEqual(host);
  });

  test.each([
    '',
    '-oProxyCommand=x',
    'ssh://-x',
    '-me@server',
    'a b',
    'a;b',
    'server:0',
    'server:99999',
    'http://server',
    'me@',
  ])('is not %j', text => {
    expect(readHost(text)).toBeUndefined();
  });

  test('of the configuration may name its program', () => {
    expect(readHostSetting({address: 'den', command: '/opt/rooster'})).toEqual({
      name: 'den',
      destination: 'den',
      command: '/opt/rooster',
    });
    for (const wrong of [7, {}, {address: '-x'}, {address: 'den', command: ''}, {address: 'den', port: 2}])
      expect(readHostSetting(wrong)).toBeUndefined();
  });
});

test.each([
  ['1.4.0', '1.4.9', true],
  ['1.5.0', '1.4.0', true],
  ['1.3.0', '1.4.0', true],
  ['1.6.0', '1.4.0', false],
  ['2.4.0', '1.4.0', false],
])('release %s there and %s here work together: %s', (there, here, fits) => {
  expect(otherRelease('den', there, here) === undefined).toBe(fits);
});
