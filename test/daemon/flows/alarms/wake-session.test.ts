// Waking a conversation, with the router stubbed: the numbers are those of the checklist (test/seeds.md).

import {expect, test} from 'vitest';
import {createWaker, type WakeRequest} from '../../../../src/daemon/flows/alarms/wake-session.ts';
import type {Entry, Router} from '../../../../src/daemon/router.ts';
import type {AlarmFrame} from '../../../../src/shared/records/frame.ts';
import type {Trust} from '../../../../src/shared/records/trust.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {SECOND} from '../../../../src/shared/time/time.ts';
import {conversationsOf} from '../../../support/conversations.ts';
import {fakeClock, settle} from '../../../support/fake-clock.ts';
import {testCore} from '../../../support/test-core.ts';

const FRAME: AlarmFrame = {kind: 'alarm', id: 'alm_1', zone: 'UTC', setAt: 0, setBy: 'agent', dueAt: 0};
const REQUEST: WakeRequest = {
  alarmId: 'alm_1',
  runId: 'run_1',
  attempt: 1,
  user: 'bob',
  session: 'rooster:dm:signal:bob-uuid',
  message: ' go on\n',
  payload: '{"b":1.0}',
  frame: FRAME,
};
const HOOKS = {onAccepted: () => {}, onEnd: () => {}};
const ACCEPTED: Entry = {
  kind: 'accepted',
  session: REQUEST.session,
  turnId: 'turn_1',
  outcome: Promise.resolve({kind: 'silent'}),
};

const open = (inject: () => Promise<Entry>, trust: Trust | undefined = 'inner') => {
  const clock = fakeClock();
  const asked: Parameters<Router['inject']>[] = [];
  const waker = createWaker({
    ...testCore({
      clock,
      agent: () => 'rooster',
      people: {addressIn: conversationsOf().addressIn, trustOf: () => trust},
    }),
    router: {
      inject: (...entry) => {
        asked.push(entry);
        return inject();
      },
    },
  });
  return {clock, asked, waker};
};

test("CH-03, CH-06, CH-11, CH-17, CH-42: a wake is injected as its user's alarm, under the key of its run", async () => {
  const {asked, waker} = open(async () => ACCEPTED);
  expect(await waker.wake(REQUEST, HOOKS)).toMatchObject({kind: 'accepted', turn: 'turn_1'});
  expect(asked).toEqual([
    [
      {
        target: 'rooster:dm:signal:bob-uuid',
        content: ' go on\n',
        frame: FRAME,
        payload: '{"b":1.0}',
        trust: 'inner',
        user: 'bob',
        promptChannel: 'signal',
        source: {kind: 'alarm', name: 'alm_1'},
        runId: 'run_1',
        key: 'run_1#1',
      },
      {deliver: true, patient: true, attempt: 1, settle: HOOKS.onEnd, onKept: expect.any(Function)},
    ],
  ]);
});

test.each<[string, () => Promise<Entry>, object]>([
  [
    'a rate that is too high',
    async () => ({kind: 'refused', reason: 'too much', later: true}),
    {kind: 'later', reason: 'too much'},
  ],
  ['a policy', async () => ({kind: 'refused', reason: 'no trust'}), {kind: 'never', reason: 'no trust'}],
  [
    'a line that is full',
    async () => Promise.reject(new GatewayError('busy', 'full')),
    {kind: 'later', reason: 'full'},
  ],
  [
    'a full disk',
    async () => Promise.reject(new GatewayError('unavailable', 'no room')),
    {kind: 'later', reason: 'no room'},
  ],
  ['a bug', async () => Promise.reject(new TypeError('oops')), {kind: 'later', reason: 'oops'}],
])("CH-20, CH-23: %s doesn't count as acceptance and never throws", async (_, inject, verdict) => {
  expect(await open(inject).waker.wake(REQUEST, HOOKS)).toEqual(verdict);
});

test('CH-39, CH-44: an alarm of a removed user or of another agent wakes nobody', async () => {
  const {asked, waker} = open(async () => ACCEPTED);
  const gone = createWaker({
    ...testCore({
      clock: fakeClock(),
      agent: () => 'rooster',
      people: {addressIn: conversationsOf().addressIn, trustOf: () => undefined},
    }),
    router: {inject: async () => ACCEPTED},
  });
  expect(await gone.wake(REQUEST, HOOKS)).toMatchObject({
    kind: 'never',
    reason: expect.stringContaining("bob isn't a configured user"),
  });
  expect(await waker.wake({...REQUEST, session: 'heron:main'}, HOOKS)).toMatchObject({
    kind: 'never',
    reason: 'heron:main belongs to an agent that no longer exists.',
  });
  expect(asked).toEqual([]);
});

test("CH-21, CH-50: a wake of forty seconds happens once; a minute's hang is refused for now, with a key", async () => {
  const slow = Promise.withResolvers<Entry>();
  const {clock, asked, waker} = open(() => slow.promise);
  const waking = waker.wake(REQUEST, HOOKS);
  await clock.advance(40 * SECOND);
  slow.resolve(ACCEPTED);
  expect(await waking).toMatchObject({kind: 'accepted'});
  expect(asked).toHaveLength(1);
  const hanging = open(() => new Promise<never>(() => {}));
  const refused = hanging.waker.wake(REQUEST, HOOKS);
  await settle();
  await hanging.clock.advance(60 * SECOND);
  expect(await refused).toEqual({kind: 'later', reason: 'The turn did not start within a minute.'});
  void hanging.waker.wake(REQUEST, HOOKS);
  expect(hanging.asked.map(([{key}]) => key)).toEqual(['run_1#1', 'run_1#1']);
});
