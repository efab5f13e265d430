// Groups the steps of a trace by subject, so that each subject is one numbered entry with its instants below. Also
// formats a trace as text.
import type {TraceStep} from '../../shared/records/trace.ts';
import {reaches, type Trust} from '../../shared/records/trust.ts';
import {clockTimeWithSeconds, shortDate} from '../../shared/time/format-time.ts';
import type {Document} from '../nouns/format/document.ts';

export type StepGroup = {readonly id: string; readonly kind: TraceStep['kind']; readonly steps: readonly TraceStep[]};

/** Groups consecutive steps about the same subject. */
export const grouped = (steps: readonly TraceStep[]): readonly StepGroup[] => {
  const groups: {id: string; kind: TraceStep['kind']; steps: TraceStep[]}[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.id === step.id && last.kind === step.kind) last.steps.push(step);
    else groups.push({id: step.id, kind: step.kind, steps: [step]});
  }
  return groups;
};

/** True if a step was done with less trust than that of the owner or of close people. */
export const isUntrusted = (trust: Trust | undefined): boolean => trust !== undefined && !reaches(trust, 'inner');

/** The number of the first step with less trust; undefined when all steps were trusted. */
export const untrustedFrom = (groups: readonly StepGroup[]): number | undefined => {
  const index = groups.findIndex(({steps}) => steps.some(({trust}) => isUntrusted(trust)));
  return index === -1 ? undefined : index + 1;
};

type Traced = {readonly title: string; readonly because?: string; readonly steps?: readonly TraceStep[]};

export const traceReport = ({title, because, steps = []}: Traced): string =>
  [
    `why ${title}`,
    ...(because === undefined ? [] : [because, '']),
    ...grouped(steps).flatMap((group, index) => [
      `${index + 1}. ${group.kind} ${group.id}`,
      ...group.steps.map(
        ({at, what, trust}) =>
          `   ${shortDate(at)} ${clockTimeWithSeconds(at)}  ${what}${trust === undefined ? '' : `  [trust ${trust}]`}`,
      ),
    ]),
    '',
  ].join('\n');

/** A trace group as a document. */
export const documentOfGroup = ({id, kind, steps}: StepGroup): Document => ({
  title: `${kind} ${id}`,
  facts: steps.map(({at, what, trust}) => [
    `${clockTimeWithSeconds(at)}`,
    trust === undefined ? what : `${what} [trust ${trust}]`,
  ]),
  text: [...new Set(steps.flatMap(({detail}) => detail ?? []))].join('\n\n'),
  form: 'plain',
});
