// The configuration in a client's requests.
import {expect, test} from 'vitest';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a key is read by the same path as in config.set and in problems', async () => {
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}];
  using dir = tempDir();
  await using fixture = await openTestDaemon({home: dir.path, config: {users}});
  const at = async (key: string) => (await fixture.call('config.get', {key})).config;
  expect(await at('users[0].name')).toBe('alice');
  expect(await at('users[0].match[1]')).toBe('signal:alice-uuid');
  expect(await at('agent.model')).toBe('offline');
  await expect(at('users[1]')).rejects.toMatchObject({code: 'not_found'});
  await expect(at('agent.toString')).rejects.toMatchObject({code: 'not_found'});
});
