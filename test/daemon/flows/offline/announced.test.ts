import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

/** A conversation in which the job standup was announced in the agent's words, and nightly-backup word for word. */
const afterwards = () => {
  const talk = startOfflineConversation();
  const turnId = 'turn_standup';
  talk.add({role: 'user', text: 'raw: 3 commits', source: {kind: 'cron', name: 'standup'}, turnId});
  talk.add({role: 'assistant', text: 'Three commits, all green.', source: {kind: 'agent'}, turnId});
  const text = '12 GB saved\nin 4 minutes';
  talk.add({role: 'assistant', text, source: {kind: 'cron', name: 'nightly-backup'}});
  return talk;
};

test.each([
  ['what did standup say?', 'standup said: Three commits, all green.'],
  ['What did the standup job report', 'standup said: Three commits, all green.'],
  ['tell me what standup found', 'standup said: Three commits, all green.'],
  ["what's the result of standup?", 'standup said: Three commits, all green.'],
  ['show me the standup output', 'standup said: Three commits, all green.'],
  ['what did nightly-backup say', 'nightly-backup said:\n12 GB saved\nin 4 minutes'],
  ['what did the backup say this morning?', 'nightly-backup said:\n12 GB saved\nin 4 minutes'],
  ['what was that?', 'nightly-backup said:\n12 GB saved\nin 4 minutes'],
])('"%s" is answered from the announcements', async (text, reply) => {
  expect(await afterwards().say(text)).toEqual({reply, calls: []});
});

test('the last reminder can be asked about too', async () => {
  const talk = startOfflineConversation();
  await talk.given(['in 5 minutes', 'tea']);
  talk.fire('rem_1');
  expect((await talk.say('what did the reminder say?')).reply).toBe('The reminder said: tea');
});

test('a job without an announcement here is named, with those that have one', async () => {
  expect((await afterwards().say('what did weather say?')).reply).toBe(
    '"weather" hasn\'t announced anything in this conversation. These did: standup, nightly-backup.',
  );
});

test.each([['what did I ask you to remind me of?'], ['what is planned?'], ['what is next?'], ['what time is it']])(
  '"%s" isn\'t about an announcement',
  async text => {
    expect((await afterwards().say(text)).reply).not.toMatch(/said/u);
  },
);
