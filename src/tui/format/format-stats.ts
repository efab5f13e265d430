// The stats as lines with small bars, for the command and the terminal UI.
import type {Stats, StatsSuggestion} from '../../shared/records/stats.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {formatDuration} from '../../shared/time/format-time.ts';

type StatsLook = {readonly width: number; readonly ascii: boolean};

/** Sections with a title, a line per fact, and an empty line between them. */
export const statsLines = (stats: Stats, {width, ascii}: StatsLook): readonly string[] => {
  const cells = Math.min(MOST_BAR, Math.max(LEAST_BAR, Math.floor(width / 4)));
  const bar = barOf(ascii ? '#' : '█', cells);
  const room = Math.max(8, Math.min(NAME, width - cells - VALUE - 3 * GAP));
  const name = (text: string): string => shortened(printableLine(text), room).padEnd(room);
  const row = (label: string, share: number, value: string): string => `  ${name(label)}  ${bar(share)}  ${value}`;
  const mostSnoozed = Math.max(1, ...stats.snoozes.map(({times}) => times));
  const used = stats.tokens.slice(stats.tokens.findIndex(({tokens}) => tokens > 0));
  const mostTokens = Math.max(1, ...stats.tokens.map(({tokens}) => tokens));
  const total = stats.tokens.reduce((sum, {tokens}) => sum + tokens, 0);
  return sections([
    [
      'Snoozes (30 days)',
      stats.snoozes.map(({message, times}) => row(message, times / mostSnoozed, timesOf(times))),
      'Nothing was snoozed.',
    ],
    [
      stats.answers === undefined
        ? 'Answer times'
        : `Answer times: half within ${formatDuration(stats.answers.medianMs)}`,
      (stats.answers?.within ?? []).map(({upToMs, count}) =>
        row(
          upToMs === undefined ? 'later' : `within ${formatDuration(upToMs)}`,
          count / (stats.answers?.count ?? 1),
          String(count),
        ),
      ),
      'No reminder was marked as done.',
    ],
    [
      'Failed runs (of all)',
      stats.jobs.map(job => row(job.name, job.failed / job.runs, `${job.failed} of ${job.runs}`)),
      'No job has run.',
    ],
    [
      'Tokens by day',
      total === 0 ? [] : used.map(({day, tokens}) => row(day, tokens / mostTokens, tokens.toLocaleString('en-US'))),
      'No model was used.',
    ],
  ]);
};

/** "You snoozed … 4 times: move it to 18:00?" */
export const suggestionSentence = ({message, times, to}: StatsSuggestion): string =>
  `You snoozed "${shortened(printableLine(message), NAME)}" ${timesOf(times)}: move it to ${to}?`;

type Section = readonly [title: string, rows: readonly string[], none: string];

const sections = (all: readonly Section[]): readonly string[] =>
  all.flatMap(([title, rows, none], index) => [
    ...(index === 0 ? [] : ['']),
    title,
    ...(rows.length === 0 ? [`  ${none}`] : rows),
  ]);

/** A share that isn't zero has one cell at least. */
const barOf =
  (cell: string, cells: number) =>
  (share: number): string =>
    cell.repeat(share === 0 ? 0 : Math.max(1, Math.round(share * cells))).padEnd(cells);

const timesOf = (times: number): string => (times === 1 ? 'once' : `${times} times`);

const NAME = 28;
const MOST_BAR = 20;
const LEAST_BAR = 6;
const VALUE = 9;
const GAP = 2;
