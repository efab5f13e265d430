import {expect, test} from 'vitest';
import type {Args} from '../../../../src/tui/cli/arguments.ts';
import {chat} from '../../../../src/tui/cli/conversation/chat.ts';
import {commandWorld, type TestWorld, type TestWorldOptions} from '../command-world.ts';

const at = '2026-11-21T11:00:00.000Z';
const session = 'a:main';
const source = {kind: 'user', name: 'alice', channel: 'terminal'} as const;

/** An agent that answers each message with the events of `answer`. */
const chatting = async (
  answer: (made: TestWorld, turnId: `turn_${string}`, text: string) => void,
  options: TestWorldOptions = {},
): Promise<TestWorld> => {
  let turns = 0;
  const made = await commandWorld({
    ...options,
    answers: {
      'daemon.status': () => ({agent: 'a'}) as never,
      'session.send': ({text}, caller) => {
        turns += 1;
        const turnId = `turn_${turns}` as const;
        caller.afterAnswer(() => answer(made, turnId, text));
        return {session, turnId};
      },
      'session.read': () => ({}),
    },
  });
  return made;
};

const reply = ({daemon}: TestWorld, turnId: `turn_${string}`, text: string): void => {
  const message = {id: `msg_${turnId}`, session, role: 'assistant', text, at, turnId, source: {kind: 'agent'}} as const;
  daemon.emit({type: 'message.added', session, message});
};

const end = ({daemon}: TestWorld, turnId: `turn_${string}`, outcome: 'replied' | 'silent' = 'replied'): void =>
  daemon.emit({type: 'turn.ended', session, turnId, outcome, source});

const given = (words: readonly string[], switches: readonly string[] = []): Args => ({
  words,
  values: {},
  switches: new Set(switches),
});

const run = async (made: TestWorld, ...args: Parameters<typeof given>): Promise<number> => {
  let code: number | undefined;
  const running = chat(made.world, given(...args)).then(done => {
    code = done;
  });
  while (code === undefined) {
    await made.clock.advance(50);
    await Promise.race([running, undefined]);
  }
  return code;
};

test('a message is sent and its reply printed', async () => {
  const made = await chatting((world, turnId, text) => {
    reply(world, turnId, `You said: ${text}`);
    end(world, turnId);
  });
  expect(await run(made, ['hello', 'there'])).toBe(0);
  expect(made.out()).toBe('You said: hello there\n');
  expect(made.err()).toBe('');
});

test('exactly the printed messages are marked as read', async () => {
  const made = await chatting((world, turnId, text) => {
    reply(world, turnId, `You said: ${text}`);
    end(world, turnId);
  });
  expect(await run(made, ['hello'])).toBe(0);
  expect(made.daemon.asked.filter(([method]) => method === 'session.read')).toEqual([
    ['session.read', {session, upTo: 'msg_turn_1'}],
  ]);
  const silent = await chatting((world, turnId) => end(world, turnId, 'silent'));
  expect(await run(silent, ['hello'])).toBe(0);
  expect(silent.daemon.asked.filter(([method]) => method === 'session.read')).toEqual([]);
});

test('the line-by-line mode marks each printed reply as read', async () => {
  const made = await chatting((world, turnId, text) => {
    reply(world, turnId, `You said: ${text}`);
    end(world, turnId);
  });
  made.stdin.end('one\ntwo\n');
  expect(await run(made, [])).toBe(0);
  const read = made.daemon.asked.filter(([method]) => method === 'session.read');
  expect(read.at(-1)).toEqual(['session.read', {session, upTo: 'msg_turn_2'}]);
});

test('only the text of its own turn is printed', async () => {
  const made = await chatting((world, turnId) => {
    reply(world, 'turn_other', 'for somebody else');
    reply(world, turnId, 'for you');
    end(world, 'turn_other');
    end(world, turnId);
  });
  expect(await run(made, ['hello'])).toBe(0);
  expect(made.out()).toBe('for you\n');
});

test('a failed turn is a sentence on stderr and exit code 1', async () => {
  const made = await chatting(({daemon}, turnId) => {
    daemon.emit({type: 'turn.ended', session, turnId, outcome: 'failed', error: 'No model can be reached.', source});
  });
  expect(await run(made, ['hello'])).toBe(1);
  expect({out: made.out(), err: made.err()}).toEqual({out: '', err: 'error: No model can be reached.\n'});
});

