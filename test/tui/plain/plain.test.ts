import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {SLASH_COMMANDS} from '../../../src/tui/input/slash-commands.ts';
import {type OpenPlain, openPlain} from '../../../src/tui/plain/open-plain.ts';
import {type FakeClock, fakeClock, settle} from '../../support/fake-clock.ts';
import {type FakeGateway, fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {type FakeLines, fakeLines} from '../../support/fake-lines.ts';
import {HOSTILE_TEXTS} from '../../support/hostile-texts.ts';
import {type MemoryFiles, memoryFiles} from '../../support/render-app.tsx';

type Session = AsyncDisposable & {
  readonly gateway: FakeGateway;
  readonly clock: FakeClock;
  readonly plain: OpenPlain;
  readonly files: MemoryFiles;
  /** The person's shell. */
  readonly shell: FakeLines;
  readonly left: () => boolean;
  /** Types a line and returns the output since the last call. */
  type(line: string): Promise<readonly string[]>;
  told(ms?: number): Promise<readonly string[]>;
  end(): void;
};

type Given = {
  readonly files?: MemoryFiles;
  readonly gateway?: FakeGateway;
  readonly clock?: FakeClock;
  readonly ascii?: boolean;
};

const open = async ({
  clock = fakeClock(),
  gateway = fakeGateway(clock),
  ascii = false,
  files = memoryFiles(),
}: Given = {}): Promise<Session> => {
  const lines: string[] = [];
  const shell = fakeLines();
  const {readable: input, writable} = new TransformStream<string, string>();
  const keyboard = writable.getWriter();
  let keys = 0;
  let gone = false;
  const plain = openPlain({
    connect: gateway.connect,
    files,
    clock,
    lines: input,
    write: line => lines.push(line),
    runner: shell,
    echoes: true,
    ascii,
    newKey: () => `key-${++keys}`,
    onBroken: thrown => {
      throw thrown;
    },
  });
  void plain.left.then(() => {
    gone = true;
  });
  const told = async (ms = 100): Promise<readonly string[]> => {
    await clock.advance(ms);
    await settle();
    await clock.advance(60);
    return lines.splice(0);
  };
  return {
    gateway,
    clock,
    plain,
    files,
    told,
    shell,
    left: () => gone,
    type: async line => {
      void keyboard.write(line);
      return await told();
    },
    end: () => void keyboard.close(),
    [Symbol.asyncDispose]: () => plain[Symbol.asyncDispose](),
  };
};

test('plain mode begins with its name, its connection, and the last messages', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  for (let index = 0; index < 15; index += 1) gateway.said(`line ${index}`);
  await using session = await open({clock, gateway});
  const told = await session.told();
  expect(told.slice(0, 4)).toEqual([
    'Rooster, plain mode. Type a message and press Enter. /help lists commands, /quit quits.',
    'Connecting.',
    'Connected.',
    'Conversation: main.',
  ]);
  expect(told.slice(4).map(line => line.slice(6))).toEqual(
    ['5', '6', '7', '8', '9', '10', '11', '12', '13', '14'].map(number => `rooster: line ${number}`),
  );
});

test("a turn's outcome is printed after its own text, not after later messages", async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.said('asked for', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  gateway.turnEnds('turn_1', {outcome: 'failed', error: 'The model did not answer.'});
  gateway.said('later', {turnId: 'turn_2'});
  await using session = await open({clock, gateway});
  expect((await session.told()).slice(4).map(line => line.replace(/^\d\d:\d\d /u, ''))).toEqual([
    'you: asked for',
    'The turn failed: The model did not answer.',
    'rooster: later',
  ]);
});

test("a sent message isn't repeated, and its answer is a line with time and speaker", async () => {
  await using session = await open();
  await session.told();
  expect(await session.type('hello')).toEqual([]);
  expect(session.gateway.callsOf('session.send')).toEqual([{text: 'hello', key: 'key-1', session: MAIN}]);
  session.gateway.says('Good day.\n\nHow are you?');
  expect(await session.told()).toEqual([expect.stringMatching(/^\d\d:\d\d rooster: Good day\.$/u), 'How are you?']);
});

