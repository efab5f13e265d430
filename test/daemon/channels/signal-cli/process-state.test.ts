import {expect, test} from 'vitest';
import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import {versionWarning} from '../../../../src/daemon/channels/signal-cli/program.ts';
import {
  nextProcessState,
  type ProcessEvent,
  type ProcessState,
  reasonOfState,
  type Step,
} from '../../../../src/daemon/channels/signal-cli/state/process-state.ts';
import {readStderr} from '../../../../src/daemon/channels/signal-cli/watch-stderr.ts';
import {formatReason} from '../../../../src/shared/text/sentences.ts';
import {HOUR, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';

const noon = Date.UTC(2026, 10, 21, 11);

/** Applies events from the start; returns all steps and the final state. */
const live = (events: readonly ProcessEvent[], from: ProcessState = {kind: 'stopped'}, now = noon) => {
  let life = from;
  const steps: Step[] = [];
  for (const event of events) {
    const decision = nextProcessState(life, event, {now, chance: 0.5, host: ROOSTER});
    life = decision.life;
    if (decision.step !== undefined) steps.push(decision.step);
  }
  return {life, steps};
};

const up = (over: Partial<Extract<ProcessState, {kind: 'up'}>> = {}): ProcessState => ({
  kind: 'up',
  attempt: 0,
  version: '0.14.6',
  since: noon,
  ...over,
});

test('starting looks for a running signal-cli, starts one if there is none, and greets it when ready', () => {
  expect(
    live([{type: 'start'}, {type: 'vacant'}, {type: 'stderr', word: 'ready'}, {type: 'greeted', version: '0.14.6'}]),
  ).toEqual({life: up(), steps: ['look', 'spawn', 'greet']});
});

test('a signal-cli that already answers is adopted, and no other is started', () => {
  expect(live([{type: 'start'}, {type: 'greeted', version: '0.14.6'}])).toEqual({life: up(), steps: ['look']});
});

test('a lock held by another signal-cli is a conflict until it is released', () => {
  const waiting = live([{type: 'start'}, {type: 'vacant'}, {type: 'stderr', word: 'locked'}]);
  expect(waiting.life).toMatchObject({kind: 'conflict', reason: {advice: expect.stringContaining('Stop it')}});
  expect(
    live(
      [
        {type: 'stderr', word: 'ready'},
        {type: 'greeted', version: '0.14.6'},
      ],
      waiting.life,
    ),
  ).toEqual({
    life: up(),
    steps: ['greet'],
  });
});

test.for([
  ['unlinked', 'unlinked', undefined],
  ['tooOld', 'updateRequired', HOUR],
  ['socketTaken', 'down', SECOND],
  ['offline', 'down', SECOND],
  ['locked', 'down', SECOND],
  [undefined, 'down', SECOND],
] as const)('an exit with the reason %s leads to the state %s', ([word, kind, afterMs]) => {
  const {life, steps} = live([{type: 'exited', reason: {what: 'It ended'}, ...(word && {word})}], {
    kind: 'starting',
    attempt: 0,
  });
  expect(life.kind).toBe(kind);
  expect(formatReason(reasonOfState(life))).toMatch(/(?:\.|rooster signal link)$/u);
  expect('retryAt' in life ? life.retryAt - noon : undefined).toBe(afterMs);
  expect(steps).toEqual(afterMs === undefined ? [] : ['wait']);
});

test('only an exit for lack of a network is marked as offline', () => {
  const ended = (word: 'offline' | 'socketTaken') =>
    live([{type: 'exited', reason: {what: 'It ended'}, word}], {kind: 'starting', attempt: 0}).life;
  expect(ended('offline')).toMatchObject({offline: true});
  expect(ended('socketTaken')).not.toHaveProperty('offline');
});

test('failed starts are retried after 1 s, doubling up to 5 minutes', () => {
  let life: ProcessState = {kind: 'starting', attempt: 0};
  const waits: number[] = [];
  for (let start = 0; start < 12; start += 1) {
    life = live([{type: 'exited', reason: {what: 'It ended'}}], life).life;
    if (life.kind === 'down') waits.push((life.retryAt - noon) / SECOND);
    life = live([{type: 'retry'}], life).life;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('a retry delay varies randomly by a quarter in each direction', () => {
  const wait = (chance: number) => {
    const {life} = nextProcessState(
      {kind: 'starting', attempt: 3},
      {type: 'exited', reason: {what: 'It ended'}},
      {now: noon, chance, host: ROOSTER},
    );
    return life.kind === 'down' ? life.retryAt - noon : undefined;
  };
  expect([wait(0), wait(0.5), wait(1)]).toEqual([6_000, 8_000, 10_000]);
});

test('a process that ran well for a minute restarts quickly; any other waits longer', () => {
  const restAfter = (ranMs: number) => {
    const {life} = live([{type: 'broken', reason: {what: 'It hung'}}], up({attempt: 6}), noon + ranMs);
    return life.kind === 'down' ? life.retryAt - noon - ranMs : undefined;
  };
  expect(restAfter(MINUTE)).toBe(SECOND);
  expect(restAfter(MINUTE - 1)).toBe(64 * SECOND);
});

test("the exit of a process doesn't count again after its connection broke", () => {
  const broken = live([{type: 'broken', reason: {what: 'The connection ended'}}], up());
  expect(live([{type: 'exited', reason: {what: 'It was killed'}}], broken.life)).toEqual({
    life: broken.life,
    steps: [],
  });
});

test('a start request during the wait starts immediately', () => {
  const down: ProcessState = {kind: 'down', attempt: 9, reason: {what: 'It ended'}, retryAt: noon + HOUR};
  expect(live([{type: 'start'}], down)).toEqual({life: {kind: 'starting', attempt: 0}, steps: ['look']});
  expect(live([{type: 'start'}], {kind: 'unlinked', reason: {what: 'Gone'}}).steps).toEqual(['look']);
  expect(live([{type: 'start'}], up())).toEqual({life: up(), steps: []});
});

test('stopping ends the process once, from any state, and no late event starts it again', () => {
  for (const life of [up(), {kind: 'starting', attempt: 1}, {kind: 'unlinked', reason: {what: 'Gone'}}] as const) {
    expect(live([{type: 'stop'}, {type: 'stop'}], life)).toEqual({life: {kind: 'stopping'}, steps: ['end']});
  }
  const late: readonly ProcessEvent[] = [
    {type: 'start'},
    {type: 'retry'},
    {type: 'vacant'},
    {type: 'stderr', word: 'ready'},
    {type: 'greeted', version: '0.14.6'},
    {type: 'broken', reason: {what: 'Late'}},
    {type: 'exited', reason: {what: 'Late'}},
  ];
  expect(live(late, {kind: 'stopping'})).toEqual({life: {kind: 'stopping'}, steps: []});
  expect(live([{type: 'ended'}], {kind: 'stopping'}).life).toEqual({kind: 'stopped'});
});

test.for([
  ['INFO  SocketHandler - Started JSON-RPC server on /home/a/sc.sock', 'ready'],
  ['Config file is in use by another instance, waiting…', 'locked'],
  ['User +15550000001 is not registered.', 'unlinked'],
  ['WARN  App - Authorization failed', 'unlinked'],
  ['signal-cli version is too old for the Signal-Server, please update.', 'tooOld'],
  ['Failed to bind socket /home/a/sc.sock: Address already in use', 'socketTaken'],
  ['Error while checking account +15550000001: No connection!', 'offline'],
  ['INFO  DaemonCommand - Starting daemon in single-account mode for +15550000001', undefined],
] as const)('the output "%s" means %s', ([line, word]) => {
  expect(readStderr(line)).toBe(word);
});

test.for([
  ['0.13.19', true],
  ['0.14.4.1', true],
  ['0.14.4', true],
  ['0.14.5', false],
  ['0.14.7-SNAPSHOT', false],
  ['0.15.0', false],
  ['1.0', false],
  ['nightly', false],
] as const)('a warning about version %s: %s', ([version, warned]) => {
  expect(versionWarning(version) !== undefined).toBe(warned);
});
