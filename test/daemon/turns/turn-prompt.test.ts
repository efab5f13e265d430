import {expect, test} from 'vitest';
import {createTurnPrompt, type TurnCircumstances} from '../../../src/daemon/turns/prompt/turn-prompt.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';

const FILES = {
  'AGENTS.md': 'Be brief and kind.',
  'TOOLS.md': 'The lamp is at ha.local.',
  'MEMORY.md': 'Alice likes figs.',
};

const open = (files: Record<string, string | undefined> = {...FILES}) => {
  const workspace = {root: '/w', read: async (path: string) => files[path]};
  const promptFor = createTurnPrompt({workspace, agentName: () => 'rooster'});
  return {files, prompt: (other: Partial<TurnCircumstances> = {}) => promptFor({...turn, ...other})};
};

const turn: TurnCircumstances = {
  session: 'rooster:main',
  trust: 'full',
  user: 'alice',
  zone: 'Europe/Berlin',
  now: Date.UTC(2026, 10, 21, 20, 3),
  source: {kind: 'user', name: 'alice', channel: 'terminal'},
  tools: ['reminder', 'bash'],
};

test('the prompt says who the agent is, who is talking, what tools it has, and that it ends with text', async () => {
  const prompt = await open().prompt();
  expect(prompt).toMatch(/^You are rooster, /u);
  expect(prompt).toContain('always end with text');
  expect(prompt).toContain('alice. Trust: full.');
  expect(prompt).toContain('You have: reminder, bash.');
  expect(prompt).toContain('A message from alice, written on terminal.');
});

test.each([
  ['full', 'rooster:main', ['AGENTS.md', 'TOOLS.md', 'MEMORY.md']],
  ['inner', 'rooster:dm:signal:bob-uuid', ['AGENTS.md', 'TOOLS.md']],
  ['familiar', 'rooster:dm:signal:carol-uuid', ['AGENTS.md']],
  ['public', 'rooster:dm:signal:mallory-uuid', ['AGENTS.md']],
  ['familiar', 'rooster:group:signal:AAEC', ['AGENTS.md']],
  ['full', 'rooster:group:signal:AAEC', ['AGENTS.md', 'TOOLS.md']],
  ['full', 'rooster:cron:morning', ['AGENTS.md', 'TOOLS.md', 'MEMORY.md']],
] as const)('with trust %s, %s is shown %j of the workspace', async (trust, session, shown) => {
  const prompt = await open().prompt({trust, session});
  const files = [...prompt.matchAll(/<file name="([^"]+)">/gu)].map(([, name]) => name);
  expect(files).toEqual(shown);
  for (const [name, text] of Object.entries(FILES)) {
    expect(prompt.includes(text)).toBe(shown.some(each => each === name));
  }
});

test("notes about one person appear in that person's turns only", async () => {
  const {prompt} = open({'memory/bob.md': 'Bob wants a boat.', 'MEMORY.md': 'Alice likes figs.'});
  const bob = {trust: 'inner', user: 'bob', owner: 'bob', session: 'rooster:dm:signal:bob-uuid'} as const;
  // A guest in another person's conversation.
  expect(await prompt({...bob, owner: 'dave'})).not.toContain('boat');
  expect(await prompt(bob)).toContain('<file name="memory/bob.md">\nBob wants a boat.');
  expect(await prompt(bob)).not.toContain('figs');
  for (const other of [
    {...bob, user: 'dave'},
    {...bob, trust: 'familiar'},
    {...bob, session: 'rooster:group:signal:AAEC'},
  ] as const)
    expect(await prompt(other)).not.toContain('boat');
});

test('an edit applies to the next turn, and a missing or empty file leaves no trace', async () => {
  const {files, prompt} = open();
  expect(await prompt()).toContain('Be brief and kind.');
  files['AGENTS.md'] = 'Be long and rude.';
  files['MEMORY.md'] = ' \n';
  delete files['TOOLS.md'];
  const next = await prompt();
  expect(next).toContain('Be long and rude.');
  expect(next).not.toContain('TOOLS.md');
  expect(next).not.toContain('MEMORY.md');
});

