import {expect, test} from 'vitest';
import {createThinking, type ThinkingPiece} from '../../../src/daemon/turns/thinking.ts';
import {fakeClock} from '../../support/fake-clock.ts';

test('thinking is told piece by piece, with how long it took once it is over', async () => {
  const clock = fakeClock();
  const told: ThinkingPiece[] = [];
  const thinking = createThinking(clock, piece => void told.push(piece));
  thinking.hear({kind: 'begun'});
  thinking.hear({kind: 'text', text: 'One '});
  await clock.advance(3_000);
  thinking.hear({kind: 'text', text: 'two.'});
  expect(thinking.live()).toEqual({thinking: {text: 'One two.'}});
  thinking.hear({kind: 'ended'});
  expect(thinking.live()).toEqual({thinking: {text: 'One two.', tookMs: 3_000}});
  expect(told).toEqual([
    {text: 'One ', offset: 0},
    {text: 'two.', offset: 4},
    {text: '', offset: 8, tookMs: 3_000},
  ]);
  await clock.advance(60_000);
  expect(thinking.kept()).toEqual({thinking: {text: 'One two.', tookMs: 3_000}});
});

test('several stretches of thinking are one text, and only the time of thinking is counted', async () => {
  const clock = fakeClock();
  const thinking = createThinking(clock, () => undefined);
  for (const text of ['first', 'second']) {
    thinking.hear({kind: 'begun'});
    thinking.hear({kind: 'text', text});
    await clock.advance(2_000);
    thinking.over();
    await clock.advance(10_000);
  }
  expect(thinking.kept()).toEqual({thinking: {text: 'first\n\nsecond', tookMs: 4_000}});
});

test('of endless thinking the beginning is kept and told, and the rest is counted', () => {
  const told: ThinkingPiece[] = [];
  const thinking = createThinking(fakeClock(), piece => void told.push(piece));
  for (let index = 0; index < 30; index += 1) thinking.hear({kind: 'text', text: 'x'.repeat(1_000)});
  const {thinking: kept} = thinking.kept();
  expect(kept?.text).toHaveLength(20_000);
  expect(kept?.more).toBe(10_000);
  expect(told.map(({text}) => text).join('')).toBe(kept?.text);
});

test('thinking in which there is nothing to read is not kept', () => {
  const thinking = createThinking(fakeClock(), () => undefined);
  thinking.hear({kind: 'begun'});
  thinking.hear({kind: 'text', text: '\n'});
  thinking.hear({kind: 'ended'});
  expect(thinking.kept()).toEqual({});
});
