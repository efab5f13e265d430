// The trace of an item: requested from the daemon, shown step by step. Each step can be read in full and traced
// further.
import type {Result} from '../../../ipc/method-table.ts';
import {fromWire} from '../../../shared/fields/wire.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {documentOfGroup, grouped} from '../../items/trace-steps.ts';
import {showOverlay, type WhyOverlay} from '../../state/overlay.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

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
  const sent = deliveries.map(one => ({id: one.id, label: one.text})).filter(has);
  return sent.length > 0 ? sent : alarms.map(one => ({id: one.id, label: one.message})).filter(has);
};

const ANY_ID = /^(?:msg|turn|run|rem|dlv|alm)_/u;
const MOST_NAMED = 3;
const MOST_SEARCHED = 1_000;

export const onWhy = ({store}: CommandPorts, act: (overlay: WhyOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'why') act(overlay);
};

export const readStep = ({store}: CommandPorts, overlay: WhyOverlay): void => {
  const group = grouped(overlay.steps ?? [])[overlay.index];
  if (group === undefined) return;
  const document = documentOfGroup(group);
  store.update(showOverlay({kind: 'reader', document, top: 0, query: '', typing: false, back: overlay}));
};

export const whyOfStep = (ports: CommandPorts, overlay: WhyOverlay): void => {
  const group = grouped(overlay.steps ?? [])[overlay.index];
  if (group === undefined || group.kind === 'tool') return;
  if (group.id === overlay.id) say(ports, 'ok', 'This item is already open.');
  else void openWhy(ports, group.id);
};

export const toStep = ({store}: CommandPorts, overlay: WhyOverlay, number: number): void => {
  if (number <= grouped(overlay.steps ?? []).length) store.update(showOverlay({...overlay, index: number - 1}));
};
