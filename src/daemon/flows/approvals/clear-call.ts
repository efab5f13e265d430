// Clears a call before it begins: it runs, or a person is asked and it waits, or it does not run.
import {type Approval, type AskTable, callAnswer, type Effect} from '../../../shared/records/approval.ts';
import type {ToolCall} from '../../../shared/records/message.ts';
import {purposeOf} from '../../../shared/records/session-key.ts';
import {limitsBelow} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Tool, ToolContext} from '../../ports/tool.ts';
import type {Clear} from '../../turns/turn-job.ts';
import {type Decision, decide} from './decide.ts';
import {askedPerson, type Clearing, type Requests} from './requests.ts';
import {notRun} from './sentences.ts';

export const createClear = (
  deps: Pick<Core, 'store' | 'clock' | 'people' | 'startedAt'> & {
    readonly ask: () => AskTable;
    /** True if this person sees a question: in an attached terminal, or on a phone that can answer. */
    readonly canReach: (person: string) => boolean;
  },
  requests: Requests,
): Clear => {
  const {store, clock, people} = deps;

  const decided = async ({tool, call, context, turn, allow}: Clearing): Promise<Decision> => {
    // The notes of a reflection name where they are from, and limit who reads them.
    const isNotes = purposeOf(turn.session) === 'reflection';
    return decide(
      {
        tool: call.name,
        digest: requests.digestOf(call),
        effects: (await effectsOf(tool, call, context)).filter(({kind}) => !isNotes || kind !== 'own'),
        trust: turn.trust,
        session: turn.session,
        after: limitsBelow(turn.trust, context.limits ?? []),
        allow,
        hasPerson: isFromPerson(turn) && deps.canReach(askedPerson(people, turn)),
      },
      {ask: deps.ask(), rules: store.approvals.rules(), now: clock.now()},
    );
  };

  /** After an interruption the person's terminal needs a moment to be back. */
  const whenBack = async ({context: {signal}, turn, whileWaiting}: Clearing): Promise<void> => {
    if ((turn.attempt ?? 1) < 2 || !isFromPerson(turn)) return;
    using _hold = whileWaiting();
    while (
      clock.now() < deps.startedAt + BACK_WITHIN_MS &&
      !signal.aborted &&
      !deps.canReach(askedPerson(people, turn))
    )
      await new Promise<void>(resolve => void clock.after(LOOKS_EVERY_MS, resolve));
  };

  /** A reflection proposes its notes after it has read text from elsewhere, unless the policy leaves them to it. */
  const proposal = async (request: Clearing): Promise<readonly Effect[] | undefined> => {
    const {tool, call, context, turn} = request;
    if (tool.isProposed !== true || purposeOf(turn.session) !== 'reflection' || deps.ask().own === 'never')
      return undefined;
    if (limitsBelow(turn.trust, context.limits ?? []).length === 0) return undefined;
    const effects = await effectsOf(tool, call, context);
    return effects.length === 0 ? undefined : effects;
  };

  const waited = async (request: Clearing, open: Approval): Promise<Awaited<ReturnType<Clear>>> => {
    const {context, turn, whileWaiting} = request;
    using _hold = whileWaiting();
    const end = await requests.ended(open, context.signal);
    if (end === undefined) return {kind: 'stopped'};
    const asked = callAnswer(end);
    if (end.state !== 'approved') return {kind: 'not-run', text: notRun(end, turn), asked};
    // The shown bytes run, and only while they would still do the same.
    if (end.digest !== requests.digestOf(request.call) || !(await doesAsShown(request, end)))
      return {kind: 'not-run', text: context.again === true ? CHANGED_AGAIN : CHANGED, asked};
    return {kind: 'run', input: JSON.parse(end.arguments), accepted: acceptedBy(end), asked};
  };

  /** A question that was stored before a restart. The turn may have less trust now, and then nobody answers in vain. */
  const resumed = async (request: Clearing, known: Approval): Promise<Awaited<ReturnType<Clear>>> => {
    const isSame = await doesAsShown(request, known);
    const now = store.approvals.get(known.id);
    if (isSame || now?.state !== 'open') return await waited(request, known);
    const end = store.transact(emit => requests.settle(now, {state: 'expired', way: 'stopped'}, emit));
    return {kind: 'not-run', text: CHANGED, asked: callAnswer(end)};
  };

  const clear: Clear = async request => {
    const {call, context, turn} = request;
    const known = store.approvals.ofCall(turn.id, call.callId);
    // It had begun before an interruption, so it needed nobody.
    if (known === undefined && context.again === true) return {kind: 'run', input: call.input};
    if (known !== undefined) return known.proposed === true ? PROPOSED : await resumed(request, known);
    const proposed = await proposal(request);
    if (proposed !== undefined) {
      requests.propose(request, proposed);
      return PROPOSED;
    }
    let decision = await decided(request);
    if (decision.kind === 'refuse' && decision.way === 'nobody') {
      await whenBack(request);
      decision = await decided(request);
    }
    switch (decision.kind) {
      case 'run':
        return {kind: 'run', input: call.input};
      case 'allowed': {
        const {rule, effects} = decision;
        requests.record(request, effects, {state: 'approved', way: rule === undefined ? 'job' : 'rule', rule});
        return {kind: 'run', input: call.input};
      }
      case 'refuse': {
        const refused = requests.record(request, decision.effects, {state: 'denied', way: decision.way});
        return {kind: 'not-run', text: notRun(refused, turn), asked: callAnswer(refused)};
      }
      case 'ask':
        return await waited(request, requests.open(request, decision.effects));
    }
  };

  return request =>
    clear(request).catch((error: unknown) => {
      if (error instanceof RefusedCall) return {kind: 'not-run', text: error.message};
      throw error;
    });
};

