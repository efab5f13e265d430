// An item's recorded trace, step by step. Each subject is a numbered step with its instants; steps with less trust are
// marked. Each can be read in full and traced further.
import type {Result} from '../../../ipc/method-table.ts';
import {fromWire} from '../../../shared/fields/wire.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {clockTimeWithSeconds, formatWhen, isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {shortIds} from '../../format/short-ids.ts';
import {
  documentOfGroup,
  grouped,
  isUntrusted,
  type StepGroup,
  traceReport,
  untrustedFrom,
} from '../../items/trace-steps.ts';
import {formatPosition} from '../../layout/overlays/frame.ts';
import {showOverlay, type WhyOverlay} from '../../state/overlay.ts';
import {daemonNow} from '../../state/selectors.ts';
import {EMPTY_ROW, litRow, type Row, span, spread} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {copy, pageText, showDocument} from '../items/read-item.ts';
import {say} from '../session-actions.ts';
import {list} from './kinds/list.ts';
import type {Room, Shown} from './kinds/overlay-record.ts';

export const why = list<WhyOverlay>({
  count: overlay => groupsOf(overlay).length,
  shows: (state, overlay, room) => whyShown(overlay, daemonNow(state), room),
  lines: (state, {title, steps = [], failure}) =>
    failure === undefined
      ? [
          `${drawnLine(title)}:`,
          ...steps.map(({at, what}, index) => `${index + 1}. ${formatWhen(at, daemonNow(state))}: ${drawnLine(what)}.`),
        ]
      : [failure],
  isPending: (_, {steps, failure}) => steps === undefined && failure === undefined,
  enter: (ports, overlay) => {
    const group = groupsOf(overlay)[overlay.index];
    if (group !== undefined) showDocument(ports, documentOfGroup(group));
    return undefined;
  },
  does: {
    'why.deeper': (ports, overlay) => whyOfStep(ports, overlay),
    'why.copy': (ports, overlay) => void copy(ports, traceReport(overlay)),
    'why.page': (ports, overlay) => void pageText(ports, traceReport(overlay)),
    'why.step': ({store}, overlay, key) => {
      if (Number(key) <= groupsOf(overlay).length) store.update(showOverlay({...overlay, index: Number(key) - 1}));
    },
  },
});

const groupsOf = ({steps = []}: Pick<WhyOverlay, 'steps'>): readonly StepGroup[] => grouped(steps);

/** Opens at once, then shows the recorded steps. */
export const openWhy = async (ports: CommandPorts, id: string): Promise<void> => {
  const {store, link} = ports;
  const {overlay: back} = store.get().ui;
  const asking: WhyOverlay = {kind: 'why', id, title: id, index: 0, back};
  store.update(showOverlay(asking));
  const show = (result: Pick<WhyOverlay, 'steps' | 'because'> | Pick<WhyOverlay, 'failure'>): void => {
    // Only for a person who is still here; keys without an effect don't count as moving on.
    const {overlay} = store.get().ui;
    if (overlay.kind !== 'why' || overlay.id !== id || overlay.steps !== undefined) return;
    store.update(showOverlay({...overlay, ...result}));
  };
  try {
    const {because, steps} = await traceOf(link.call, id);
    show({steps: steps.map(step => fromWire<TraceStep>(step)), because});
  } catch (thrown) {
    show({failure: errorMessage(thrown)});
  }
};

type LinkCall = CommandPorts['link']['call'];

/** The trace of the record with the id; otherwise of the only record that contains the text, as in the command. */
const traceOf = async (call: LinkCall, text: string): Promise<Result<'why'>> => {
  try {
    return await call('why', {id: text});
  } catch (thrown) {
    if (!(thrown instanceof GatewayError) || thrown.code !== 'not_found' || ANY_ID.test(text)) throw thrown;
    const things = await thingsWith(call, text);
    const exact = things.filter(({label}) => label.toLowerCase() === text.toLowerCase());
    const [found, ...others] = exact.length === 1 ? exact : things;
    if (found === undefined) throw thrown;
    if (others.length === 0) return await call('why', {id: found.id});
    const shown = [found, ...others].slice(0, MOST_NAMED).map(({label}) => `"${shortened(drawnLine(label), 30)}"`);
    const reason = `"${text}" matches ${others.length + 1}: ${shown.join(', ')}. Type more of the name.`;
    throw new GatewayError('invalid', reason, {cause: thrown});
  }
};

type Thing = {readonly id: string; readonly label: string};

/** Pending records come before past ones, reminders first; a later list counts only if no earlier one matches. */
const thingsWith = async (call: LinkCall, text: string): Promise<readonly Thing[]> => {
  for (const state of [undefined, 'fired', 'done', 'cancelled'] as const) {
    const {reminders} = await call('reminder.list', {text, state});
    if (reminders.length > 0) return reminders.map(({id, message}) => ({id, label: message}));
  }
  const [{deliveries}, {alarms}] = await Promise.all([
    call('outbox.list', {limit: MOST_SEARCHED}),
    call('alarm.list', {limit: MOST_SEARCHED}),
  ]);
  const has = ({label}: Thing): boolean => label.toLowerCase().includes(text.toLowerCase());
  const sent = deliveries.map(delivery => ({id: delivery.id, label: delivery.text})).filter(has);
  return sent.length > 0 ? sent : alarms.map(alarm => ({id: alarm.id, label: alarm.message})).filter(has);
};

