// A turn over the wire: the whole daemon, and a provider on loopback in its true format, or broken off. The person always gets one answer
// or one sentence, and the strictest provider accepts the next turn.
import {mkdirSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {startAnthropicServer} from '../support/anthropic-server.ts';
import {fakeClock, settle} from '../support/fake-clock.ts';
import type {RecordedRequest, Reply, ReplyCall} from '../support/loopback-http.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {anthropicFaults, openAiFaults} from '../support/strict-provider.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const PROVIDERS = [
  {kind: 'openai', start: startOpenAiServer, faults: openAiFaults, keyIn: 'authorization'},
  {kind: 'openai-compatible', start: startOpenAiServer, faults: openAiFaults, keyIn: 'authorization'},
  {kind: 'anthropic', start: startAnthropicServer, faults: anthropicFaults, keyIn: 'x-api-key'},
] as const;

describe.each(PROVIDERS)('over the wire of $kind', provider => {
  const openWire = (script: readonly Reply[], fallback: readonly Reply[] = []) => wireOf(provider, script, fallback);

  test('a turn reads a file, sets a reminder and reports it', async () => {
    await using wire = await openWire([
      {
        kind: 'tools',
        text: ['I will look', ' into it.'],
        calls: [
          {id: 'call_read', name: 'read_file', arguments: ['{"pa', 'th": "notes.md"}']},
          {
            id: 'call_remind',
            name: 'reminder',
            arguments: ['{"action":"set","when":"in 5 minutes",', '"message":"stretch","mode":"verbatim"}'],
          },
        ],
      },
      {kind: 'tools', calls: [{id: 'call_list', name: 'reminder', arguments: ['{"action":"list"}']}]},
      text('Bob likes tea; I ', 'remind you at 12:05.'),
    ]);
    const {fixture, server} = wire;
    expect(await fixture.say('What does Bob like? And remind me in 5 minutes to stretch')).toBe(
      'Bob likes tea; I remind you at 12:05.',
    );
    expect(server.requests[0]?.headers[provider.keyIn]).toContain(KEY);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('Bob likes tea, and no sugar');
    expect(JSON.stringify(server.requests[2]?.body)).toContain('stretch');
    const {reminders} = await fixture.call('reminder.list', {});
    expect(reminders).toMatchObject([{message: 'stretch', mode: 'verbatim', fireAt: '2026-11-21T11:05:00.000Z'}]);
    const tools = fixture.events.filter(event => event.type === 'turn.tool');
    expect(tools.map(({name, phase, ok}) => [name, phase, ok])).toEqual([
      ['read_file', 'started', undefined],
      ['read_file', 'ended', true],
      ['reminder', 'started', undefined],
      ['reminder', 'ended', true],
      ['reminder', 'started', undefined],
      ['reminder', 'ended', true],
    ]);
    expect(await fixture.event('turn.ended')).toMatchObject({
      outcome: 'replied',
      usage: {inputTokens: expect.any(Number)},
    });
    await wire.goesOn();
  });

  test('a temporary provider error stays invisible', async () => {
    await using wire = await openWire([{kind: 'status', status: 500}, text('Here.')]);
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    expect(await answer).toBe('Here.');
    expect(wire.server.requests).toHaveLength(2);
    await wire.goesOn();
  });

  test('a provider that asks to wait is called again then, not earlier', async () => {
    await using wire = await openWire([
      {kind: 'status', status: 429, headers: {'retry-after': '7'}},
      text('Now I have time.'),
    ]);
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 7 * SECOND);
    expect(await answer).toBe('Now I have time.');
    await wire.goesOn();
  });

  test('a lasting error is one sentence, and not a message', async () => {
    await using wire = await openWire(Array.from({length: 3}, () => ({kind: 'status', status: 500}) as const));
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    await wire.waitsBefore(2, 1000);
    expect(await answer).toBe(
      'failed: wire/test-model failed with a server error (500). Try again later, or use another model.',
    );
    await wire.onlySays(['hello?']);
    await wire.goesOn();
  });

  test('a stream cut in the middle keeps the shown text, marked as cut off, and one sentence', async () => {
    await using wire = await openWire([{kind: 'cut', chunks: ['Once upon ', 'a time']}]);
    expect(await wire.fixture.say('tell me a story')).toBe(
      'failed: wire/test-model stopped in the middle of its answer. Try again later, or use another model.',
    );
    await wire.onlySays(['tell me a story', 'Once upon a time']);
    const {messages} = await wire.fixture.call('session.history', {session: MAIN});
    expect(messages.at(-1)?.source).toEqual({kind: 'agent', interrupted: true});
    await wire.goesOn();
    expect(JSON.stringify(wire.server.requests.at(-1)?.body)).toContain('Your answer was cut off');
  });

  test("a stream that ends before the answer does isn't an answer", async () => {
    await using wire = await openWire([{kind: 'unfinished', chunks: ['Once']}]);
    expect(await wire.fixture.say('tell me a story')).toMatch(/^failed: wire\/test-model stopped in the middle/u);
    await wire.goesOn();
  });

  test('a stream cut before the first text is retried', async () => {
    await using wire = await openWire([{kind: 'cut', chunks: []}, text('Here.')]);
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    expect(await answer).toBe('Here.');
    await wire.goesOn();
  });

  test('an error event before the first text is retried', async () => {
    await using wire = await openWire([
      {kind: 'error-event', type: 'overloaded_error', message: 'Overloaded'},
      text('Here.'),
    ]);
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    expect(await answer).toBe('Here.');
    await wire.goesOn();
  });

  test('a call with invalid JSON is reported to the model, which fixes it in its next step', async () => {
    await using wire = await openWire([
      tools({id: 'call_1', name: 'read_file', arguments: ['{"path": "not']}),
      tools({id: 'call_2', name: 'read_file', arguments: ['["notes.md"]']}),
      tools({id: 'call_3', name: 'read_file', arguments: ['{"path": "notes.md"}']}),
      text('Tea.'),
    ]);
    expect(await wire.fixture.say('What does Bob like?')).toBe('Tea.');
    expect(JSON.stringify(wire.server.requests[1]?.body)).toContain('must be a JSON object');
    const ended = wire.fixture.events.filter(event => event.type === 'turn.tool' && event.phase === 'ended');
    expect(ended).toMatchObject([{ok: false}, {ok: false}, {ok: true}]);
    await wire.goesOn();
  });

  test('a call nested too deeply is reported to the model, and the conversation continues', async () => {
    const nested = `{"path": ${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
    await using wire = await openWire([tools({id: 'call_1', name: 'read_file', arguments: [nested]}), text('Sorry.')]);
    expect(await wire.fixture.say('What does Bob like?')).toBe('Sorry.');
    expect(JSON.stringify(wire.server.requests[1]?.body)).toContain('of at most 64 levels');
    await wire.goesOn();
  });

  test("a provider's redirect isn't followed, and the sentence says where to set its address", async () => {
    await using elsewhere = await provider.start([]);
    const headers = {location: `${elsewhere.origin}/v1/secret`};
    await using wire = await openWire([{kind: 'status', status: 307, headers, body: ''}]);
    expect(await wire.fixture.say('hello?')).toBe(
      `failed: wire/test-model cannot be used: its address leads on to ${elsewhere.origin}, and no conversation is sent there. Set its baseUrl to where it is.`,
    );
    expect(elsewhere.requests).toEqual([]);
    await wire.goesOn();
  });

  test("an endless piece of an answer isn't buffered, and the provider is disconnected", async () => {
    await using wire = await openWire([
      {kind: 'garbage', contentType: 'text/event-stream', body: `data: ${'x'.repeat(6_000_000)}`},
    ]);
    expect(await wire.fixture.say('hello?')).toBe(
      'failed: wire/test-model cannot be used: it sent more than 4096 KB in one piece.',
    );
    await until('the connection is let go of', () => wire.server.open() === 0);
    await wire.goesOn();
  });

  test("a tool that fails, throws or doesn't exist gives the model a result, and the turn continues", async () => {
    await using wire = await openWire([
      tools(
        {id: 'call_1', name: 'read_file', arguments: ['{"path": "../../etc/passwd"}']},
        {id: 'call_2', name: 'read_file', arguments: ['{"path": "a\\u0000b"}']},
        {id: 'call_3', name: 'launch_rocket', arguments: ['{}']},
        {id: 'call_4', name: 'bash', arguments: ['{"command": "echo oh; exit 3"}']},
      ),
      text('None of that worked.'),
    ]);
    expect(await wire.fixture.say('try things')).toBe('None of that worked.');
    const ended = wire.fixture.events.filter(event => event.type === 'turn.tool' && event.phase === 'ended');
    expect(ended).toMatchObject([{ok: false}, {ok: false}, {ok: false}, {ok: false}]);
    expect(JSON.stringify(wire.server.requests[1]?.body)).toContain('Exit code 3');
    await wire.goesOn();
  });

  test('a turn stopped in the middle of the stream ends immediately and disconnects the provider', async () => {
    await using wire = await openWire([{kind: 'hang', chunks: ['Once upon ', 'a time']}]);
    const answer = wire.fixture.say('tell me a story');
    await until('the text so far', () => wire.told() === 'Once upon a time');
    await wire.fixture.call('session.stop', {session: MAIN});
    expect(await answer).toBe('aborted: You stopped it.');
    await until('the connection is let go of', () => wire.server.open() === 0);
    await wire.onlySays(['tell me a story', 'Once upon a time']);
    await wire.goesOn();
  });

  test('a turn stopped inside a tool ends immediately, and the call is marked as interrupted', async () => {
    await using wire = await openWire([
      tools(
        {id: 'call_1', name: 'bash', arguments: ['{"command": "sleep 600"}']},
        {id: 'call_2', name: 'read_file', arguments: ['{"path": "notes.md"}']},
      ),
    ]);
    const answer = wire.fixture.say('sleep');
    await wire.fixture.event('turn.tool');
    await wire.fixture.call('session.stop', {session: MAIN});
    expect(await answer).toBe('aborted: You stopped it.');
    await wire.goesOn();
    expect(JSON.stringify(wire.server.requests[1]?.body)).toContain('interrupted: it is not known');
  });

  test('when the first model stays unreachable, the second answers', async () => {
    await using wire = await openWire([{kind: 'status', status: 401}], [text('The second one here.')]);
    expect(await wire.fixture.say('hello?')).toBe('The second one here.');
    expect(wire.turns()).toMatchObject([{outcome: 'replied'}]);
    wire.fallback.add(text('Still the second.'));
    wire.server.add({kind: 'status', status: 503}, {kind: 'status', status: 503}, {kind: 'status', status: 503});
    const again = wire.fixture.say('and now?');
    await wire.waitsBefore(2, 500);
    await wire.waitsBefore(3, 1000);
    expect(await again).toBe('Still the second.');
    expect(wire.faults()).toEqual([]);
  });

  test("a wrong key is one sentence that says where the key is set, and isn't retried", async () => {
    await using wire = await openWire([{kind: 'status', status: 401}]);
    expect(await wire.fixture.say('hello?')).toBe(
      'failed: wire/test-model refused the API key (401). Check providers.wire.apiKey.',
    );
    expect(wire.server.requests).toHaveLength(1);
    await wire.onlySays(['hello?']);
    await wire.goesOn();
  });

  test('a conversation that became too long is summarized, then answered, and loses no message', async () => {
    await using wire = await openWire([
      text('First answer.'),
      text('Second answer.'),
      {kind: 'too-long'},
      text('Facts: Bob likes tea.'),
      text('Third answer.'),
    ]);
    await wire.fixture.say('first');
    await wire.fixture.say('second');
    expect(await wire.fixture.say('third')).toBe('Third answer.');
    const last = JSON.stringify(wire.server.requests.at(-1)?.body);
    expect(last).toContain('Facts: Bob likes tea.');
    expect(last).not.toContain('First answer.');
    await wire.onlySays([
      'first',
      'First answer.',
      'second',
      'Second answer.',
      'third',
      expect.stringContaining('now sees a summary'),
      'Third answer.',
    ]);
    await wire.goesOn();
  });

  test('a conversation that stays too long is one sentence', async () => {
    await using wire = await openWire([
      text('First answer.'),
      {kind: 'too-long'},
      text('Facts: none.'),
      {kind: 'too-long'},
    ]);
    await wire.fixture.say('first');
    expect(await wire.fixture.say('second')).toMatch(/^failed: The conversation is too long for wire\/test-model\./u);
    await wire.goesOn();
  });

  test('a silent provider is given up after its minute', async () => {
    await using wire = await openWire([{kind: 'hang'}]);
    const answer = wire.fixture.say('hello?');
    await until('it is asked', () => wire.server.requests.length === 1);
    await settle();
    await wire.fixture.clock.advance(MINUTE);
    expect(await answer).toMatch(/^failed: wire\/test-model sent nothing for 1 minute/u);
    await wire.onlySays(['hello?']);
    await wire.goesOn();
  });

  test("a response that isn't an answer is one sentence, and none of it is shown", async () => {
    const page = {
      kind: 'garbage',
      body: '<html>Please log in to the hotel network</html>',
      contentType: 'text/html',
    } as const;
    await using wire = await openWire([page, page, page]);
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    await wire.waitsBefore(2, 1000);
    expect(await answer).toMatch(/^failed: wire\/test-model /u);
    expect(await answer).not.toContain('hotel');
    await wire.onlySays(['hello?']);
    await wire.goesOn();
  });

  test('an address without a server is one sentence that names it', async () => {
    await using wire = await openWire([]);
    await wire.server[Symbol.asyncDispose]();
    const answer = wire.fixture.say('hello?');
    await wire.waitsBefore(1, 500);
    await wire.waitsBefore(2, 1000);
    expect(await answer).toMatch(
      /^failed: wire\/test-model could not be reached at 127\.0\.0\.1:\d+: connection refused/u,
    );
    await wire.onlySays(['hello?']);
  });

  test('an answer of one byte at a time is an answer like any other', async () => {
    await using wire = await openWire([
      {kind: 'bytewise', reply: tools({id: 'call_1', name: 'read_file', arguments: ['{"path":"notes.md"}']})},
      {kind: 'bytewise', reply: text('Tea ☕, ', 'naturally.')},
    ]);
    expect(await wire.fixture.say('What does Bob like?')).toBe('Tea ☕, naturally.');
    await wire.goesOn();
  });
});

type Provider = (typeof PROVIDERS)[number];

test('a conversation that an earlier version broke with nested arguments continues', async () => {
  using home = tempDir();
  await using server = await startOpenAiServer([
    tools({id: 'call_1', name: 'list_files', arguments: ['{"path": "."}']}),
    text('Nothing.'),
    text('Still here.'),
  ]);
  const config = {
    agent: {model: 'wire/test-model'},
    providers: {wire: {kind: 'openai-compatible', baseUrl: server.baseUrl}},
  };
  {
    await using fixture = await openTestDaemon({home: home.path, config});
    expect(await fixture.say('what is there?')).toBe('Nothing.');
  }
  const database = new DatabaseSync(`${home.path}/rooster.db`);
  const nested = `[{"callId":"call_1","name":"list_files","input":{"path":${'['.repeat(3_000)}${']'.repeat(3_000)}}}]`;
  database.prepare('UPDATE messages SET toolCalls = ? WHERE toolCalls IS NOT NULL').run(nested);
  database.close();
  await using fixture = await openTestDaemon({home: home.path});
  expect(await fixture.say('and now?')).toBe('Still here.');
  expect(JSON.stringify(server.requests[2]?.body)).toContain('unreadable');
});

const wireOf = async (provider: Provider, script: readonly Reply[], fallbackScript: readonly Reply[]) => {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(tempDir());
  mkdirSync(`${home.path}/workspace`);
  writeFileSync(`${home.path}/workspace/notes.md`, '# Bob\nBob likes tea, and no sugar.\n');
  const server = stack.use(await provider.start(script));
  const fallback = stack.use(await provider.start(fallbackScript));
  const clock = fakeClock();
  const {kind} = provider;
  const apiKey = {env: 'WIRE_KEY'};
  const fixture = stack.use(
    await openTestDaemon({
      home: home.path,
      clock,
      env: {WIRE_KEY: KEY},
      config: {
        agent: {
          model: 'wire/test-model',
          contextTokens: 100_000,
          ...(fallbackScript.length > 0 ? {fallbacks: ['spare/test-model']} : {}),
        },
        providers: {
          wire: {kind, baseUrl: server.baseUrl, apiKey},
          spare: {kind, baseUrl: fallback.baseUrl, apiKey},
        },
      },
    }),
  );
  const faults = () =>
    [...server.requests, ...fallback.requests].flatMap((request: RecordedRequest) => provider.faults(request));
  const turns = () => fixture.events.filter((event): event is Ended => event.type === 'turn.ended');
  const owned = stack.move();
  return {
    fixture,
    server,
    fallback,
    faults,
    turns,
    /** The running turn's text so far. */
    told: () => fixture.deltas.map(({text: piece}) => piece).join(''),
    /** After so many failed attempts it waits exactly that long. */
    waitsBefore: async (failed: number, ms: number): Promise<void> => {
      const troubles = () => fixture.log.lines.filter(({fields}) => 'attempt' in fields).length;
      await until(`try ${failed} has failed`, () => troubles() === failed);
      const asked = server.requests.length;
      await clock.advance(ms - 1);
      // A request sent in the meantime would arrive before this response.
      await fixture.call('session.list', {});
      expect(server.requests).toHaveLength(asked);
      await clock.advance(1);
    },
    /** The messages of the conversation, and a check that no error is among them. */
    onlySays: async (texts: readonly unknown[]): Promise<void> => {
      const {messages} = await fixture.call('session.history', {session: MAIN});
      expect(messages.map(({text: said}) => said)).toEqual(texts);
    },
    /** The conversation still works: the next turn is answered, and a strict provider accepts every request. */
    goesOn: async (): Promise<void> => {
      server.add(text('Still here.'));
      expect(await fixture.say('and now?')).toBe('Still here.');
      expect(faults()).toEqual([]);
      // One end each, and a sentence exactly where one is needed.
      const ends = turns();
      expect(new Set(ends.map(({turnId}) => turnId)).size).toBe(ends.length);
      for (const {outcome, error} of ends)
        expect(error !== undefined).toBe(outcome === 'failed' || outcome === 'aborted');
      for (const {error = 'None.'} of ends) expect(error).toMatch(/^[^\n]{4,300}\.$/u);
      expect(JSON.stringify(fixture.events)).not.toContain(KEY);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

type Ended = Extract<GatewayEvent, {type: 'turn.ended'}>;

const text = (...chunks: readonly string[]) => ({kind: 'text', chunks}) as const;
const tools = (...calls: readonly ReplyCall[]) => ({kind: 'tools', calls}) as const;

const MAIN = 'rooster:main';
const KEY = 'wire-key-0123456789abcdef';
