// The property of the screen: after any history it equals a screen drawn from the state alone. After each random step the terminal is
// compared, cell by cell, with one that draws the same state for the first time.
import {expect, test} from 'vitest';
import {createChatView} from '../../src/tui/screens/chat-view.ts';
import type {AppState} from '../../src/tui/state/app-state.ts';
import {rowText, rowWidth} from '../../src/tui/text/row.ts';
import {pick, randomSteps} from './random-steps.ts';
import {freshScreen, openTestApp, type TestApp} from './render-app.tsx';
import {seededRandom} from './seeded-random.ts';

/**
 * Two tests for each seed: a short walk and a deep one. `SCREEN_SEEDS=7,8` and `SCREEN_STEPS=5000` choose other seeds and more steps, for
 * example those that a failure names. `first` runs before the random steps.
 */
export const testScreens = (
  own: readonly number[],
  first: (app: TestApp) => unknown = () => undefined,
  steps = MANY_STEPS,
): void => {
  const {SCREEN_SEEDS, SCREEN_STEPS} = process.env;
  const seeds = SCREEN_SEEDS === undefined ? own : SCREEN_SEEDS.split(',').map(Number);
  const full = SCREEN_STEPS === undefined ? steps : Number(SCREEN_STEPS);
  for (const seed of seeds) {
    for (const {count, tags} of [
      {count: FEW_STEPS, tags: []},
      {count: full, tags: ['deep'] as const},
    ]) {
      test(
        `after each of ${count} random steps the screen equals a fresh one (seed ${seed})`,
        {timeout: 300_000 + count * 400, tags: [...tags]},
        () => walk(seed, count, first),
      );
    }
  }
};

const walk = async (seed: number, count: number, first: (app: TestApp) => unknown): Promise<void> => {
  const random = seededRandom(seed);
  const open = async (): Promise<{readonly app: TestApp; readonly steps: ReturnType<typeof randomSteps>}> => {
    const app = await openTestApp({columns: 80, rows: 24});
    await first(app);
    return {app, steps: randomSteps(app, random)};
  };
  let {app, steps} = await open();
  try {
    for (let step = 0; step < count; step += 1) {
      const name = pick(random, Object.keys(steps));
      const where = `seed ${seed}, step ${step}, ${name}`;
      await steps[name]?.();
      await app.frame(pick(random, [0, 60, 300, 2_000]));
      // Batched events are drawn a moment later.
      await app.frame(60);
      if (app.left()) {
        await app[Symbol.asyncDispose]();
        ({app, steps} = await open());
      }
      expect(overflows(app.state()), where).toEqual([]);
      expect(differences(await app.terminal.cells(), await freshScreen(app.state())), where).toEqual([]);
    }
  } finally {
    await app[Symbol.asyncDispose]();
  }
};

/** Parts that would be wider or higher than the screen. */
export const overflows = (state: AppState): readonly string[] => {
  const {columns, rows} = state.ui.size;
  const {shape, head, panes, foot} = createChatView().frame(state);
  if (shape === 'tiny') return [];
  const parts = [{rows: head, width: columns}, ...panes, {rows: foot, width: columns}];
  const wide = parts.flatMap(part => part.rows.filter(row => rowWidth(row) > part.width).map(rowText));
  const height = head.length + foot.length + (panes[0]?.rows.length ?? 0);
  return height === rows ? wide : [...wide, `${height} rows on a screen of ${rows}`];
};

/** The rows that differ, as text where the text does. */
const differences = (drawn: readonly string[], fresh: readonly string[]): readonly string[] =>
  fresh.flatMap((row, index) => {
    const shown = drawn[index] ?? '';
    if (shown === row) return [];
    const [one, other] = [shown, row].map(cells => cells.replaceAll(/\{[-\d,]*\}/gu, ''));
    return [`row ${index}: ${one}`, `fresh ${index}: ${one === other ? row : other}`];
  });

const FEW_STEPS = 40;
const MANY_STEPS = 80;
