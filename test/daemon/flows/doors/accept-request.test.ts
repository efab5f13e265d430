// Accepting requests on a real store, with the router stubbed: what two requests at the same moment, and failures, leave behind.

import {expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {createAcceptRequest} from '../../../../src/daemon/flows/doors/accept-request.ts';
import type {DoorRequest} from '../../../../src/daemon/ports/door.ts';
import type {Router} from '../../../../src/daemon/router.ts';
import {createSessionIndex} from '../../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../../src/daemon/sessions/session-registry.ts';
import {randomIds} from '../../../../src/daemon/system/random-ids.ts';
import type {Turn} from '../../../../src/shared/records/turn.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {DAY} from '../../../../src/shared/time/time.ts';
import {conversationsOf} from '../../../support/conversations.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {openNewStore} from '../../../support/new-database.ts';
import {testConfig} from '../../../support/test-config.ts';
import {testCore} from '../../../support/test-core.ts';

const REQUEST: DoorRequest = {
  source: {kind: 'webhook', name: 'ci'},
  session: 'rooster:main',
  trust: 'public',
  text: 'Failed.',
  frame: {kind: 'webhook', hook: 'ci'},
  reply: 'turn',
  key: {text: 'build-1', lifeMs: DAY},
  digest: 'a',
};

const open = (broken?: Error) => {
  const world = {clock: fakeClock(), log: memoryLog(), ids: randomIds()};
  const store = openNewStore(world);
  const {limits} = testConfig();
  const inject: Router['inject'] = async ({target: session, content: text, source, key, trust}, options = {}) => {
    if (broken !== undefined) throw broken;
    const turn: Turn = {
      id: world.ids.next('turn'),
      session,
      state: 'queued',
      source,
      trust,
      deliver: false,
      queuedAt: 0,
    };
    await store.transactBatched(emit => {
      store.messages.add({id: world.ids.next('msg'), session, role: 'user', text, at: 0, turnId: turn.id, source}, key);
      options.onKept?.(turn, emit);
    });
    return {kind: 'accepted', session, turnId: turn.id, outcome: Promise.resolve({kind: 'silent'})};
  };
  const accept = createAcceptRequest({
    ...testCore({
      ...world,
      store,
      index: createSessionIndex({...world, store, sessions: createSessions()}),
      outbox: createOutbox({...world, store}),
      agent: () => 'rooster',
      people: {
        trustOf: () => 'full',
        conversationOf: () => 'rooster:main',
        ...conversationsOf(),
        ceilingOf: () => 'full',
        userIn: () => 'alice',
        addressesOf: () => ['terminal:default'],
      },
      reach: {aim: ({otherwise}) => otherwise},
    }),
    router: {inject},
    admit: () => ({kind: 'admit', trust: 'public'}),
    limits: () => limits,
  });
  return {accept, store, messages: () => store.messages.page('rooster:main', {limit: 10}).messages};
};

test('two requests with one key at the same moment are one message, and get the same answer', async () => {
  using closed = new DisposableStack();
  const {accept, store, messages} = open();
  closed.use(store);
  const [one, other] = await Promise.all([accept(REQUEST), accept(REQUEST)]);
  expect(one.kind).toBe('accepted');
  expect(other).toMatchObject('id' in one ? {kind: 'accepted', id: one.id, messageId: one.messageId} : {});
  expect(messages()).toHaveLength(1);
});

test('notes that arrive together share a commit, and a repeated one among them stores nothing', async () => {
  using closed = new DisposableStack();
  const {accept, store, messages} = open();
  closed.use(store);
  const commits: number[] = [];
  closed.use(store.onCommitted(events => commits.push(events.filter(({type}) => type === 'message.added').length)));
  const note = {...REQUEST, reply: 'note'} as const;
  const other = {...note, key: {text: 'build-2', lifeMs: DAY}};
  const [first, again] = await Promise.all([accept(note), accept(note), accept(other)]);
  expect(again).toEqual(first);
  expect(messages()).toHaveLength(2);
  expect(commits).toEqual([2]);
});

test('two requests with one key and different content are one message and a conflict', async () => {
  using closed = new DisposableStack();
  const {accept, store, messages} = open();
  closed.use(store);
  const verdicts = await Promise.all([accept(REQUEST), accept({...REQUEST, digest: 'b'})]);
  expect(verdicts.map(({kind}) => kind)).toEqual(['accepted', 'conflict']);
  expect(messages()).toHaveLength(1);
});

test('the same key of another hook is another request', async () => {
  using closed = new DisposableStack();
  const {accept, store, messages} = open();
  closed.use(store);
  await accept(REQUEST);
  await accept({...REQUEST, source: {kind: 'webhook', name: 'deploys'}});
  await accept({...REQUEST, source: {kind: 'wake', name: 'ci'}});
  expect(messages()).toHaveLength(3);
});

test('a request that cannot be stored is refused for now, and leaves its key free', async () => {
  using closed = new DisposableStack();
  const {accept, store} = open(new GatewayError('busy', 'Too many messages wait.'));
  closed.use(store);
  expect(await accept(REQUEST)).toEqual({kind: 'unavailable', reason: 'Too many messages wait.'});
  expect(store.requests.byKey({kind: 'webhook', name: 'ci', key: 'build-1', now: 0})).toBeUndefined();
});