test('with --json the turn, its outcome and its text are one document', async () => {
  const made = await chatting((world, turnId) => {
    reply(world, turnId, 'one');
    reply(world, turnId, 'two');
    end(world, turnId);
  });
  expect(await run(made, ['hello'], ['json'])).toBe(0);
  expect(JSON.parse(made.out())).toEqual({session, turnId: 'turn_1', outcome: 'replied', text: 'one\n\ntwo'});
});

test('a terminal shows the reply during streaming', async () => {
  const made = await chatting(
    (world, turnId) => {
      world.daemon.delta({session, turnId, text: 'Good ', offset: 0});
      expect(world.out()).toBe('');
      world.daemon.delta({session, turnId, text: 'day', offset: 5});
      reply(world, turnId, 'Good day.');
      end(world, turnId);
    },
    {terminal: {columns: 80}},
  );
  expect(await run(made, ['hello'])).toBe(0);
  expect(made.out()).toBe('Good day.\n');
});

test('a daemon killed during the turn is restarted, and the turn is followed to its end', async () => {
  const made = await chatting((world, turnId) => {
    world.daemon.kill();
    world.daemon.emit({type: 'turn.ended', session, turnId, outcome: 'aborted', error: 'It was interrupted.', source});
  });
  expect(await run(made, ['hello'])).toBe(1);
  expect(made.starts()).toBe(1);
  expect(made.err()).toContain('error: It was interrupted.');
  expect(made.daemon.asked.filter(([method]) => method === 'session.send')).toHaveLength(1);
  // The connection with the replayed end is closed too: nothing keeps the command running.
  await made.clock.advance(100);
  expect(made.daemon.clients).toBe(0);
});

test("a daemon stopped at the end of the turn isn't waited for: the turn's result is the answer", async () => {
  const made = await chatting((world, turnId) => {
    reply(world, turnId, 'half of an ans');
    world.daemon.emit({
      type: 'turn.ended',
      session,
      turnId,
      outcome: 'aborted',
      error: 'The daemon was stopped.',
      source,
    });
    world.daemon.stop('The daemon is stopping.');
  });
  const began = made.clock.now();
  expect(await run(made, ['hello'])).toBe(1);
  expect(made.clock.now() - began).toBeLessThan(1_000);
  expect(made.err()).toContain('error: The daemon was stopped.\n');
  expect(made.err()).not.toContain('No daemon');
});

test('a message whose response was lost is sent again under the same key', async () => {
  const keys: (string | undefined)[] = [];
  const made = await commandWorld({
    answers: {
      'daemon.status': () => ({agent: 'a'}) as never,
      'session.send': ({key}, caller) => {
        keys.push(key);
        if (keys.length === 1) {
          queueMicrotask(made.daemon.kill);
          return new Promise(() => {});
        }
        caller.afterAnswer(() => end(made, 'turn_1', 'silent'));
        return {session, turnId: 'turn_1'};
      },
    },
  });
  expect(await run(made, ['hello'])).toBe(0);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(made.err()).toContain('The agent sent no reply.');
});

test('each line of the input is a message, and the end of the input waits for the turns', async () => {
  const made = await chatting((world, turnId, text) => {
    world.clock.after(1_000, () => {
      reply(world, turnId, `re: ${text}`);
      end(world, turnId);
    });
  });
  made.stdin.end('one\n\n  \ntwo');
  expect(await run(made, [])).toBe(0);
  expect(made.out()).toBe('re: one\nre: two\n');
  expect(made.daemon.asked.filter(([method]) => method === 'session.send')).toHaveLength(2);
});

test.each(['', '\n \n'])('the empty input %j sends nothing and says so in one sentence', async input => {
  const made = await chatting(() => {});
  made.stdin.end(input);
  expect(await run(made, [])).toBe(0);
  expect(made.out()).toBe('');
  expect(made.err()).toBe(
    'Nothing was sent: standard input was empty. For the terminal UI, run rooster in a terminal.\n',
  );
  expect(made.daemon.asked.filter(([method]) => method === 'session.send')).toEqual([]);
});

