// The store of approvals and of the rules that were made with them.
import type {Approval, ApprovalId, ApprovalRule, ApprovalState} from '../../shared/records/approval.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface ApprovalStore {
  /** A call has one approval: a second one for it throws. */
  add(approval: Approval): void;
  get(id: ApprovalId): Approval | undefined;
  ofCall(turnId: TurnId, callId: string): Approval | undefined;
  /** Those of a turn, in the order of its calls. */
  ofTurn(turnId: TurnId): readonly Approval[];
  /** Those that wait for an answer, oldest first. */
  open(limit: number): readonly Approval[];
  /** Accepted proposals that aren't written yet, oldest first. */
  accepted(limit: number): readonly Approval[];
  /** Newest first. `before`: only those older than this one. */
  list(filter: {
    readonly state?: ApprovalState;
    readonly before?: ApprovalId;
    readonly limit: number;
  }): readonly Approval[];
  /** `was`: the record as it was read. */
  update(approval: Approval, was: Approval): void;
  /** Deletes those that are over and were asked before `before`, at most `limit` of them. */
  prune(of: {readonly before: EpochMs; readonly limit: number}): void;
  addRule(rule: ApprovalRule): void;
  /** Oldest first, also those whose time is over. */
  rules(): readonly ApprovalRule[];
  /** False if there is no such rule. */
  removeRule(id: ApprovalRule['id']): boolean;
}
