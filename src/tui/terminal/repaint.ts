// Redraws the whole screen. After a resize, Ink repaints for the old size, and rows that are too long may shift others.
// So a moment later the screen is erased and drawn from scratch.
import type {Clock} from '../../shared/time/clock.ts';
import type {Size} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {resize} from '../store/ui-changes.ts';
import {ERASE_SCREEN, MODES_ON, type TerminalOutput, writeQuietly} from './terminal-modes.ts';

export type Repaint = Disposable & {now(): void};

type RepaintDeps = {
  readonly stdout: TerminalOutput;
  readonly store: AppStore;
  readonly clock: Clock;
  /** Makes Ink drop its record of what is drawn. */
  readonly forget: () => void;
  /** True if another program has the terminal. */
  readonly aside?: () => boolean;
  /** Called when the screen's size has changed. */
  readonly resized?: () => void;
};

export const startRepaint = ({
  stdout,
  store,
  clock,
  forget,
  aside = () => false,
  resized: onResized,
}: RepaintDeps): Repaint => {
  let timer: Disposable | undefined;

  const now = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (aside()) return;
    writeQuietly(stdout, MODES_ON + ERASE_SCREEN);
    forget();
    store.update(ui => ({...ui, paints: ui.paints + 1}));
  };

  const resized = (): void => {
    store.update(resize(sizeOf(stdout)));
    onResized?.();
    timer?.[Symbol.dispose]();
    timer = clock.after(AFTER_RESIZE_MS, now);
  };

  stdout.on('resize', resized);
  return {
    now,
    [Symbol.dispose]: () => {
      timer?.[Symbol.dispose]();
      stdout.off('resize', resized);
    },
  };
};

/** @default 80 x 24 if the terminal doesn't report a size */
export const sizeOf = ({columns, rows}: TerminalOutput): Size => ({columns: columns || 80, rows: rows || 24});

const AFTER_RESIZE_MS = 20;
