// Approvals: a call that the policy gives to a person waits until that person has answered about exactly its arguments.
//
//   asked → approved → the call runs
//         → denied, expired → the call's output says so, and the turn goes on
//
// The request is stored before anybody sees it, and its answer before the call runs. A daemon that dies in between
// finds the request by turn and call at the next start, and the call goes on from there.
import type {
  Approval,
  ApprovalId,
  ApprovalRule,
  ApprovalState,
  ApprovalWay,
  AskTable,
  PolicyPreview,
  RuleScope,
} from '../../../shared/records/approval.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Clear} from '../../turns/turn-job.ts';
import {createClear} from './clear-call.ts';
import {isInTime} from './decide.ts';
import {previewPolicy} from './preview-policy.ts';
import {createProposals} from './proposals.ts';
import {createRequests} from './requests.ts';
import {newRule} from './rules.ts';
import {whyNotAnswer} from './sentences.ts';

type ApprovalAnswer = {
  readonly id: ApprovalId;
  readonly answer: 'approve' | 'deny';
  /** Also makes a rule. `here`: only for this conversation. */
  readonly always?: {
    readonly scope: RuleScope;
    readonly pattern?: string;
    readonly here?: boolean;
    readonly until?: EpochMs;
  };
  /** The person, and where they answered. */
  readonly by: string;
  readonly way: ApprovalWay;
};

export type Approvals = Disposable & {
  /** Resolves when the call may run, or with what its output says instead. */
  readonly clear: Clear;
  /** Throws `refused` with a sentence if it is over, or if this person may not answer. The first answer counts. */
  readonly answer: (answer: ApprovalAnswer) => Approval;
  /** Resolves once an accepted proposal is written, with its output. */
  readonly carriedOut: (approval: Approval) => Promise<Approval>;
  /** Newest first. */
  readonly list: (filter: {
    readonly state?: ApprovalState;
    readonly before?: ApprovalId;
    readonly limit: number;
  }) => readonly Approval[];
  readonly get: (id: ApprovalId) => Approval;
  readonly rules: () => readonly ApprovalRule[];
  readonly revoke: (id: ApprovalRule['id']) => ApprovalRule;
  /** The policy in force with these changes, and how often it would have asked in the last days. */
  readonly preview: (
    changes: Readonly<Partial<AskTable>>,
    days: number,
  ) => Promise<{readonly ask: AskTable; readonly deadlineMs: number; readonly preview: PolicyPreview}>;
};

export const createApprovals = (
  deps: Omit<Parameters<typeof createRequests>[0], 'deadlineMs'> &
    Omit<Parameters<typeof createClear>[0], 'ask'> &
    Parameters<typeof createProposals>[0] & {
      readonly policy: () => {readonly ask: AskTable; readonly deadlineMs: number};
    },
): Approvals => {
  const {store, clock, ids} = deps;
  const requests = createRequests({...deps, deadlineMs: () => deps.policy().deadlineMs});
  const proposals = createProposals(deps);
  // Not before the daemon is built: its tools use all of it.
  const resuming = setImmediate(proposals.resume);
  const tick = clock.lookAgain('approvals', requests.expireDue);

  return {
    clear: createClear({...deps, ask: () => deps.policy().ask}, requests),
    answer: request => {
      requests.expireDue();
      const settled = store.transact(emit => {
        const was = existing(store.approvals.get(request.id), request.id);
        const refusal = whyNotAnswer(deps, was, request);
        if (refusal !== undefined) throw new GatewayError('refused', refusal);
        const {by, way, always, answer} = request;
        const rule = always && newRule(was, {...always, by, id: ids.next('rule'), now: clock.now()});
        if (rule !== undefined) store.approvals.addRule(rule);
        const state = answer === 'approve' ? 'approved' : 'denied';
        return requests.settle(was, {state, by, way, rule: rule?.id}, emit);
      });
      requests.wake(settled);
      void proposals.carryOut(settled);
      return settled;
    },
    carriedOut: proposals.carryOut,
    list: store.approvals.list,
    get: id => existing(store.approvals.get(id), id),
    rules: () => store.approvals.rules().filter(rule => isInTime(rule, clock.now())),
    revoke: id =>
      store.transact(() => {
        const rule = store.approvals.rules().find(known => known.id === id);
        if (rule === undefined || !store.approvals.removeRule(id))
          throw new GatewayError('not_found', `No rule ${id}.`);
        return rule;
      }),
    preview: async (changes, days) => {
      const {ask: inForce, deadlineMs} = deps.policy();
      const ask = {...inForce, ...changes};
      return {
        ask,
        deadlineMs,
        preview: await previewPolicy({...deps, digestOf: requests.digestOf}, await deps.tools(), {ask, days}),
      };
    },
    [Symbol.dispose]: () => {
      clearImmediate(resuming);
      tick[Symbol.dispose]();
    },
  };
};

const existing = (approval: Approval | undefined, id: string): Approval => {
  if (approval === undefined) throw new GatewayError('not_found', `No approval ${id}.`);
  return approval;
};
