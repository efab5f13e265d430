import {expect, test} from 'vitest';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const THOUGHT = Array.from({length: 12}, (_, index) => `thought ${index + 1}`).join('\n');
const CTRL_T = '\x14';

test('reasoning is one line, and Ctrl+T switches between short, full and hidden', async () => {
  await using app = await openTestApp({rows: 40});
  app.gateway.says('hello', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.turnStarts('turn_1');
  app.gateway.thinks({turnId: 'turn_1', text: THOUGHT, offset: 0});
  expect(await app.frame()).toContain('▸ thinking …');
  await app.type(CTRL_T);
  // During reasoning, its newest part.
  expect(await app.frame()).toMatch(/▾ thinking …\n +thought 8\n/u);
  app.gateway.thinks({turnId: 'turn_1', text: '', offset: THOUGHT.length, tookMs: 4_000});
  expect(await app.frame()).toMatch(
    /▾ thought for 4(\.0)?s\n +thought 1\n.*\n.*\n.*\n +thought 5\n +… 7 more rows, \^T/u,
  );

  app.gateway.delta({turnId: 'turn_1', text: 'Good', offset: 0});
  expect(await app.frame()).toContain('Good▌');
  app.gateway.says('Good morning.', {turnId: 'turn_1', thinking: {text: THOUGHT, tookMs: 4_000}});
  app.gateway.turnEnds('turn_1');
  const settled = await app.frame();
  expect(settled.match(/thought for/gu)).toHaveLength(1);
  await app.type(CTRL_T);
  expect(await app.frame()).toContain('thought 12');
  await app.type(CTRL_T);
  const folded = await app.frame();
  expect(folded).toContain('▸ thought for 4');
  expect(folded).not.toContain('thought 1\n');
});

test('Alt+Enter reads the whole reasoning, and copying an answer leaves it out', async () => {
  await using app = await openTestApp();
  app.gateway.says('Good morning.', {turnId: 'turn_1', thinking: {text: THOUGHT, tookMs: 4_000}});
  await app.frame();
  await app.type(KEYS.select, KEYS.alt('c'));
  expect(app.saw.copied.at(-1)).toBe('Good morning.');
  await app.type(KEYS.up, KEYS.altEnter);
  const read = await app.frame();
  expect(read).toContain('thinking');
  expect(read).toContain('only you');
  expect(read).toContain('thought 1');
});
