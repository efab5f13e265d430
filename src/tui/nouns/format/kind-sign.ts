// The sign of each kind in a list: a glyph of one cell, a letter where the terminal has only ASCII, and the full word.
import type {RunKind} from '../../../shared/records/jobs/run-kinds.ts';

export type KindName =
  | 'reminder'
  | 'alarm'
  | 'job'
  | 'heartbeat'
  | 'reflection'
  | 'delivery'
  | 'message'
  | 'event'
  | 'ping';

type KindSign = {readonly glyph: string; readonly letter: string};

/** Glyphs of one cell that terminals don't draw as pictures. */
export const KIND_SIGNS: Readonly<Record<KindName, KindSign>> = {
  reminder: {glyph: '◷', letter: 'r'},
  alarm: {glyph: '☼', letter: 'a'},
  job: {glyph: '↻', letter: 'j'},
  heartbeat: {glyph: '♡', letter: 'h'},
  reflection: {glyph: '✎', letter: 'n'},
  delivery: {glyph: '⇢', letter: 'o'},
  message: {glyph: '⇠', letter: 'i'},
  event: {glyph: '◇', letter: 'e'},
  ping: {glyph: '⇤', letter: 'p'},
};

/** The kind of a run. A newer daemon may have a kind that this client doesn't know. */
export const kindOfRun = (kind: RunKind): KindName => RUNS[kind] ?? 'event';

const RUNS: Readonly<Record<RunKind, KindName>> = {
  reminder: 'reminder',
  alarm: 'alarm',
  cron: 'job',
  heartbeat: 'heartbeat',
  reflection: 'reflection',
  delegation: 'job',
};
