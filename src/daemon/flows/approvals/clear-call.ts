// Clears a call before it begins: it runs, or a person is asked and it waits, or it does not run.
import type {Approval, AskTable, Effect} from '../../../shared/records/approval.ts';
import type {ToolCall} from '../../../shared/records/message.ts';
import {purposeOf} from '../../../shared/records/session-key.ts';
import {limitsBelow} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import type {Tool, ToolContext} from '../../ports/tool.ts';
import type {Clear} from '../../turns/turn-job.ts';
import {type Decision, decide} from './decide.ts';
import {askedPerson, type Clearing, type Requests} from './requests.ts';
import {notRun} from './sentences.ts';

export const createClear = (
  deps: Pick<Core, 'store' | 'clock' | 'people'> & {
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

  /** A reflection proposes its notes after it has read text from elsewhere, unless the policy leaves them to it. */
  const proposal = async (request: Clearing): Promise<readonly Effect[] | undefined> => {
    const {tool, call, context, turn} = request;
    if (tool.isProposed !== true || purposeOf(turn.session) !== 'reflection' || deps.ask().own === 'never')
      return undefined;
    if (limitsBelow(turn.trust, context.limits ?? []).length === 0) return undefined;
    const effects = await effectsOf(tool, call, context);
    return effects.length === 0 ? undefined : effects;
  };

  const waited = async (
    {tool, call, context, turn, whileWaiting}: Clearing,
    asked: Approval,
  ): Promise<Awaited<ReturnType<Clear>>> => {
    using _hold = whileWaiting();
    const end = await requests.ended(asked, context.signal);
    if (end === undefined) return {kind: 'stopped'};
    if (end.state !== 'approved') return {kind: 'not-run', text: notRun(end, turn)};
    // The shown bytes run, and only while they would still do the same.
    const input: unknown = JSON.parse(end.arguments);
    const effects = await effectsOf(tool, {...call, input}, context);
    const isSame = end.digest === requests.digestOf(call) && isSameEffects(end.effects, effects);
    if (!isSame) return {kind: 'not-run', text: CHANGED};
    const accepted = acceptedBy(end);
    return accepted === undefined ? {kind: 'run', input} : {kind: 'run', input, accepted};
  };

  return async request => {
    const {call, turn} = request;
    const known = store.approvals.ofCall(turn.id, call.callId);
    if (known !== undefined) return known.proposed === true ? PROPOSED : await waited(request, known);
    const proposed = await proposal(request);
    if (proposed !== undefined) {
      requests.propose(request, proposed);
      return PROPOSED;
    }
    const decision = await decided(request);
    switch (decision.kind) {
      case 'run':
        return {kind: 'run', input: call.input};
      case 'allowed': {
        const {rule, effects} = decision;
        requests.record(request, effects, {state: 'approved', way: rule === undefined ? 'job' : 'rule', rule});
        return {kind: 'run', input: call.input};
      }
      case 'refuse': {
        const refused = requests.record(request, decision.effects, {state: 'denied', way: 'nobody'});
        return {kind: 'not-run', text: notRun(refused, turn)};
      }
      case 'ask':
        return await waited(request, requests.open(request, decision.effects));
    }
  };
};

/** The person who answered. A rule or a file has read nothing. */
export const acceptedBy = ({by, way, after = []}: Approval): ToolContext['accepted'] =>
  by === undefined || way === 'rule' || way === 'job' ? undefined : {by, after};

export const effectsOf = async (
  tool: Tool,
  {name, input}: ToolCall,
  context: ToolContext,
): Promise<readonly Effect[]> => {
  if (tool.effects !== undefined) return await tool.effects(input, context);
  if (tool.isReadOnly === true) return [];
  const summary = tool.summarize(input);
  return [{kind: 'own', says: summary === '' ? `use ${name}` : `use ${name}: ${summary}`}];
};

/** A program's message, a timer or another conversation has nobody who waits for the answer. */
export const isFromPerson = ({source}: Turn): boolean => source.kind === 'user';

/** Of the effects that were shown, each must still be there, and no other of their kinds. */
const isSameEffects = (shown: readonly Effect[], now: readonly Effect[]): boolean => {
  const kinds = new Set(shown.map(({kind}) => kind));
  return JSON.stringify(shown) === JSON.stringify(now.filter(({kind}) => kinds.has(kind)));
};

const PROPOSED = {
  kind: 'not-run',
  text: 'Proposed: a person reads exactly this text, and it is written once they accept it. Go on; do not write it in another way.',
} as const;
const CHANGED =
  'Not run: what this call would do changed after the person had seen it. Look at it again, and call it again if it is still right.';