test('a streamed reply is printed by finished paragraphs, each once', async () => {
  await using session = await open();
  await session.told();
  session.gateway.turnStarts('turn_1');
  session.gateway.delta({turnId: 'turn_1', text: 'First.\nSec', offset: 0});
  expect((await session.told()).map(line => line.slice(6))).toEqual(['rooster: First.']);
  session.gateway.delta({turnId: 'turn_1', text: 'ond.', offset: 10});
  expect(await session.told()).toEqual([]);
  session.gateway.says('First.\nSecond.', {turnId: 'turn_1'});
  session.gateway.turnEnds('turn_1');
  expect(await session.told()).toEqual(['Second.']);
});

test('an answer that is a sentinel is printed as nothing to say, and not begun during streaming', async () => {
  await using session = await open();
  await session.told();
  session.gateway.turnStarts('turn_1');
  session.gateway.delta({turnId: 'turn_1', text: 'HEARTBEAT_OK\n', offset: 0});
  expect(await session.told()).toEqual([]);
  session.gateway.says('HEARTBEAT_OK\n', {turnId: 'turn_1'});
  session.gateway.turnEnds('turn_1', {outcome: 'silent'});
  expect((await session.told()).map(line => line.slice(6))).toEqual(['rooster sent no reply.']);
});

test("tools, failures, reminders and others' messages are sentences", async () => {
  await using session = await open();
  const {gateway} = session;
  await session.told();
  gateway.turnStarts('turn_1');
  const call = {turnId: 'turn_1', callId: 'c', name: 'bash', summary: 'ls', session: MAIN} as const;
  gateway.emit({type: 'turn.tool', ...call, phase: 'started'});
  expect(await session.told()).toEqual(['rooster uses bash: ls.']);
  gateway.emit({type: 'turn.tool', ...call, phase: 'ended', ok: true, tookMs: 400});
  gateway.turnEnds('turn_1', {outcome: 'failed', error: 'The model did not answer.'});
  gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  gateway.says('', {turnId: 'turn_1', toolCalls: [{callId: 'd', name: 'read', input: {path: 'notes.md'}}]});
  const told = await session.told();
  expect(told.join('\n')).toMatch(/rooster uses read: .*notes\.md\.$/mu);
  expect(told).toContain('bash is done after 0.4s.');
  expect(told).toContain('The turn failed: The model did not answer.');
  expect(told.join('\n')).toMatch(/^\d\d:\d\d reminder: stretch$/mu);
});

test('the lists and the help are numbered sentences, and the commands are the same', async () => {
  await using session = await open();
  await session.told();
  session.gateway.reminds({message: 'call the dentist', fireAt: session.clock.now() + 12 * MINUTE});
  await session.told();
  const plan = await session.type('/plan');
  expect(plan[0]).toBe('Plan, 1 entry:');
  expect(plan[1]).toMatch(/^1\. Reminder, .*, in 12m: call the dentist, here\.$/u);
  expect((await session.type('/outbox'))[0]).toContain('Outbox: No deliveries');
  expect((await session.type('/help')).join('\n')).toContain(
    '/remind WHEN TEXT [--nag 15m] [--urgent] [--agent]: set a reminder',
  );
  expect((await session.type('/remind 20m tea')).join('\n')).toMatch(/^Note: Reminder set: tea, today .*, here\.$/mu);
});

test('an ambiguous time is not set, and its readings are named', async () => {
  await using session = await open();
  await session.told();
  expect((await session.type('/remind 6:45 run')).join('\n')).toContain('Which time: tomorrow 06:45 or today 18:45?');
  expect(session.gateway.callsOf('reminder.set')).toEqual([]);
});

test('an unknown command gets a question, and the next line is the answer', async () => {
  await using session = await open();
  await session.told();
  const question = 'Unknown command /nonsense. Send it as a message? Type y for yes or n for no.';
  expect(await session.type('/nonsense')).toEqual([question]);
  await session.type('n');
  expect(session.gateway.callsOf('session.send')).toEqual([]);
  expect(await session.type('/nonsense')).toEqual([question]);
  await session.type('y');
  expect(session.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['/nonsense']);
});

