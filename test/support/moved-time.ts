// The clock of real processes, moved by a test: hours pass at once, and the timers of a machine that is awake pass with them.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

export type MovedTime = {
  /** NODE_OPTIONS for a process of a machine that stays awake. */
  readonly awake: string;
  /** The same for a machine that sleeps meanwhile: its clock is right afterwards, and its timers have stood still. */
  readonly asleep: string;
  readonly now: () => number;
  readonly passTo: (at: number) => void;
};

/** `from`: the first instant. `folder`: where the program for it is written. */
export const movedTime = (folder: string, from: number): MovedTime => {
  const [program, file] = [join(folder, 'moved.mjs'), join(folder, 'moved-by')];
  let movedBy = 0;
  const now = (): number => Date.now() + movedBy;
  const passTo = (at: number): void => {
    movedBy = at - Date.now();
    writeFileSync(file, String(movedBy));
  };
  passTo(from);
  writeFileSync(program, PROGRAM.replace('FILE', JSON.stringify(file)));
  return {awake: `--import file://${program}?timers`, asleep: `--import file://${program}`, now, passTo};
};

/** Short timers are those of work in progress, which takes its time on any clock. */
const PROGRAM = `
import {readFileSync} from 'node:fs';
const movesTimers = import.meta.url.endsWith('?timers');
const [realNow, realTimeout, realInterval] = [Date.now, setTimeout, setInterval];
const read = () => Number(readFileSync(FILE, 'utf8')) || movedBy;
let movedBy = 0;
movedBy = read();
Date.now = () => realNow() + movedBy;
const timers = new Set();
const intervals = new Set();
globalThis.setTimeout = (run, ms, ...more) => {
  if (!movesTimers || !(ms >= 5_000)) return realTimeout(run, ms, ...more);
  const timer = realTimeout(() => {
    timers.delete(timer);
    run(...more);
  }, ms);
  timer.dueAt = Date.now() + ms;
  timers.add(timer);
  return timer;
};
globalThis.setInterval = (run, ms, ...more) => {
  const timer = realInterval(run, ms, ...more);
  timer.run = () => run(...more);
  intervals.add(timer);
  return timer;
};
realInterval(() => {
  const before = movedBy;
  movedBy = read();
  if (!movesTimers || movedBy === before) return;
  for (const timer of [...timers].sort((a, b) => a.dueAt - b.dueAt)) {
    if (timer._destroyed) timers.delete(timer);
    else {
      timer._idleTimeout = Math.max(1, timer.dueAt - Date.now());
      timer.refresh();
    }
  }
  for (const timer of intervals) timer._destroyed ? intervals.delete(timer) : timer.run();
}, 10).unref();
`;
