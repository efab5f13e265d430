// Whoever has the secret of a program below full trust can't learn from the agent what a person and it said to each other.
import {expect, test} from 'vitest';
import {openDoor, SECRET} from '../../support/http-door.ts';

const hooks = {
  ci: {secret: SECRET, target: 'rooster:main', trust: 'inner'},
  other: {secret: `${SECRET}-2`, target: 'rooster:main', trust: 'inner'},
  trusted: {secret: SECRET, target: 'rooster:main', trust: 'full'},
};
const config = {http: {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'inner'}}, hooks};
const reply = async (response: Promise<Response>): Promise<string> =>
  ((await (await response).json()) as {reply: string}).reply;

test('a turn of a program sees the program’s own messages and their answers, and nothing else of the conversation', async () => {
  const prompts: string[] = [];
  const echo = (answer: string) => (asked: {prompt: unknown}) => {
    prompts.push(JSON.stringify(asked.prompt));
    return answer;
  };
  await using door = await openDoor({
    config,
    answers: ['I keep it.', echo('First answer.'), echo('Second answer.'), echo('Other answer.'), echo('All.')],
  });
  await door.fixture.say('My PIN is 4711.');
  await door.post('/hooks/ci?wait=30', '"First build."');
  await door.post('/hooks/ci?wait=30', '"Second build."');
  const bearer = {authorization: `Bearer ${SECRET}-2`};
  await door.post('/hooks/other?wait=30', '"Somebody else."', bearer);
  await door.post('/hooks/trusted?wait=30', '"Whole."');
  const [first = '', second = '', other = '', trusted = ''] = prompts;
  for (const prompt of [first, second, other]) expect(prompt).not.toMatch(/4711|I keep it/u);
  expect(second).toContain('First build.');
  expect(second).toContain('First answer.');
  expect(other).not.toMatch(/First build|First answer/u);
  // The owner's own program reads along.
  expect(trusted).toMatch(/4711.*First build/u);
});

test('a summary of the conversation and its copies are kept from a program, too', async () => {
  const copy = {calls: [{name: 'read_file', input: {path: 'sessions/rooster_main.jsonl'}}]};
  let system = '';
  await using door = await openDoor({
    config,
    answers: [
      'I keep it.',
      'Hello.',
      'The PIN is 4711.',
      asked => {
        system = JSON.stringify(asked.prompt[0]);
        return copy;
      },
      ({prompt}) => JSON.stringify(prompt.at(-1)),
    ],
  });
  await door.fixture.say('My PIN is 4711.');
  await door.fixture.say('Hello.');
  await door.fixture.call('session.compact', {session: 'rooster:main'});
  const answer = await reply(door.post('/hooks/ci?wait=30', '"Which PIN?"'));
  expect(answer).toContain('is a conversation with someone else');
  expect(`${system}${answer}`).not.toContain('4711');
});

test('a wake-up below full trust continues its own work, and not the person’s conversation', async () => {
  const prompts: string[] = [];
  const echo = (answer: string) => (asked: {prompt: unknown}) => {
    prompts.push(JSON.stringify(asked.prompt));
    return answer;
  };
  await using door = await openDoor({config, answers: ['I keep it.', echo('Holder 240.'), echo('Holder 250.')]});
  await door.fixture.say('My PIN is 4711.');
  const body = (message: string) =>
    JSON.stringify({user_id: 'alice', conversation_id: 'rooster:main', message, alarm_id: message});
  await door.post('/wake?wait=30', body('Start.'));
  await door.post('/wake?wait=30', body('Continue.'));
  expect(prompts.join('\n')).not.toContain('4711');
  expect(prompts[1]).toMatch(/Start\..*Holder 240\..*Continue\./u);
});