const whyOfStep = (ports: CommandPorts, overlay: WhyOverlay): void => {
  const group = groupsOf(overlay)[overlay.index];
  if (group === undefined || group.kind === 'tool') return;
  if (group.id === overlay.id) say(ports, 'ok', 'This item is already open.');
  else void openWhy(ports, group.id);
};

type WhyModel = Pick<WhyOverlay, 'title' | 'because' | 'steps' | 'failure' | 'index'>;

/** The selected step is always visible. */
export const whyShown = (overlay: WhyModel, now: EpochMs, {cells, rows}: Room): Shown => {
  const {because = '', steps, failure, index} = overlay;
  const title = `why ${drawnLine(shortId(overlay.title))}`;
  const note = (content: string, role: 'dim' | 'error'): Shown => ({
    title,
    rows: wrapped([span(content, role)], Math.max(8, cells - 4)).map(row => [span('  '), ...row]),
  });
  if (failure !== undefined) return note(failure, 'error');
  if (steps === undefined) return note('loading…', 'dim');
  const groups = groupsOf(overlay);
  if (groups.length === 0) return note('No record of it any more.', 'dim');
  const parts = groups.map((group, at) => groupRows(group, {index, now, at, before: groups[at - 1]}, cells));
  const sentence = because === '' ? [] : sentenceRows(because, cells, rows - 1);
  const room = rows - 1 - sentence.length;
  const start = parts.slice(0, index).reduce((sum, part) => sum + part.length, 0);
  const end = start + (parts[index]?.length ?? 0);
  const all = parts.flat();
  // Shows the step's last row too, unless that would hide its first one.
  const top = Math.max(0, Math.min(start, Math.max(0, end - room)));
  return {
    title,
    rows: [...sentence, ...all.slice(top, top + room), ...(all.length < room ? [EMPTY_ROW] : []), footRow(groups)],
    place: all.length > room ? formatPosition(Math.min(all.length, top + room), all.length, cells) : '',
  };
};

/** Above the steps, and never more than a third of them. */
const sentenceRows = (because: string, cells: number, room: number): readonly Row[] => {
  const rows = wrapped([span(shortIds(drawnLine(because)), {bold: true})], Math.max(8, cells - 2));
  const most = Math.max(1, Math.floor(room / 3) - 1);
  const shown =
    rows.length <= most ? rows : [...rows.slice(0, most - 1), [...(rows[most - 1] ?? []), span('…', 'dim')]];
  return [...shown.map(row => [span(' '), ...row]), EMPTY_ROW];
};

type Around = {
  readonly index: number;
  readonly now: EpochMs;
  readonly at: number;
  readonly before: StepGroup | undefined;
};

const groupRows = (group: StepGroup, {index, now, at, before}: Around, cells: number): readonly Row[] => {
  const selected = at === index;
  const [first] = group.steps;
  const last = before?.steps.at(-1);
  const newDay =
    first !== undefined && (last === undefined ? !isSameDay(first.at, now) : !isSameDay(first.at, last.at));
  const title: Row = [span(`${String(at + 1).padStart(2)}  `, 'accent'), span(group.kind, {role: 'event', bold: true})];
  const head = spread(title, [span(shortId(group.id), 'dim')], cells - 3);
  return [
    ...(newDay && first !== undefined ? [[span(`   ${shortDate(first.at)}`, 'dim')]] : []),
    selected ? [span('>', {role: 'accent', lit: true}), ...litRow(head, cells - 1)] : [span(' '), ...head],
    ...group.steps.flatMap(step => stepRows(step, cells)),
  ];
};

const stepRows = ({at, what, trust}: TraceStep, cells: number): readonly Row[] => {
  const narrow = cells < 60;
  const mark: Row =
    trust === undefined || trust === 'full'
      ? []
      : isUntrusted(trust)
        ? [span(`  [${trust}, not trusted]`, 'untrusted')]
        : [span(`  [${trust}]`, 'dim')];
  const margin = narrow ? 13 : 17;
  const rows = wrapped([span(shortIds(drawnLine(what))), ...mark], Math.max(8, cells - margin - 1));
  const shown = rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS - 1), [span('… Enter shows all', 'dim')]];
  const bar = narrow ? ' │ ' : '   │   ';
  return shown.map((row, index) => [
    span(bar, 'dim'),
    span(index === 0 ? `${clockTimeWithSeconds(at)}  ` : ' '.repeat(10), 'dim'),
    ...row,
  ]);
};

const footRow = (groups: readonly StepGroup[]): Row => {
  const from = untrustedFrom(groups);
  return from === undefined
    ? [span(' recorded at the time', 'dim')]
    : [span(` ! from step ${from} on, untrusted input is involved`, 'untrusted')];
};

const ANY_ID = /^(?:msg|turn|run|rem|dlv|alm)_/u;
const MOST_NAMED = 3;
const MOST_SEARCHED = 1_000;
const MOST_ROWS = 4;
