import {expect, test} from 'vitest';
import {announceFrame} from '../../../../src/daemon/flows/announce.ts';
import {startTalk} from '../../../support/offline-talk.ts';

/** A conversation in which the job standup was announced, and backup told word for word. */
const afterwards = () => {
  const talk = startTalk();
  const said = (text: string): void => {
    talk.history.push({role: 'user', content: [{type: 'text', text}]});
  };
  said(`${announceFrame('standup')}\n\nraw: 3 commits`);
  talk.history.push({role: 'assistant', content: [{type: 'text', text: 'Three commits, all green.'}]});
  said('[Delivered to the user word for word, scheduled job nightly-backup:]\n12 GB saved\nin 4 minutes');
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
])('"%s" is answered from what was announced', async (text, reply) => {
  expect(await afterwards().say(text)).toEqual({reply, calls: []});
});

test('what a reminder said is told too, and the newest of several', async () => {
  const talk = startTalk();
  talk.given(['in 5 minutes', 'tea']);
  talk.fire('rem_1');
  expect((await talk.say('what did the reminder say?')).reply).toBe('The reminder said: tea');
});

test('of what has said nothing here, that is said, with what has', async () => {
  expect((await afterwards().say('what did weather say?')).reply).toBe(
    'Nothing called “weather” has said anything in this conversation. These have: standup, nightly-backup.',
  );
});

test.each([['what did I ask you to remind me of?'], ['what is planned?'], ['what is next?'], ['what time is it']])(
  '"%s" is still about something else',
  async text => {
    expect((await afterwards().say(text)).reply).not.toMatch(/said/u);
  },
);