test('a sentence typed ahead of a question means no, and is sent', async () => {
  await using session = await open();
  await session.told();
  await session.type('/new');
  await session.type('try this please');
  expect(session.gateway.callsOf('session.reset')).toEqual([]);
  expect(session.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['try this please']);
});

test('a lost connection is one sentence, and its return another with the missed events', async () => {
  await using session = await open();
  await session.told(3 * SECOND);
  session.gateway.goesAway('The daemon was killed.');
  expect(await session.told(5 * SECOND)).toEqual(['No connection: The daemon was killed. Reconnecting automatically.']);
  session.gateway.says('while away');
  session.gateway.comesBack();
  const told = await session.told(20 * SECOND);
  expect(told[0]).toBe('Connected again.');
  expect(told[1]).toMatch(/^1 event while disconnected, .*: 1 message\.$/u);
  expect(told[2]).toMatch(/rooster: while away$/u);
  expect(told).toHaveLength(3);
});

test('a message sent without a connection is sent once when it returns', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.goesAway();
  await using session = await open({clock, gateway});
  await session.type('later');
  gateway.comesBack();
  await session.told(20 * SECOND);
  expect(gateway.messages.map(({text}) => text)).toEqual(['later']);
});

test('at the end of the input pending requests are answered first', async () => {
  await using session = await open();
  await session.told();
  await session.type('hello');
  session.gateway.turnStarts('turn_9');
  session.end();
  await session.told();
  expect(session.left()).toBe(false);
  session.gateway.says('Good day.', {turnId: 'turn_9'});
  session.gateway.turnEnds('turn_9');
  await session.told();
  expect(session.left()).toBe(true);
});

test('Ctrl+C stops the running turn, and quits when none runs', async () => {
  await using session = await open();
  await session.told();
  expect(session.plain.interrupt()).toBe(false);
  session.gateway.turnStarts('turn_1');
  await session.told();
  expect(session.plain.interrupt()).toBe(true);
  await session.told();
  expect(session.gateway.callsOf('session.stop')).toHaveLength(1);
});

test('the output never controls a terminal, and without UTF-8 the signs are ASCII', async () => {
  await using session = await open({ascii: true});
  await session.told();
  session.gateway.says('red \x1b[31malert\x1b[0m\x07 • done…');
  session.gateway.emit({type: 'cron.invalid', file: 'cron/\x1b[2Jx.md', line: 3, reason: 'no such day'});
  const told = (await session.told()).join('\n');
  expect(told).toContain('red alert * done~');
  expect(told).toContain('Warning: cron/x.md, line 3: no such day.');
  expect(told).toMatch(/^[\x0a\x20-\x7e]*$/u);
});

test('a failed delivery is a sentence, and its error the next one', async () => {
  await using session = await open();
  const dead = {state: 'dead', address: 'signal:mallory'} as const;
  session.gateway.delivers({...dead, text: 'Tea.', lastError: 'Signal refused it. Link again: rooster signal link'});
  session.gateway.delivers({...dead, text: 'Milk', lastError: 'Not on Signal.'});
  const told = (await session.type('/outbox')).join('\n');
  expect(told).toMatch(/: Tea, dead\. Signal refused it\. Link again: rooster signal link\.$/mu);
  expect(told).toMatch(/: Milk, dead\. Not on Signal\.$/mu);
});

test.each(Object.entries(HOSTILE_TEXTS))('%s is harmless in plain sentences', async (_, text) => {
  await using session = await open();
  const {gateway, clock} = session;
  gateway.says(text);
  gateway.says(text, {role: 'user', source: {kind: 'user', name: text.slice(0, 200), channel: 'signal'}});
  gateway.reminds({message: text, fireAt: clock.now() + MINUTE});
  gateway.delivers({text, state: 'dead', lastError: text, address: 'signal:mallory'});
  const told = [
    ...(await session.told()),
    ...(await session.type('/plan')),
    ...(await session.type('/outbox')),
    ...(await session.type('/log')),
  ];
  expect(told.length).toBeGreaterThan(4);
  expect(
    told.filter(line => /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(line)),
  ).toEqual([]);
});