test('a long file is cut at a line, and a note marks the cut', async () => {
  const {prompt} = open({'AGENTS.md': 'A line of thirty characters !!\n'.repeat(1_000)});
  const text = await prompt();
  expect(text).toMatch(/!!\n\[… the first 19\d{3} of 30999 characters of AGENTS\.md\.\]\n<\/file>/u);
  expect(text.length).toBeLessThan(24_000);
});

test('an unreadable file is reported, and the turn continues', async () => {
  const workspace = {
    root: '/w',
    read: async (path: string) => {
      if (path === 'MEMORY.md') throw new GatewayError('invalid', 'MEMORY.md is a binary file (3 bytes), not text.');
      return 'text';
    },
  };
  const prompt = await createTurnPrompt({workspace, agentName: () => 'rooster'})(turn);
  expect(prompt).toContain('[This file could not be read: MEMORY.md is a binary file (3 bytes), not text.]');
});

test("the time comes last, in words, in the user's zone and in UTC", async () => {
  const prompt = await open().prompt();
  expect(prompt).toMatch(
    /# Now\n\nSaturday, 21 November 2026, 21:03 in Europe\/Berlin \(2026-11-21T21:03:00\+01:00; in UTC 2026-11-21T20:03:00\.000Z\)\. [^\n]+$/u,
  );
});

test('only the end of the prompt differs between two turns of a conversation', async () => {
  const {prompt} = open();
  const [one, two] = [await prompt(), await prompt({now: turn.now + 60_000, source: {kind: 'operator'}})];
  const same = [...one].findIndex((character, index) => character !== two[index]);
  expect(one.indexOf('# This turn')).toBeGreaterThan(0);
  expect(same).toBeGreaterThanOrEqual(one.indexOf('# This turn'));
});

test('the formatting fits the channel on which the answer is read', async () => {
  const {prompt} = open();
  expect(await prompt()).toContain('renders Markdown');
  expect(await prompt({promptChannel: 'terminal'})).toContain('renders Markdown');
  expect(await prompt({promptChannel: 'signal'})).toContain('in Signal on a phone');
  expect(await prompt({promptChannel: 'carrier-pigeon'})).toContain('plain text');
});

test.each([
  [{kind: 'cron', name: 'morning'}, 'rooster:cron:morning', 'The scheduled job "morning" runs without a reader'],
  [{kind: 'cron', name: 'morning'}, 'rooster:main', 'The result of the scheduled job "morning"'],
  [{kind: 'reminder', name: 'rem_1'}, 'rooster:cron:reminder-rem_1', 'The reminder "rem_1" has fired. Do what it asks'],
  [{kind: 'reminder', name: 'rem_1'}, 'rooster:main', 'A reminder "rem_1" that has fired'],
  [{kind: 'operator'}, 'rooster:main', 'A message from the operator, who runs you.'],
  [{kind: 'alarm', name: 'alm_1'}, 'rooster:main', 'A wake-up "alm_1"'],
  [
    {kind: 'session', name: 'rooster:main'},
    'rooster:dm:signal:alice-uuid',
    'another of your conversations "rooster:main"',
  ],
  [{kind: 'system', name: 'unanswered'}, 'rooster:main', 'A notice from the daemon itself "unanswered"'],
  [{kind: 'agent'}, 'rooster:main', 'You continue your own work.'],
] as const)('the prompt names the origin of the turn: %j in %s', async (source, session, words) => {
  expect(await open().prompt({source, session})).toContain(words);
});

test('the prompt mentions missing tools, a missing name and a group', async () => {
  const {user: _, ...nameless} = turn;
  const prompt = createTurnPrompt({workspace: {root: '/w', read: async () => undefined}, agentName: () => 'rooster'});
  const text = await prompt({...nameless, tools: [], trust: 'familiar', session: 'rooster:group:signal:AAEC'});
  expect(text).toContain('You have no tools in this conversation');
  expect(text).toContain('You do not know the name of this person.');
  expect(text).toContain('This is a group: all its members read your answer.');
});

test('the prompt mentions a second attempt and a summary, but not a first attempt', async () => {
  const {prompt} = open();
  expect(await prompt({attempt: 1})).not.toContain('attempt');
  expect(await prompt({attempt: 2})).toContain('This is attempt 2');
  expect(await prompt({summary: 'They talked about figs.'})).toContain('(a summary)\n\nThey talked about figs.');
});
