// Draws a recording as one SVG that plays by itself, also inside an image: each row that was ever on the screen is drawn once and is
// visible while it was there. So a minute of a terminal is no larger than its changes.
import type {Cell} from './cells.ts';
import {runsOf} from './runs.ts';
import {drawCursor, drawFrame, drawRow} from './svg.ts';
import type {Size} from './tmux.ts';

/** The screen from an instant on, in milliseconds since the beginning. */
export type Frame = {
  readonly at: number;
  readonly lines: readonly (readonly Cell[])[];
  readonly cursor: {readonly column: number; readonly row: number} | undefined;
};

type Recording = {
  readonly title: string;
  readonly size: Size;
  readonly frames: readonly Frame[];
  readonly lastsMs: number;
};

/** A span of time in which something is seen. */
type Seen = {readonly from: number; readonly to: number};

export const drawMoving = ({title, size, frames, lastsMs}: Recording): string => {
  const seen = new Map<string, Seen[]>();
  frames.forEach(({at, lines, cursor}, index) => {
    const to = frames[index + 1]?.at ?? lastsMs;
    const drawn = [
      ...lines.slice(0, size.rows).map((cells, row) => drawRow(runsOf(cells), row).join('')),
      cursor === undefined ? '' : drawCursor(cursor),
    ];
    for (const one of drawn) {
      if (one === '') continue;
      const spans = seen.get(one) ?? [];
      const last = spans.at(-1);
      if (last?.to === at) spans[spans.length - 1] = {from: last.from, to};
      else spans.push({from: at, to});
      seen.set(one, spans);
    }
  });
  return drawFrame(
    title,
    size,
    [...seen].map(([drawn, spans]) => `<g visibility="hidden">${drawn}${animated(spans, lastsMs)}</g>`),
  );
};

const animated = (spans: readonly Seen[], lastsMs: number): string => {
  const steps = spans.flatMap(({from, to}) => [
    {at: from, value: 'visible'},
    {at: to, value: 'hidden'},
  ]);
  const all = steps[0]?.at === 0 ? steps : [{at: 0, value: 'hidden'}, ...steps];
  const times = all.map(({at}) => Math.min(1, Math.round((at / lastsMs) * 10_000) / 10_000));
  const last = times.at(-1) === 1 ? all.slice(0, -1) : all;
  return `<animate attributeName="visibility" calcMode="discrete" dur="${lastsMs}ms" repeatCount="indefinite" values="${last
    .map(({value}) => value)
    .join(';')}" keyTimes="${times.slice(0, last.length).join(';')}"/>`;
};
