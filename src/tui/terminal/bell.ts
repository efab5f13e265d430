// The bell: rings once for whatever gave reason to since the screen was drawn last.
import type {AppStore} from '../store/reduce-app.ts';
import {BELL, type TerminalOutput, writeQuietly} from './terminal-modes.ts';

export const startBell = (store: AppStore, stdout: TerminalOutput): Disposable => {
  let rung = store.get().ui.rings;
  const unsubscribe = store.subscribe(() => {
    const {rings} = store.get().ui;
    if (rings === rung) return;
    rung = rings;
    writeQuietly(stdout, BELL);
  });
  return {[Symbol.dispose]: unsubscribe};
};
