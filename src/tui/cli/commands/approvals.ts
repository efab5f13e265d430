// `rooster approvals`: calls of the agent that wait for the person's answer, what became of the others, and the rules.
import type {Result} from '../../../ipc/method-table.ts';
import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import {APPROVAL_STATES, type Approval, type ApprovalRule, RULE_SCOPES} from '../../../shared/records/approval.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {howAnswered} from '../../format/format-answer.ts';
import {approvalRecord, ruleColumns, ruleLimit, ruleScope, wholeCall} from '../../nouns/approval.ts';
import {choiceOf, wordAt} from '../args.ts';
import {type Args, type Run, UsageError} from '../arguments.ts';
import {ask, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {listLines, nounLines, nounTable} from '../format/fields.ts';
import {withNamed} from '../named.ts';
import {inPages, wantedCount} from '../pages.ts';
import {approvalCandidates} from './candidates.ts';

/** Those that wait come first, then the others, newest first. */
export const listApprovals: Run = async (world, args) => {
  const state = choiceOf(args, 'state', APPROVAL_STATES);
  const listed = inPages<Wire<Approval>>(world, wantedCount(args), async ({call}, {limit, last}) => {
    const {approvals, more = false} = await call('approval.list', {state, limit, before: last?.id});
    return {rows: approvals, more};
  });
  const answer = listed.then(({rows, more}) => ({approvals: rows, more: more || undefined}));
  return await show(world, args, answer, ({approvals}) => {
    const isNote = (item: Wire<Approval>): boolean => item.proposed === true;
    const waiting = approvals.filter(item => item.state === 'open').toReversed();
    const open = [...waiting.filter(item => !isNote(item)), ...waiting.filter(isNote)];
    const sorted = [...open, ...approvals.filter(item => item.state !== 'open')];
    const none = state === undefined ? undefined : `No ${state} calls.`;
    const hint = open.length === 0 ? [] : ['', 'Read one with rooster approvals show ID, then approve ID or deny ID.'];
    return [...nounTable(world, approvalRecord, sorted, none), ...hint];
  });
};

export const showApproval: Run = async (world, args) => {
  const shown = named(world, args, id => ask(world, 'approval.get', {id}));
  return await show(world, args, shown, item => [
    ...nounLines<Approval>(world, approvalRecord, item),
    '',
    ...wholeCall(item)
      .split('\n')
      .map(line => (line === '' ? '' : `  ${line}`)),
  ]);
};

/** Approves it once, or (`--always`) makes a rule with the answer. */
export const approve: Run = async (world, args) => {
  const always = await alwaysIn(world, args);
  const item = await named(world, args, id => ask(world, 'approval.answer', {id, answer: 'approve', always}));
  const {rules} = always === undefined ? {rules: []} : await ask(world, 'approval.rules', {});
  const rule = rules.find(({id}) => id === item.rule);
  return await show(world, args, Promise.resolve(item), () => answerLines(world, item, rule));
};

export const deny: Run = async (world, args) => {
  const answered = named(world, args, id => ask(world, 'approval.answer', {id, answer: 'deny'}));
  return await show(world, args, answered, item => answerLines(world, item, undefined));
};

export const listRules: Run = async (world, args) => {
  const by = {now: world.clock.now(), names: world.names(), zone: world.shownZone.name()};
  return await show(world, args, ask(world, 'approval.rules', {}), ({rules}) =>
    listLines(world, ruleColumns(by), rules, 'No rules: each call that needs your answer asks.'),
  );
};

export const revokeRule: Run = async (world, args) => {
  const revoked = ruleNamed(world, wordAt(args, 0)).then(({id}) => ask(world, 'approval.revoke', {id}));
  return await show(world, args, revoked, result => revokedLine(world, result));
};

const revokedLine = (world: CommandWorld, {revoked}: Result<'approval.revoke'>): string =>
  `Revoked: ${ruleScope(revoked, {now: world.clock.now(), names: world.names()})}. Such calls ask again.`;

/** By its whole id, or the end of it. Several are an error, never a guess. */
const ruleNamed = async (world: CommandWorld, text: string): Promise<Wire<ApprovalRule>> => {
  const {rules} = await ask(world, 'approval.rules', {});
  const exact = rules.find(({id}) => id === text);
  const found = exact === undefined ? rules.filter(({id}) => id.endsWith(text)) : [exact];
  const [rule, another] = found;
  if (rule === undefined)
    throw new GatewayError('not_found', `No rule "${text}". To list them: rooster approvals rules`);
  if (another !== undefined)
    throw new GatewayError('invalid', `"${text}" matches ${found.map(({id}) => shortId(id)).join(', ')}. Use an ID.`);
  return rule;
};

const alwaysIn = async (world: CommandWorld, {values, switches}: Args) => {
  const {always, until, pattern} = values;
  const here = switches.has('here') || undefined;
  if (always === undefined) {
    const stray = pattern === undefined ? (until === undefined ? here && 'here' : 'until') : 'pattern';
    if (stray !== undefined) throw new UsageError(`--${stray} needs --always SCOPE`);
    return undefined;
  }
  const scope = RULE_SCOPES.find(known => known === always);
  if (scope === undefined) throw new UsageError(`--always takes one of ${RULE_SCOPES.join(', ')}`);
  return {scope, here, pattern, until: until === undefined ? undefined : await instantIn(world, until)};
};

/** An instant as it is; the daemon reads words. */
const instantIn = async (world: CommandWorld, when: string): Promise<string> =>
  instantOfIso(when) === undefined ? (await ask(world, 'reminder.understand', {when})).at : when;

const named = <T>(world: CommandWorld, args: Args, use: (id: Approval['id']) => Promise<T>): Promise<T> =>
  withNamed(approvalCandidates(world), wordAt(args, 0), use);

/** The answer, and the rule that was made with it. */
const answerLines = (
  world: CommandWorld,
  item: Wire<Approval>,
  rule: Wire<ApprovalRule> | undefined,
): readonly string[] => {
  const how = `${withCapital(howAnswered(fromWire<Approval>(item)))}: ${item.effect}`;
  if (rule === undefined) return [how];
  const scope = ruleScope(rule, {now: world.clock.now(), names: world.names()});
  return [
    how,
    `From now on without asking: ${scope}.${ruleLimit(rule)}`,
    `To revoke it: rooster approvals revoke ${shortId(rule.id)}`,
  ];
};
