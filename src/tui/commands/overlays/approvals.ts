// The list of calls that needed the person's answer: those that wait, then the answered ones, then the rules in force.
// Enter reads a call, or asks whether to revoke a rule.
import type {Params} from '../../../ipc/method-table.ts';
import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import {ruleSubject} from '../../../shared/record-text/call-words.ts';
import type {Approval, ApprovalRule, AskKind} from '../../../shared/records/approval.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {formatWhen} from '../../../shared/time/format-time.ts';
import {howAnswered} from '../../format/format-answer.ts';
import {fuzzy} from '../../input/fuzzy.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import {callSubject, rulePlace, ruleScope} from '../../nouns/approval.ts';
import type {AppState} from '../../state/app-state.ts';
import {knownNames} from '../../state/known-names.ts';
import {type ApprovalsOverlay, showOverlay} from '../../state/overlay.ts';
import {daemonNow} from '../../state/selectors.ts';
import {span} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {readCall} from '../items/approval-actions.ts';
import {request, say} from '../session-actions.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

type Entry =
  | {readonly kind: 'call'; readonly item: Approval; readonly entry: MenuEntry}
  | {readonly kind: 'rule'; readonly rule: Wire<ApprovalRule>; readonly entry: MenuEntry};

export const approvals = picker<ApprovalsOverlay, Entry>({
  matches: (state, overlay) => {
    const all = entries(state, overlay);
    const wanted = overlay.query.trim();
    if (wanted === '') return all;
    return fuzzy(wanted, all, one => ({
      name: one.entry.name,
      more: `${one.entry.more ?? ''} ${one.kind === 'call' ? one.item.effect : ''}`,
    })).map(({one}) => one);
  },
  shows: (_, overlay, matches, room) =>
    pickerMenu(
      {
        title: 'approvals',
        query: overlay.query,
        index: overlay.index,
        entries: matches.map(({entry}) => entry),
        none: overlay.failure ?? (isLoading(overlay) ? 'loading' : 'no call of the agent has needed your answer yet'),
      },
      room,
    ),
  isPending: (_, overlay) => isLoading(overlay),
  lines: (state, overlay) => {
    if (overlay.failure !== undefined) return [overlay.failure];
    const all = entries(state, overlay);
    if (all.length === 0) return ['No call of the agent has needed your answer yet.'];
    return all.map(({entry}, index) => `${index + 1}. ${entry.name}: ${entry.more ?? ''}.`);
  },
  pick: (ports, entry) => {
    if (entry.kind === 'call') readCall(ports, entry.item);
    else {
      const question = `Revoke this rule? ${entry.entry.name}, ${entry.entry.more}. Such calls ask again.`;
      const back = ports.store.get().ui.overlay;
      ports.store.update(showOverlay({kind: 'confirm', question, ifYes: {kind: 'revoke', id: entry.rule.id}, back}));
    }
    return undefined;
  },
});

/** Opens at once, then shows what the daemon has. */
export const openApprovals = async (ports: CommandPorts): Promise<void> => {
  ports.store.update(showOverlay({kind: 'approvals', query: '', index: 0}));
  await load(ports);
};

/** Approves a call; with a rule, says what no longer asks, where, and until when. */
export const approveAlways = async (
  ports: CommandPorts,
  id: Approval['id'],
  always: Params<'approval.answer'>['always'],
): Promise<void> => {
  const answered = await request(ports, 'approval.answer', {id, answer: 'approve', always});
  if (answered === undefined || always === undefined) return;
  const rule = (await request(ports, 'approval.rules', {}))?.rules.find(known => known.id === answered.rule);
  if (rule === undefined) return;
  const state = ports.store.get();
  say(ports, 'ok', `From now on without asking: ${ruleScope(rule, {now: daemonNow(state), names: knownNames(state)})}`);
};

export const revoke = async (ports: CommandPorts, id: ApprovalRule['id']): Promise<void> => {
  const result = await request(ports, 'approval.revoke', {id});
  if (result === undefined) return;
  const state = ports.store.get();
  const scope = ruleScope(result.revoked, {now: daemonNow(state), names: knownNames(state)});
  say(ports, 'ok', `Revoked: ${scope}`);
  await load(ports);
};

const load = async ({store, link}: CommandPorts): Promise<void> => {
  const show = (change: Partial<ApprovalsOverlay>): void => {
    const {overlay} = store.get().ui;
    if (overlay.kind === 'approvals') store.update(showOverlay({...overlay, ...change}));
  };
  try {
    const [listed, inForce] = await Promise.all([
      link.call('approval.list', {limit: MOST}),
      link.call('approval.rules', {}),
    ]);
    const answered = listed.approvals.map(item => fromWire<Approval>(item)).filter(({state}) => state !== 'open');
    show({answered, rules: inForce.rules});
  } catch (thrown) {
    show({failure: errorMessage(thrown)});
  }
};

const isLoading = ({rules, failure}: ApprovalsOverlay): boolean => rules === undefined && failure === undefined;

/** The calls that wait are those of the screen: they come and go while the list is open. */
const entries = (state: AppState, {answered = [], rules = []}: ApprovalsOverlay): readonly Entry[] => {
  const now = daemonNow(state);
  const names = knownNames(state);
  const call = (item: Approval, group: string): Entry => {
    const more = item.state === 'open' ? `until ${formatWhen(item.deadlineAt, now)}` : howAnswered(item);
    const aside = [span(`${formatWhen(item.askedAt, now)} `, 'dim')];
    // Whole effects begin alike.
    const name = drawnLine(callSubject(item));
    return {kind: 'call', item, entry: {name, more, label: LABELS[item.effects[0]?.kind ?? 'own'], group, aside}};
  };
  const {approvals: open} = state.gateway;
  return [
    ...open.map(item => call(item, item.proposed === true ? 'proposed notes' : 'waiting for your answer')),
    ...answered.filter(({id}) => open.every(item => item.id !== id)).map(item => call(item, 'answered')),
    ...rules.map((rule): Entry => {
      const entry = {name: ruleSubject(rule), more: rulePlace(rule, {now, names}), group: 'rules'};
      return {kind: 'rule', rule, entry};
    }),
  ];
};

/** The kind of a call in a narrow column. */
const LABELS: Readonly<Record<AskKind, string>> = {
  outside: 'outside',
  messages: 'message',
  mail: 'mail',
  hooks: 'program',
  jobs: 'job',
  rules: 'rules',
  fetch: 'page',
  own: '',
};

const MOST = 50;
