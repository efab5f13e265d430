// No body holds the daemon: the JSON of a big one is read in a worker thread.
import {expect, test} from 'vitest';
import {openDoor, SECRET} from '../../support/http-door.ts';
import {longestBlock} from '../../support/longest-block.ts';

const MIB = 1_048_576;
const hook = {secret: SECRET, target: 'rooster:main', reply: 'note', template: 'First: {{payload.0}} {{payload.n}}'};

test.each<[string, string, string]>([
  ['numbers', `[7,${'1,'.repeat(MIB / 2 - 10)}1]`, 'First: 7 '],
  ['nested lists', '['.repeat(MIB / 2 - 10) + ']'.repeat(MIB / 2 - 10), 'First: '],
  ['many members', `{"n":7,${Array.from({length: 60_000}, (_, at) => `"k${at}":${at}`).join(',')}}`, 'First:  7'],
])('a body of %s doesn’t hold the daemon', async (_, body, text) => {
  await using door = await openDoor({config: {hooks: {ci: hook}}});
  // The first request loads and compiles the code, also that of this client.
  await door.post('/hooks/ci', '{"n":1}');
  let status = 0;
  const block = await longestBlock(async () => {
    ({status} = await door.post('/hooks/ci', body));
  });
  expect(status).toBe(202);
  const {messages} = await door.fixture.call('session.history', {session: 'rooster:main', limit: 1});
  expect(messages[0]?.text.startsWith(text)).toBe(true);
  expect(block).toBeLessThan(50);
});

test('a big body is refused as a small one is', async () => {
  await using door = await openDoor({config: {hooks: {ci: hook}}});
  expect((await door.post('/hooks/ci', `[${'1,'.repeat(MIB / 4)}`)).status).toBe(400);
  expect((await door.post('/wake', `{"x":[${'1,'.repeat(MIB / 4)}1]}`)).status).toBe(422);
  const wake = {user_id: 'alice', conversation_id: 'rooster:main', alarm_id: 'a', message: 'x'.repeat(MIB / 2)};
  expect((await door.post('/wake', JSON.stringify(wake))).status).toBe(202);
});
