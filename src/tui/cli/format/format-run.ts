// Formats job runs: a list, and one run with its transcript.
import type {Result} from '../../../ipc/method-table.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {todoLines} from '../../../shared/record-text/todo-lines.ts';
import type {Run as JobRun} from '../../../shared/records/jobs/jobs.ts';
import type {RunKind} from '../../../shared/records/jobs/run-kinds.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {runRecord} from '../../nouns/run.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';
import {deliveryList} from './format-delivery.ts';
import {messageLines} from './message-lines.ts';

/** `messages`: texts of the listed reminders, by id; `only`: the filter. */
export const runList = (
  world: CommandWorld,
  runs: readonly Wire<JobRun>[],
  messages: ReadonlyMap<string, string>,
  only: {readonly kind: RunKind | undefined; readonly name: string | undefined},
): readonly string[] => {
  const listed = runs.map(run => ({...run, title: run.delegated?.task ?? messages.get(run.name)}));
  return nounTable(world, runRecord, listed, noneOf(only));
};

export const runShown = (world: CommandWorld, run: Result<'run.get'>): readonly string[] => [
  ...nounLines(world, runRecord, run),
  ...(run.todos === undefined ? [] : ['', 'Plan', ...todoLines(run.todos).map(line => `  ${printableLine(line)}`)]),
  ...(run.output === undefined ? [] : ['', indented(run.output, '  ')]),
  ...(run.transcript.length === 0 ? [] : ['', ...messageLines(world, run.transcript)]),
  // Older daemons leave them out.
  ...((run.deliveries ?? []).length === 0 ? [] : ['', ...deliveryList(world, run.deliveries, undefined)]),
];

const noneOf = ({
  kind,
  name,
}: {
  readonly kind: RunKind | undefined;
  readonly name: string | undefined;
}): string | undefined =>
  kind === undefined && name === undefined
    ? undefined
    : `No ${kind === undefined ? '' : `${kind} `}runs${name === undefined ? '' : ` of ${printableLine(name)}`}.`;