test.each(SLASH_COMMANDS.map(({name}) => name))('/%s works line by line, or says why it does not', async name => {
  await using session = await open();
  await session.told();
  const told = [...(await session.type(`/${name}`)), ...(await session.told(300))];
  if (name === 'quit') expect(session.left()).toBe(true);
  else expect(told.filter(line => line.trim() !== '')).not.toEqual([]);
  expect(session.gateway.callsOf('session.send')).toEqual([]);
});

test('messages are found by their words, and a fired reminder is snoozed or done', async () => {
  await using session = await open();
  session.gateway.says('the dentist called');
  await session.told();
  const found = [...(await session.type('/find dentist')), ...(await session.told(300))];
  expect(found.join('\n')).toMatch(/1 message matches:\n1\. .*the dentist called/u);
  expect(await session.type('/done')).toContainEqual(expect.stringContaining('No reminder waits for an answer'));
  const reminder = session.gateway.reminds({message: 'call Bob'});
  session.gateway.fires(reminder);
  const said = session.gateway.says('call Bob', {source: {kind: 'reminder', name: reminder.id}});
  expect((await session.told()).join('\n')).toContain(
    'The reminder "call Bob" waits for your answer: /done, or /snooze 20m.',
  );
  const answer = {kind: 'snoozed', at: said.at, snoozedUntil: said.at + HOUR, channel: 'signal'} as const;
  session.gateway.emit({type: 'message.changed', session: MAIN, message: {...said, details: {answer}}});
  expect((await session.told()).join('\n')).toMatch(/call Bob: snoozed until \d\d:\d\d on the phone\./u);
  expect((await session.type('/snooze 20m')).join('\n')).toContain('Snoozed until');
  expect(session.gateway.callsOf('reminder.snooze')).toEqual([{id: reminder.id, when: '20m'}]);
  session.gateway.fires(reminder);
  await session.told();
  expect((await session.type('/done')).join('\n')).toContain('Done: call Bob');
});

test("line by line an announcement is printed once, in the agent's text", async () => {
  await using session = await open();
  const source = {kind: 'cron', name: 'disk'} as const;
  await session.told();
  session.gateway.says('RAW: disk at 91 %', {role: 'user', source, runId: 'run_1', turnId: 'turn_1'});
  session.gateway.says('Heads up, the disk fills.', {turnId: 'turn_1'});
  const told = (await session.told()).join('\n');
  expect(told).toContain('Heads up, the disk fills.');
  expect(told).not.toContain('RAW');
});

test('without a daemon the last known state is read, with its age, and goes on once the daemon is back', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  {
    await using first = await open({clock, gateway, files});
    await first.told();
    gateway.reminds({message: 'call Bob', fireAt: clock.now() + 300 * MINUTE});
    gateway.says('the parcel is here');
    await first.told(SECOND);
  }
  await clock.advance(120 * MINUTE);
  gateway.goesAway('The daemon is not running.');
  await using session = await open({clock, gateway, files});
  const told = await session.told(2 * SECOND);
  expect(told).toContain('The last known state is of 11:00, 2h 0m ago.');
  expect(told.filter(line => line.endsWith('the parcel is here'))).toHaveLength(1);
  const plan = await session.type('/plan');
  expect(plan[0]).toBe('As of 11:00:');
  expect(plan.join('\n')).toContain('call Bob');
  gateway.comesBack();
  gateway.says('said meanwhile');
  const after = await session.told(20 * SECOND);
  expect(after).toContain('Connected again.');
  expect(after.filter(line => line.endsWith('said meanwhile'))).toHaveLength(1);
  expect(after.filter(line => line.endsWith('the parcel is here'))).toEqual([]);
  expect((await session.type('/plan'))[0]).toBe('Plan, 1 entry:');
});

