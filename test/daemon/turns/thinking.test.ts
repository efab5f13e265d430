import {expect, test} from 'vitest';
import {createThinking, type ThinkingPiece} from '../../../src/daemon/turns/thinking.ts';
import {fakeClock} from '../../support/fake-clock.ts';

test('reasoning is published in pieces, with its duration at the end', async () => {
  const clock = fakeClock();
  const told: ThinkingPiece[] = [];
  const thinking = createThinking(clock, piece => void told.push(piece));
  thinking.onPart({kind: 'begun'});
  thinking.onPart({kind: 'text', text: 'One '});
  await clock.advance(3_000);
  thinking.onPart({kind: 'text', text: 'two.'});
  expect(thinking.live()).toEqual({thinking: {text: 'One two.'}});
  thinking.onPart({kind: 'ended'});
  expect(thinking.live()).toEqual({thinking: {text: 'One two.', tookMs: 3_000}});
  expect(told).toEqual([
    {text: 'One ', offset: 0},
    {text: 'two.', offset: 4},
    {text: '', offset: 8, tookMs: 3_000},
  ]);
  await clock.advance(60_000);
  expect(thinking.kept()).toEqual({thinking: {text: 'One two.', tookMs: 3_000}});
});

test('several stretches of reasoning are one text, and only reasoning time counts', async () => {
  const clock = fakeClock();
  const thinking = createThinking(clock, () => undefined);
  for (const text of ['first', 'second']) {
    thinking.onPart({kind: 'begun'});
    thinking.onPart({kind: 'text', text});
    await clock.advance(2_000);
    thinking.over();
    await clock.advance(10_000);
  }
  expect(thinking.kept()).toEqual({thinking: {text: 'first\n\nsecond', tookMs: 4_000}});
});

test('the beginning of endless reasoning is stored and published, and the rest is counted', () => {
  const told: ThinkingPiece[] = [];
  const thinking = createThinking(fakeClock(), piece => void told.push(piece));
  for (let index = 0; index < 30; index += 1) thinking.onPart({kind: 'text', text: 'x'.repeat(1_000)});
  const {thinking: kept} = thinking.kept();
  expect(kept?.text).toHaveLength(20_000);
  expect(kept?.more).toBe(10_000);
  expect(told.map(({text}) => text).join('')).toBe(kept?.text);
});

test("empty reasoning isn't stored", () => {
  const thinking = createThinking(fakeClock(), () => undefined);
  thinking.onPart({kind: 'begun'});
  thinking.onPart({kind: 'text', text: '\n'});
  thinking.onPart({kind: 'ended'});
  expect(thinking.kept()).toEqual({});
});
