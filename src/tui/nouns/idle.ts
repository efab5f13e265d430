// Planned heartbeats and reflections in the terminal UI.

import type {PlannedRun} from '../../shared/records/jobs/jobs.ts';
import type {IdleRunKind} from '../../shared/records/jobs/run-kinds.ts';
import {formatWhen, untilChangesAt} from '../../shared/time/format-time.ts';
import {dateTime, facts} from './format/document.ts';
import {coming} from './format/format-noun.ts';
import {kindOfRun} from './format/kind-sign.ts';
import type {NounView} from './noun-view.ts';
import {runLabel} from './run.ts';

/** An upcoming heartbeat or reflection of an idle conversation. */
export type PlannedIdleRun = PlannedRun & {readonly kind: IdleRunKind};

export const idle: NounView<PlannedIdleRun> = {
  kind: 'idle',
  label: ({kind}) => runLabel(kind),
  sign: ({kind}) => kindOfRun(kind),
  name: 'a heartbeat or reflection',
  ref: item => ({kind: 'idle', id: rowOf(item)}),
  list: 'plan',
  row: item => rowOf(item),
  state: () => undefined,
  // It is named by its conversation; the sign says which kind it is.
  line: ({what, wakeAt}) => ({shape: 'coming', at: wakeAt, what}),
  detail: ({kind, what, wakeAt}, {now}) => ({
    text: PURPOSES[kind],
    facts: [formatWhen(wakeAt, now), `in ${what}`],
  }),
  sentence: ({kind, what, wakeAt}, {now}) =>
    `${kind === 'heartbeat' ? 'Heartbeat' : 'Reflection'} of ${what}, ${coming(wakeAt, now)}`,
  document: ({kind, name, what, wakeAt}) => ({
    title: `${kind} of ${what}`,
    facts: facts([
      ['next', dateTime(wakeAt)],
      ['in', name],
      ['settings', `"${kind}" in the configuration`],
    ]),
    text: TEXTS[kind],
    form: 'plain',
  }),
  search: ({kind, name, what}) => [kind, name, what],
  filters: () => ['heartbeats'],
  contexts: () => [],
  because: ({kind}) => `; set ${kind}.enabled to false to switch it off`,
  changes: ({wakeAt}, now) => [untilChangesAt(wakeAt, now)],
};

/** Stored with the list's selection, so it keeps its old name. */
const rowOf = ({kind, name}: PlannedIdleRun): string => `quiet:${kind}:${name}`;

const PURPOSES: Readonly<Record<PlannedIdleRun['kind'], string>> = {
  heartbeat: 'the agent checks in on an idle conversation',
  reflection: 'the agent updates its notes',
};

const TEXTS: Readonly<Record<PlannedIdleRun['kind'], string>> = {
  heartbeat:
    'The conversation is idle. If nobody writes until then, the agent checks it as HEARTBEAT.md asks. It only writes if something needs attention.',
  reflection:
    'The conversation is idle. If nobody writes until then, the agent reviews it and updates its notes. It writes nothing in the conversation.',
};
