import {expect, test} from 'vitest';
import type {SignalConfig} from '../../../../src/daemon/config/config-schema.ts';
import {createSignalLinker, type LinkDevice} from '../../../../src/daemon/flows/signal/link-signal.ts';
import type {ChannelStatus} from '../../../../src/shared/events/gateway-event.ts';
import {settle} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';

type ToolRequest = Parameters<LinkDevice>[0];
type End = Awaited<ReturnType<LinkDevice>>;

/** A linker with a scripted bridge. */
const scene = ({config, status, refuse}: {config?: SignalConfig; status?: ChannelStatus; refuse?: Error} = {}) => {
  const wishes: ToolRequest[] = [];
  const ends: PromiseWithResolvers<End>[] = [];
  const kept: string[] = [];
  let retried = 0;
  const linker = createSignalLinker({
    log: memoryLog(),
    config: () => config,
    status: () => status,
    linkDevice: request => {
      wishes.push(request);
      const end = Promise.withResolvers<End>();
      request.signal.addEventListener('abort', () => end.resolve({kind: 'aborted'}));
      ends.push(end);
      return end.promise;
    },
    keepAccount: async account => {
      if (refuse !== undefined) throw refuse;
      kept.push(account);
      return [];
    },
    addressOf: account => `signal:${account}`,
    onLinked: () => {
      retried += 1;
    },
  });
  const last = (): {request: ToolRequest; end: PromiseWithResolvers<End>} => {
    const [request, end] = [wishes.at(-1), ends.at(-1)];
    if (request === undefined || end === undefined) throw new Error('nothing was begun');
    return {request, end};
  };
  return {linker, wishes, kept, last, retried: () => retried};
};

const forever = new Promise<never>(() => {});
const spawned: SignalConfig = {
  endpoint: 'spawn',
  command: 'signal-cli',
  groups: [],
  groupReplies: 'mention',
  replies: 'automatic',
  replyGuard: true,
};

test('linking shows a code; after the scan the account is stored and published', async () => {
  const {linker, last, kept, retried} = scene();
  const begun = linker.begin(undefined, forever);
  expect(last().request.deviceName).toBe('Rooster');
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  expect(await begun).toEqual({uri: 'sgnl://1'});
  const outcome = linker.outcome('sgnl://1');
  last().end.resolve({kind: 'linked', number: '+15555550100'});
  expect(await outcome).toEqual({
    kind: 'linked',
    account: '+15555550100',
    address: 'signal:+15555550100',
    problems: [],
  });
  expect({kept, retried: retried()}).toEqual({kept: ['+15555550100'], retried: 1});
});

test("a code that wasn't scanned in time is followed by the next one", async () => {
  const {linker, last} = scene();
  const begun = linker.begin('desk', forever);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  last().request.onStep({kind: 'again', because: 'Too late.'});
  last().request.onStep({kind: 'uri', uri: 'sgnl://2'});
  expect(await linker.outcome('sgnl://1')).toEqual({kind: 'again', because: 'Too late.', uri: 'sgnl://2'});
  expect(await linker.begin('desk', forever)).toEqual({uri: 'sgnl://2'});
});

test('a failure before the first code is an error; a failure after it is the outcome', async () => {
  const {linker, last, wishes} = scene();
  const refused = linker.begin(undefined, forever);
  last().end.resolve({kind: 'failed', because: 'Is there a network?'});
  await expect(refused).rejects.toThrow('Is there a network?');
  await settle();
  const begun = linker.begin(undefined, forever);
  expect(wishes).toHaveLength(2);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  last().end.resolve({kind: 'failed', because: 'Too many devices.'});
  expect(await linker.outcome('sgnl://1')).toEqual({kind: 'failed', because: 'Too many devices.'});
  await expect(linker.outcome('sgnl://elsewhere')).rejects.toThrow('no longer shown');
});

test('a code is cancelled once all its viewers have left, not before', async () => {
  const {linker, last} = scene();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = linker.begin(undefined, one.promise);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  await linker.begin(undefined, other.promise);
  one.resolve();
  await settle();
  expect(last().request.signal.aborted).toBe(false);
  other.resolve();
  expect(await linker.outcome('sgnl://1')).toMatchObject({kind: 'failed'});
  expect(last().request.signal.aborted).toBe(true);
});

test('a request during a cancellation gets its own code', async () => {
  const {linker, last, wishes} = scene();
  const gone = Promise.withResolvers<void>();
  const begun = linker.begin(undefined, gone.promise);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  gone.resolve();
  await settle();
  const next = linker.begin(undefined, forever);
  await settle();
  expect(wishes).toHaveLength(2);
  last().request.onStep({kind: 'uri', uri: 'sgnl://2'});
  expect(await next).toEqual({uri: 'sgnl://2'});
});

test('an account whose client left after the scan is still stored', async () => {
  const {linker, last, kept} = scene();
  const gone = Promise.withResolvers<void>();
  const begun = linker.begin(undefined, gone.promise);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  last().end.resolve({kind: 'linked', number: '+15555550100'});
  gone.resolve();
  await linker.outcome('sgnl://1');
  expect(kept).toEqual(['+15555550100']);
});

test("an account that can't be stored is linked, and the reason is reported", async () => {
  const {linker, last, retried} = scene({refuse: new Error('The disk is full.')});
  const begun = linker.begin(undefined, forever);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  last().end.resolve({kind: 'linked', number: '+15555550100'});
  expect(await linker.outcome('sgnl://1')).toMatchObject({
    kind: 'linked',
    problems: [{key: 'signal.account', reason: 'The disk is full.'}],
  });
  expect(retried()).toBe(0);
});

test.for([
  [
    {...spawned, endpoint: 'tcp:localhost:7583'},
    undefined,
    /signal\.endpoint is tcp:localhost:7583.*set signal\.endpoint spawn/u,
  ],
  [
    {...spawned, account: '+15555550100'},
    {channel: 'signal', inbound: 'up', outbound: 'up', life: 'up'},
    /already linked to \+15555550100/u,
  ],
] as const)("linking doesn't start where it can't succeed: %j", async ([config, status, sentence]) => {
  const {linker, wishes} = scene({config, ...(status !== undefined && {status})});
  await expect(linker.begin(undefined, forever)).rejects.toThrow(sentence);
  expect(wishes).toEqual([]);
});

test('an account that Signal no longer knows is linked again', async () => {
  const {linker, last} = scene({
    config: {...spawned, account: '+15555550100'},
    status: {channel: 'signal', inbound: 'down', outbound: 'down', life: 'unlinked'},
  });
  const begun = linker.begin(undefined, forever);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  expect(await begun).toEqual({uri: 'sgnl://1'});
});

test('closing cancels the current code', async () => {
  const {linker, last} = scene();
  const begun = linker.begin(undefined, forever);
  last().request.onStep({kind: 'uri', uri: 'sgnl://1'});
  await begun;
  await linker[Symbol.asyncDispose]();
  expect(await linker.outcome('sgnl://1')).toMatchObject({kind: 'failed'});
});
