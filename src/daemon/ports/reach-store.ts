// The table of escalations.
import type {Address} from '../../shared/records/address.ts';
import type {Escalation} from '../../shared/records/delivery/escalation.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export interface ReachStore {
  /** Adds an escalation. A repeated id throws. */
  add(escalation: Escalation): void;
  get(id: string): Escalation | undefined;
  /** The escalation that a delivery with this key and address belongs to. */
  ofDelivery(delivery: {readonly key: string; readonly address: Address}): Escalation | undefined;
  ofRun(id: Escalation['about']): readonly Escalation[];
  /** The items of a digest, in the order of their numbers. */
  inDigest(id: string): readonly Escalation[];
  update(escalation: Escalation): void;
  /** All that aren't over, oldest first. `person`: only theirs. */
  open(limit: number, person?: string): readonly Escalation[];
  nextAt(): EpochMs | undefined;
  /** Those with a due instant, earliest first. */
  due(now: EpochMs, limit: number): readonly Escalation[];
  /** Deletes a few that ended before an instant. */
  prune(before: EpochMs): void;
}
