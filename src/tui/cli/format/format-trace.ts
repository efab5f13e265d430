// Formats a trace: one sentence, then step by step.
import type {Result} from '../../../ipc/method-table.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import type {CommandWorld} from '../command.ts';
import {timesLine} from './fields.ts';

export const traceLines = (world: CommandWorld, id: string, {because, steps}: Result<'why'>): readonly string[] => {
  const {print, clock} = world;
  if (steps.length === 0) return [`No record of "${id}" any more.`];
  const stamps = steps.map(({at}) => timestamp(at, clock.now()));
  const widest = Math.max(...stamps.map(text => text.length));
  return [
    ...(because === undefined ? [] : [printableLine(because), '']),
    ...timesLine(world),
    ...steps.map(({what, id: about}, index) => {
      const when = print.paint('quiet', (stamps[index] ?? '').padStart(widest));
      return `${when}  ${printableLine(what)}  ${print.paint('quiet', shortId(about))}`;
    }),
  ];
};
