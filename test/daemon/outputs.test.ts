// Each place by itself: no wrapper without a gate, the order, and the end of a wait.
import {describe, expect, test} from 'vitest';
import {createSignalRpc, type SignalCaller} from '../../src/daemon/channels/signal-cli/index.ts';
import {
  channelSends,
  commandRuns,
  httpAnswers,
  httpRequests,
  mailFlags,
  modelCalls,
  publishedEvents,
  receiptsAndReactions,
  rpcAnswers,
  toolRuns,
} from '../../src/daemon/outputs.ts';
import {hasPassed, inOrder} from '../../src/daemon/ports/output-gate.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock, rest} from '../support/fake-clock.ts';
import {handGate} from '../support/hand-gate.ts';
import {scriptedModel} from '../support/scripted-model.ts';

const NEVER = new AbortController().signal;
const WITHDRAWAL = {id: 'dlv_1', to: 'signal:alice', channelIds: ['1'], answered: true} as const;

test('without a gate every port stays the very same', () => {
  const clock = fakeClock();
  const port = {} as never;
  const wrapped = [
    rpcAnswers(port, undefined),
    publishedEvents(port, undefined),
    channelSends(port, undefined, clock),
    receiptsAndReactions(port, undefined, clock),
    modelCalls(port, undefined),
    toolRuns(port, undefined),
    commandRuns(port, undefined),
    httpAnswers(port, undefined),
    httpRequests(port, undefined),
    mailFlags(port, undefined),
  ];
  expect(wrapped.every(same => same === port)).toBe(true);
});

describe('calls to signal-cli', () => {
  const openRpc = () => {
    const gate = handGate();
    const clock = fakeClock();
    const called: string[] = [];
    const caller: SignalCaller = {
      call: async method => {
        called.push(method);
        return {kind: 'result', result: {}};
      },
    };
    return {gate, clock, called, rpc: createSignalRpc(receiptsAndReactions(caller, gate, clock))};
  };
  const target = {recipient: 'alice'};

  test('all that others see waits, and leaves in order; questions do not wait', async () => {
    const {gate, called, rpc} = openRpc();
    gate.close();
    const effects = [
      rpc.sendReceipt('alice', [1]),
      rpc.sendReaction({target, emoji: '👍', targetAuthor: 'alice', targetTimestamp: 1}),
      rpc.sendTyping(target),
      rpc.send({target, message: 'hello'}),
      rpc.remoteDelete(target, 1),
      rpc.trust('alice', 'allKnown'),
      rpc.submitRateLimitChallenge('token', 'captcha'),
    ];
    await Promise.all([
      rpc.version(),
      rpc.listAccounts(),
      rpc.listContacts(),
      rpc.listGroups(),
      rpc.listIdentities(),
      rpc.listDevices(),
      rpc.getAttachment('1'),
    ]);
    expect(called).toHaveLength(7);
    gate.open();
    await Promise.all(effects);
    expect(called.slice(7)).toEqual([
      'sendReceipt',
      'sendReaction',
      'sendTyping',
      'send',
      'remoteDelete',
      'trust',
      'submitRateLimitChallenge',
    ]);
  });

  test('a call that has to wait for long ends as unsent, and never leaves', async () => {
    const {gate, clock, called, rpc} = openRpc();
    gate.close();
    const receipt = rpc.sendReceipt('alice', [1]);
    await clock.advance(MINUTE);
    expect(await receipt).toMatchObject({kind: 'unsent'});
    gate.open();
    await rest();
    expect(called).toEqual([]);
  });
});

describe('a channel', () => {
  test('a withdrawal waits a little; later its caller asks again', async () => {
    const gate = handGate();
    const clock = fakeClock();
    const signal = fakeChannel();
    const channel = channelSends(signal, gate, clock);
    gate.close();
    const late = expect(channel.withdraw?.(WITHDRAWAL)).rejects.toMatchObject({code: 'unavailable'});
    await clock.advance(MINUTE);
    await late;
    const soon = channel.withdraw?.(WITHDRAWAL);
    await rest();
    expect(signal.withdrawn).toEqual([]);
    gate.open();
    expect(await soon).toBe('left');
    expect(signal.withdrawn).toEqual([WITHDRAWAL]);
  });

  test('a send that is given up meanwhile never leaves', async () => {
    const gate = handGate();
    const signal = fakeChannel();
    const channel = channelSends(signal, gate, fakeClock());
    const stop = new AbortController();
    gate.close();
    const outbound = {id: 'dlv_1', key: 'k', to: 'signal:alice', text: 'hello', repeat: false} as const;
    const sent = expect(channel.send(outbound, stop.signal, async () => {})).rejects.toThrow('It was not sent');
    stop.abort();
    await sent;
    gate.open();
    await rest();
    expect(signal.attempts).toEqual([]);
  });
});

