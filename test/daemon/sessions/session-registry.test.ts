import {expect, test} from 'vitest';
import {createSessions, type Ticket} from '../../../src/daemon/sessions/session-registry.ts';
import type {TurnId} from '../../../src/shared/records/ids.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import type {TurnOutcome} from '../../../src/shared/records/turn.ts';
import {settle} from '../../support/fake-clock.ts';

const MAIN = 'rooster:main';
const REPLIED: TurnOutcome = {kind: 'replied', text: 'ok'};

test('one session runs one turn at a time, in order of arrival', async () => {
  const fixture = watched();
  void fixture.enter(MAIN, 'turn_1');
  void fixture.enter(MAIN, 'turn_2');
  expect(fixture.running).toEqual(['turn_1']);
  expect(fixture.sessions.queued(MAIN)).toBe(1);
  fixture.finish('turn_1');
  await settle();
  expect(fixture.running).toEqual(['turn_2']);
});

test('different sessions run in parallel', () => {
  const fixture = watched();
  void fixture.enter(MAIN, 'turn_1');
  void fixture.enter('rooster:dm:signal:alice-uuid', 'turn_2');
  expect(fixture.running).toEqual(['turn_1', 'turn_2']);
});

test("isolated sessions have a limited number of slots, separate from people's", async () => {
  const fixture = watched(2);
  for (const name of ['a', 'b', 'c', 'd']) void fixture.enter(`rooster:cron:${name}`, `turn_${name}`, false);
  void fixture.enter(MAIN, 'turn_me');
  expect(fixture.running).toEqual(['turn_a', 'turn_b', 'turn_me']);
  fixture.finish('turn_a');
  await settle();
  expect(fixture.running).toEqual(['turn_b', 'turn_me', 'turn_c']);
});

test('reminders have their own limited slots, so slow jobs never delay one', () => {
  const {enter, running} = watched(2);
  for (const n of [1, 2, 3]) void enter(`a:cron:job${n}`, `turn_${n}`, false);
  for (const n of [4, 5, 6]) void enter(`a:cron:reminder-rem_${n}`, `turn_${n}`, false);
  expect(running).toEqual(['turn_1', 'turn_2', 'turn_4', 'turn_5']);
});

test("a person's message runs before waiting announcements of jobs in the same session", async () => {
  const fixture = watched();
  void fixture.enter(MAIN, 'turn_1');
  void fixture.enter(MAIN, 'turn_job', false);
  void fixture.enter(MAIN, 'turn_me');
  fixture.finish('turn_1');
  await settle();
  expect(fixture.running).toEqual(['turn_me']);
});

test('a waiting announcement lets three messages of people pass, then it is its turn', async () => {
  const fixture = watched();
  const order: TurnId[] = [];
  void fixture.enter(MAIN, 'turn_0');
  void fixture.enter(MAIN, 'turn_job', false);
  for (const n of [1, 2, 3, 4, 5]) void fixture.enter(MAIN, `turn_${n}`);
  for (let turn = 0; turn < 7; turn += 1) {
    const [now] = fixture.running;
    if (now === undefined) break;
    order.push(now);
    fixture.finish(now);
    await settle();
  }
  expect(order).toEqual(['turn_0', 'turn_1', 'turn_2', 'turn_3', 'turn_job', 'turn_4', 'turn_5']);
});

test('stop aborts the running turn and keeps waiting ones', async () => {
  const fixture = watched();
  const first = fixture.enter(MAIN, 'turn_1');
  void fixture.enter(MAIN, 'turn_2');
  expect(fixture.sessions.stop(MAIN, 'The turn was aborted.')).toBe(true);
  expect(await first).toEqual({kind: 'aborted', error: 'The turn was aborted.'});
  await settle();
  expect(fixture.running).toEqual(['turn_2']);
  expect(fixture.sessions.stop('rooster:dm:signal:nobody', 'x')).toBe(false);
});

test("a waiting turn can be withdrawn, a running one can't", async () => {
  const fixture = watched();
  void fixture.enter(MAIN, 'turn_1');
  const second = fixture.enter(MAIN, 'turn_2');
  expect(fixture.sessions.withdraw('turn_1')).toBe(false);
  expect(fixture.sessions.withdraw('turn_2')).toBe(true);
  expect((await second).kind).toBe('aborted');
});

test('a draining daemon finishes running turns and starts no more', async () => {
  const fixture = watched();
  void fixture.enter(MAIN, 'turn_1');
  void fixture.enter(MAIN, 'turn_2');
  let drained = false;
  void fixture.sessions.drain().then(() => {
    drained = true;
  });
  await settle();
  expect(drained).toBe(false);
  fixture.finish('turn_1');
  await settle();
  expect(drained).toBe(true);
  expect(fixture.running).toEqual([]);
  expect(fixture.sessions.queued(MAIN)).toBe(1);
});

const watched = (isolatedPlaces?: number) => {
  const sessions = createSessions(isolatedPlaces === undefined ? {} : {isolatedPlaces});
  const running: TurnId[] = [];
  const finishes = new Map<TurnId, (outcome: TurnOutcome) => void>();
  return {
    sessions,
    running,
    enter: (session: SessionKey, turnId: TurnId, fromPerson = true) => {
      const run: Ticket['run'] = signal => {
        running.push(turnId);
        const {promise, resolve} = Promise.withResolvers<TurnOutcome>();
        const end = (outcome: TurnOutcome): void => {
          running.splice(running.indexOf(turnId), 1);
          resolve(outcome);
        };
        finishes.set(turnId, end);
        signal.addEventListener('abort', () => end({kind: 'aborted', error: String(signal.reason)}));
        return promise;
      };
      return sessions.enter({turnId, session, fromPerson, run});
    },
    finish: (turnId: TurnId) => finishes.get(turnId)?.(REPLIED),
  };
};