test('a message from this conversation, or for the terminal from another, is printed as a line', async () => {
  const made = await chatting((world, turnId) => {
    const message = {id: 'msg_r', session, role: 'assistant', text: 'stretch', at} as const;
    world.daemon.emit({
      type: 'message.added',
      session,
      message: {...message, source: {kind: 'reminder', name: 'rem_1'}},
    });
    const delivery = {id: 'dlv_1', key: 'k', state: 'queued', attempts: 0, createdAt: at, repeat: false} as const;
    const told = {...delivery, address: 'terminal:default', text: 'tea is ready', session: 'a:dm:x:y'} as const;
    world.daemon.emit({type: 'delivery.queued', session: 'a:dm:x:y', delivery: told});
    world.daemon.emit({type: 'delivery.sent', session: 'a:dm:x:y', delivery: {...told, state: 'sent'}});
    world.daemon.emit({type: 'delivery.queued', session, delivery: {...told, session}});
    world.daemon.emit({type: 'delivery.queued', delivery: {...told, address: 'signal:bob'}});
    reply(world, turnId, 'done');
    end(world, turnId);
  });
  made.stdin.end('hello\n');
  expect(await run(made, [])).toBe(0);
  expect(made.out()).toBe('[reminder] stretch\n[a:dm:x:y] tea is ready\ndone\n');
});

test('one failed turn makes the whole conversation end with exit code 1', async () => {
  const made = await chatting((world, turnId, text) => {
    if (text === 'good') end(world, turnId);
    else world.daemon.emit({type: 'turn.ended', session, turnId, outcome: 'failed', error: 'It broke.', source});
  });
  made.stdin.end('good\nbad\ngood\n');
  expect(await run(made, [])).toBe(1);
  expect(made.err()).toBe('error: It broke.\n');
});

test('--json for a whole conversation is refused with an alternative', async () => {
  const made = await chatting(() => {});
  await expect(chat(made.world, given([], ['json']))).rejects.toThrow('rooster watch --json');
});

test('an answer that is a sentinel becomes a line "nothing to say" beside the replies', async () => {
  const answer = (world: TestWorld, turnId: `turn_${string}`): void => {
    world.daemon.delta({session, turnId, text: 'HEARTBEAT_OK', offset: 0});
    reply(world, turnId, 'HEARTBEAT_OK');
    end(world, turnId, 'silent');
  };
  for (const options of [{}, {terminal: {columns: 80}}]) {
    const once = await chatting(answer, options);
    expect(await run(once, ['hello'])).toBe(0);
    expect([once.out(), once.err()]).toEqual(['', expect.stringContaining('The agent sent no reply.')]);
  }
  const lines = await chatting(answer);
  lines.stdin.end('hello\n');
  expect(await run(lines, [])).toBe(0);
  expect([lines.out(), lines.err()]).toEqual(['', expect.stringContaining('The agent sent no reply.')]);
  const json = await chatting(answer);
  expect(await run(json, ['hello'], ['json'])).toBe(0);
  expect(JSON.parse(json.out())).toEqual({session, turnId: 'turn_1', outcome: 'silent'});
});

test('a call of the turn that waits for an answer is named with the command that reads it', async () => {
  const approval = {
    id: 'apr_aaaaaaaaaaaaaa5q4574',
    session,
    callId: 'call_1',
    tool: 'bash',
    arguments: '{"command":"git push"}',
    digest: 'ab',
    effect: 'Run outside the sandbox: git push.',
    effects: [],
    asks: 'alice',
    askedAt: at,
    deadlineAt: at,
    state: 'open',
  } as const;
  const made = await chatting((world, turnId) => {
    world.daemon.emit({type: 'approval.asked', session, approval: {...approval, turnId} as never});
    reply(world, turnId, 'Pushed.');
    end(world, turnId);
  });
  expect(await run(made, ['push it'])).toBe(0);
  expect(made.out()).toBe('Pushed.\n');
  expect(made.err()).toBe(
    'The agent waits for your answer: Run outside the sandbox: git push. Read it with: rooster approvals show 5q4574\n',
  );
});