describe('events', () => {
  const openEvents = () => {
    const gate = handGate();
    const stored: GatewayEvent[] = [];
    const told: string[] = [];
    let commit = (_: readonly GatewayEvent[]): void => {};
    let say = (_: string): void => {};
    const events = publishedEvents(
      {
        currentSeq: () => stored.length,
        eventsAfter: (since, limit) => stored.slice(since, since + limit),
        onCommitted: listener => {
          commit = listener;
          return {[Symbol.dispose]: () => {}};
        },
        follow: ({delta}) => {
          say = text => delta({session: 'rooster:main', turnId: 'turn_1', text} as never);
          return {[Symbol.dispose]: () => {}};
        },
      },
      gate,
    );
    events.onCommitted(several => told.push(...several.map(({seq}) => String(seq))));
    events.follow({delta: ({text}) => told.push(text), thinking: () => {}});
    const store = (): void => {
      const event = {seq: stored.length + 1} as GatewayEvent;
      stored.push(event);
      commit([event]);
    };
    return {gate, events, told, store, say: (text: string) => say(text)};
  };

  test('whoever catches up from the store gets only those that have passed', async () => {
    const {gate, events, store} = openEvents();
    store();
    gate.close();
    store();
    expect(events.eventsAfter(0, 10)?.map(({seq}) => seq)).toEqual([1]);
    gate.open();
    await rest();
    expect(events.eventsAfter(0, 10)?.map(({seq}) => seq)).toEqual([1, 2]);
  });

  test('events and the text between them keep their order, also those that come while others still wait', async () => {
    const {gate, told, store, say} = openEvents();
    store();
    gate.close();
    store();
    say('Good ');
    say('morning.');
    store();
    gate.open();
    store();
    say('Bye.');
    expect(told).toEqual(['1']);
    await rest();
    expect(told).toEqual(['1', '2', 'Good ', 'morning.', '3', '4', 'Bye.']);
  });

  test('the events of the start wait, too', async () => {
    const gate = handGate();
    gate.close();
    const events = publishedEvents(
      {
        currentSeq: () => 1,
        eventsAfter: () => [{seq: 1} as GatewayEvent],
        onCommitted: () => ({[Symbol.dispose]: () => {}}),
        follow: () => ({[Symbol.dispose]: () => {}}),
      },
      gate,
    );
    expect(events.eventsAfter(0, 1)).toEqual([]);
    gate.open();
    await rest();
    expect(events.eventsAfter(0, 1)).toHaveLength(1);
  });
});

describe('a model', () => {
  test('a request that was held back by a retry waits again', async () => {
    using model = scriptedModel(['Hello.']);
    const gate = handGate();
    const {models} = modelCalls({models: model.models, runStep: async () => ({kind: 'aborted', text: ''})}, gate);
    const [choice] = await models.candidates();
    gate.close();
    const stream = choice?.model.doStream({prompt: []});
    await rest();
    expect(model.asked).toEqual([]);
    gate.open();
    await stream;
    expect(model.asked).toHaveLength(1);
  });

  test('a step that is stopped meanwhile asks nobody', async () => {
    using model = scriptedModel([]);
    const gate = handGate();
    const stop = new AbortController();
    let steps = 0;
    const asking = modelCalls(
      {
        models: model.models,
        runStep: async () => {
          steps += 1;
          return {kind: 'aborted', text: ''};
        },
      },
      gate,
    );
    gate.close();
    const step = asking.runStep({signal: stop.signal} as never);
    stop.abort();
    expect(await step).toEqual({kind: 'aborted', text: ''});
    gate.open();
    await rest();
    expect(steps).toBe(0);
  });
});

test('requests, commands and copies that are given up meanwhile never leave', async () => {
  const gate = handGate();
  const left: string[] = [];
  const request = httpRequests(async ({url}) => {
    left.push(url);
    return {status: 200, headers: {}, text: ''};
  }, gate);
  const run = commandRuns(async ({command}) => {
    left.push(command);
    return {ok: true, output: ''};
  }, gate);
  const sent = mailFlags({has: async () => true, keep: async id => void left.push(id)}, gate);
  const stop = new AbortController();
  gate.close();
  const asked = {url: 'http://x', method: 'GET', headers: {}, mayBePrivate: true, limitBytes: 1} as const;
  const ends = Promise.allSettled([
    request({...asked, signal: stop.signal}),
    sent.keep('<1@x>', Buffer.from(''), stop.signal),
  ]);
  const ended = run({command: 'date', zone: 'UTC', limitMs: MINUTE, signal: stop.signal});
  expect(await sent.has('<1@x>', NEVER)).toBe(true);
  stop.abort();
  expect((await ends).map(({status}) => status)).toEqual(['rejected', 'rejected']);
  expect(await ended).toMatchObject({ok: false, output: ''});
  gate.open();
  await rest();
  expect(left).toEqual([]);
});

describe('the order of a place', () => {
  test('calls pass one after the other, also one that comes at the moment when the gate opens', async () => {
    const gate = handGate();
    const line = inOrder(gate);
    const passed: number[] = [];
    const call = async (number: number): Promise<void> => {
      await hasPassed(line, NEVER);
      passed.push(number);
    };
    gate.close();
    const calls = [call(1), call(2)];
    gate.open();
    calls.push(call(3));
    await Promise.resolve();
    calls.push(call(4));
    await Promise.all(calls);
    expect(passed).toEqual([1, 2, 3, 4]);
    await rest();
    expect(line.passed()).toBeUndefined();
  });

  test('a call that is given up holds up none behind it', async () => {
    const gate = handGate();
    const line = inOrder(gate);
    const stop = new AbortController();
    gate.close();
    const first = hasPassed(line, stop.signal);
    const second = hasPassed(line, NEVER);
    stop.abort();
    expect(await first).toBe(false);
    gate.open();
    expect(await second).toBe(true);
  });
});