/** Its tool refuses the call, such as one with a path that leads out of the workspace, so it has no effect. */
class RefusedCall extends GatewayError {}

/** For a place where the call goes no further: no effects if its tool refuses it. */
export const refusedEffects = (error: unknown): readonly Effect[] => {
  if (error instanceof RefusedCall) return [];
  throw error;
};

/** The person who answered. A rule or a file has read nothing. */
export const acceptedBy = ({by, way, after = []}: Approval): ToolContext['accepted'] =>
  by === undefined || way === 'rule' || way === 'job' ? undefined : {by, after};

/** Rejects with a RefusedCall if the tool refuses it. */
export const effectsOf = async (
  tool: Tool,
  {name, input}: ToolCall,
  context: ToolContext,
): Promise<readonly Effect[]> => {
  if (tool.effects !== undefined)
    return await tool.effects(input, context).catch((error: unknown) => {
      throw error instanceof GatewayError ? new RefusedCall(error.code, error.message, {cause: error}) : error;
    });
  if (tool.isReadOnly === true) return [];
  const summary = tool.summarize(input);
  return [{kind: 'own', says: summary === '' ? `use ${name}` : `use ${name}: ${summary}`}];
};

/** A program's message, a timer or another conversation has nobody who waits for the answer. */
export const isFromPerson = ({source}: Turn): boolean => source.kind === 'user';

/** Of the effects that were shown, each must still be there, and no other of their kinds. */
const doesAsShown = async ({tool, call, context}: Clearing, shown: Approval): Promise<boolean> => {
  const input: unknown = JSON.parse(shown.arguments);
  const now = await effectsOf(tool, {...call, input}, context).catch(refusedEffects);
  const kinds = new Set(shown.effects.map(({kind}) => kind));
  return JSON.stringify(shown.effects) === JSON.stringify(now.filter(({kind}) => kinds.has(kind)));
};

const PROPOSED = {
  kind: 'not-run',
  text: 'Proposed: a person reads exactly this text, and it is written once they accept it. Go on; do not write it in another way.',
} as const;
const CHANGED =
  'Not run: what this call would do changed after the person had seen it. Look at it again, and call it again if it is still right.';
const CHANGED_AGAIN =
  'Interrupted while it ran, and not run again: what it would do changed meanwhile. Check whether it was carried out, and tell the person.';

const BACK_WITHIN_MS = 10 * SECOND;
const LOOKS_EVERY_MS = 200;
