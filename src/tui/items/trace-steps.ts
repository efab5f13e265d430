// The steps of a story, gathered by what they are about, so that each thing is one numbered step with its instants below it.
// And the same as a text to keep.
import type {TraceStep} from '../../shared/records/trace.ts';
import {reaches, type Trust} from '../../shared/records/trust.ts';
import {dayName, secondsTime} from '../format/format-time.ts';
import type {Document} from '../nouns/document.ts';

export type StepGroup = {readonly id: string; readonly kind: TraceStep['kind']; readonly steps: readonly TraceStep[]};

/** Neighbours that are about the same thing. */
export const grouped = (steps: readonly TraceStep[]): readonly StepGroup[] => {
  const groups: {id: string; kind: TraceStep['kind']; steps: TraceStep[]}[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.id === step.id && last.kind === step.kind) last.steps.push(step);
    else groups.push({id: step.id, kind: step.kind, steps: [step]});
  }
  return groups;
};

/** Whether what was done at this trust was not an order of the owner's or of someone close. */
export const isUntrusted = (trust: Trust | undefined): boolean => trust !== undefined && !reaches(trust, 'inner');

/** The number of the first step that was done at less trust; undefined where all was trusted. */
export const untrustedFrom = (groups: readonly StepGroup[]): number | undefined => {
  const index = groups.findIndex(({steps}) => steps.some(({trust}) => isUntrusted(trust)));
  return index === -1 ? undefined : index + 1;
};

export const traceReport = (title: string, steps: readonly TraceStep[]): string =>
  [
    `why ${title}`,
    ...grouped(steps).flatMap((group, index) => [
      `${index + 1}. ${group.kind} ${group.id}`,
      ...group.steps.map(
        ({at, what, trust}) =>
          `   ${dayName(at)} ${secondsTime(at)}  ${what}${trust === undefined ? '' : `  [trust ${trust}]`}`,
      ),
    ]),
    '',
  ].join('\n');

/** One thing in a story, for reading. */
export const documentOfGroup = ({id, kind, steps}: StepGroup): Document => ({
  title: `${kind} ${id}`,
  facts: steps.map(({at, what, trust}) => [
    `${secondsTime(at)}`,
    trust === undefined ? what : `${what} [trust ${trust}]`,
  ]),
  text: [...new Set(steps.flatMap(({detail}) => detail ?? []))].join('\n\n'),
  form: 'plain',
});