test('a list that is asked for while plain mode connects comes once it is connected', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.reminds({message: 'water the plants'});
  const {promise: answers, resolve: answer} = Promise.withResolvers<void>();
  const connect: FakeGateway['connect'] = async (...given) => {
    await answers;
    return gateway.connect(...given);
  };
  await using session = await open({clock, gateway: {...gateway, connect}});
  expect((await session.type('/plan')).filter(line => line.startsWith('Plan'))).toEqual([]);
  answer();
  expect((await session.told()).join('\n')).toMatch(/Connected\.[\s\S]*Plan, 1 entry:[\s\S]*water the plants/u);
});

test("a line with ! runs here and isn't sent; with !! the agent gets its output, which is printed once", async () => {
  await using session = await open();
  await session.told();
  expect(await session.type('!df -h')).toEqual(['Running here: df -h']);
  session.shell.write('disk  90%\nhal');
  expect(await session.told()).toEqual(['disk  90%']);
  session.shell.write('f\n');
  session.shell.end();
  expect(await session.told()).toEqual(['half', expect.stringMatching(/^Exit 0, after 0\.\ds\. Nothing was sent\.$/u)]);
  expect(session.gateway.callsOf('session.send')).toEqual([]);
  await session.type('!!make');
  session.shell.write('done\n');
  session.shell.end({kind: 'exit', code: 2});
  expect(await session.told()).toEqual(['done', expect.stringMatching(/^Exit 2, after .* The output is sent\.$/u)]);
  const [sent] = session.gateway.callsOf('session.send');
  expect(sent?.text).toContain('$ make\ndone\n');
  session.gateway.said(sent?.text ?? '', {role: 'user', source: {kind: 'user'}});
  expect(await session.told()).toEqual([]);
});

test('Ctrl+C stops the line with ! first, and only then the turn', async () => {
  await using session = await open();
  await session.told();
  await session.type('!sleep 100');
  expect(session.plain.interrupt()).toBe(true);
  expect(session.shell.ran).toEqual([{line: 'sleep 100', stops: 1}]);
  session.shell.end({kind: 'signal', signal: 'SIGINT'});
  expect(await session.told()).toEqual([expect.stringMatching(/^Stopped after .* Nothing was sent\.$/u)]);
  expect(session.plain.interrupt()).toBe(false);
});

test('at the end of the input, plain mode waits for the line with !!, and until its message is sent', async () => {
  await using session = await open();
  await session.told();
  await session.type('!!make');
  session.end();
  await session.told();
  expect(session.left()).toBe(false);
  session.gateway.goesAway();
  session.shell.write('done\n');
  session.shell.end();
  await session.told();
  expect([session.left(), session.gateway.callsOf('session.send')]).toEqual([false, []]);
  session.gateway.comesBack();
  await session.told(20 * SECOND);
  expect([session.left(), session.gateway.callsOf('session.send').length]).toEqual([true, 1]);
});

test('a call of the agent that waits is printed with its id, and a typed command answers it', async () => {
  await using session = await open();
  const {gateway} = session;
  await session.told();
  const {id} = gateway.asks({arguments: JSON.stringify({command: 'git push\u202e\ndate'})});
  expect(await session.told()).toEqual([
    `A call of the agent waits for your answer, ${id}: Run outside the sandbox: git push.`,
    'git push<U+202E>',
    'date',
    `Type /approve ${id} or /deny ${id}. /approvals ${id} reads all of it.`,
  ]);
  await session.type('yes');
  await session.type('y');
  expect(gateway.callsOf('approval.answer')).toEqual([]);
  expect((await session.type(`/approvals ${id}`)).join('\n')).toContain('The exact arguments:');
  expect(await session.type(`/approve ${id}`)).toContainEqual(
    expect.stringMatching(/^Note: Approved by alice at the terminal after \d+s: Run outside/u),
  );
  expect(gateway.callsOf('approval.answer')).toEqual([{id, answer: 'approve'}]);
  const next = gateway.asks();
  await session.told();
  await session.type(`/deny ${next.id}`);
  expect(gateway.callsOf('approval.answer').at(-1)).toEqual({id: next.id, answer: 'deny'});
});
