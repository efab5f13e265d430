// The last runs of what repeats, as marks for a row and as a sentence for the line below it.
import type {Run} from '../../../shared/records/jobs/jobs.ts';

const RUN_MARKS = ['ran', 'late', 'skipped', 'failed', 'running'] as const;
export type RunMark = (typeof RUN_MARKS)[number];

/** Oldest first, so that the row reads like a line of time. `runs`: newest first. */
export const runMarks = (runs: readonly Run[]): readonly RunMark[] =>
  runs.slice(0, MOST_MARKS).map(markOf).toReversed();

/** `last runs: 4 ran, 1 failed`; empty without runs. */
export const formatRuns = (runs: readonly Run[]): string => {
  const marks = runMarks(runs);
  const counts = RUN_MARKS.map(mark => ({mark, count: marks.filter(name => name === mark).length}));
  const text = counts.flatMap(({mark, count}) => (count === 0 ? [] : [`${count} ${mark}`])).join(', ');
  return text === '' ? '' : `last runs: ${text}`;
};

const markOf = ({status, late}: Run): RunMark => {
  if (status === 'failed' || status === 'skipped' || status === 'running') return status;
  return late ? 'late' : 'ran';
};

/** As many marks as a row has room for. */
export const MOST_MARKS = 6;
