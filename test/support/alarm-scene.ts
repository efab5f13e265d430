// Alarms with a real store and everything around them fake: waker, notices and clock. For tests of timing alone.

import {createOutbox} from '../../src/daemon/delivery/outbox.ts';
import {createAlarmService} from '../../src/daemon/flows/alarms/alarm-service.ts';
import {createAlarmSource} from '../../src/daemon/flows/alarms/fire-alarm.ts';
import type {WakeRequest, Waker, WakeVerdict} from '../../src/daemon/flows/alarms/wake-session.ts';
import type {Actor, Person} from '../../src/daemon/routing/actor.ts';
import {resolveWhen} from '../../src/daemon/schedule/moments/human-time.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import type {TurnOutcome} from '../../src/shared/records/turn.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {conversationsOf} from './conversations.ts';
import {countingIds} from './counting-ids.ts';
import {fakeClock} from './fake-clock.ts';
import {memoryLog} from './memory-log.ts';
import {startScheduler} from './start-scheduler.ts';
import {testCore} from './test-core.ts';

/** The result of a request: accepted immediately (its turn ends with an outcome), or the given value instead. */
export type WakeAnswer = (
  request: WakeRequest,
  accept: (outcome?: TurnOutcome) => WakeVerdict,
) => WakeVerdict | Promise<WakeVerdict>;

export const openAlarmScene = ({
  clock = fakeClock(),
  store = openTestStore({clock}),
}: {
  readonly clock?: ReturnType<typeof fakeClock>;
  readonly store?: ReturnType<typeof openTestStore>;
} = {}) => {
  const log = memoryLog();
  const ids = countingIds();
  const events: GatewayEvent[] = [];
  store.onCommitted(told => events.push(...told));
  const asked: WakeRequest[] = [];
  const accepted: string[] = [];
  const notices: {readonly session: string; readonly text: string}[] = [];
  const direct: {readonly address: string; readonly text: string}[] = [];
  let answer: WakeAnswer = (_, accept) => accept();
  const waker: Waker = {
    wake: async (request, hooks) => {
      asked.push(request);
      try {
        return await answer(request, (outcome = {kind: 'replied', text: 'Done.'}) => {
          store.transact(emit => hooks.onAccepted(emit));
          accepted.push(request.alarmId);
          store.transact(emit => hooks.onEnd(outcome, emit));
          return {kind: 'accepted', turn: `turn_${accepted.length}`, outcome: Promise.resolve(outcome)};
        });
      } catch (error) {
        return {kind: 'later', reason: error instanceof Error ? error.message : 'unknown'};
      }
    },
  };
  let reschedule = (_?: number): void => {};
  const world = {clock, ids, log, store};
  const alarmService = createAlarmService(
    testCore({
      ...world,
      agent: () => 'rooster',
      reschedule: at => reschedule(at),
      people: {
        person: (name = 'alice') => PEOPLE.find(one => one.name === name),
        personAt: address => PEOPLE.find(({addresses}) => addresses.includes(address)),
        isServed: address => address === 'hook:agent',
        ...conversationsOf(),
      },
      times: {resolveWhen},
    }),
  );
  const createSource = () =>
    createAlarmSource({
      ...testCore({
        ...world,
        agent: () => 'rooster',
        outbox: createOutbox(world),
        closing: new AbortController().signal,
        schedulePrune: () => {},
        reschedule: at => reschedule(at),
        startedAt: clock.now(),
        people: {
          current: conversationsOf().current,
          addressesOf: user => PEOPLE.find(({name}) => name === user)?.addresses ?? [],
        },
      }),
      announcer: {
        aim: ({otherwise}) => otherwise,
        putNotice: (text, _, session) => void notices.push({session, text}),
        putDirectly: ({text}, address) => void direct.push({address, text}),
      },
      waker,
      resume: () => undefined,
      jitter: () => 0,
      removeTurn: () => {},
    });
  const source = createSource();
  const scheduler = startScheduler({clock, log, sources: [source]});
  reschedule = scheduler.reschedule;
  return {
    clock,
    store,
    log,
    alarmService,
    source,
    createSource,
    events,
    /** Every request, in order. */
    asked,
    /** The alarms whose turn was taken up, in order. */
    accepted,
    notices,
    /** Texts queued for delivery word for word. */
    direct,
    answers: (next: WakeAnswer) => {
      answer = next;
    },
    [Symbol.dispose]: () => {
      scheduler[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};

export const OPERATOR: Actor = {user: 'alice', operator: true, session: 'rooster:main', trust: 'full'};
export const asBob: Actor = {
  user: 'bob',
  operator: false,
  session: 'rooster:dm:signal:bob-uuid',
  turnId: 'turn_bob',
  trust: 'inner',
};

const PEOPLE: readonly Person[] = [
  {name: 'alice', trust: 'full', zone: 'Europe/Berlin', addresses: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', zone: 'America/New_York', addresses: ['signal:bob-uuid']},
  {name: 'dave', trust: 'inner', zone: 'UTC', addresses: []},
];
