// The possible results of a message for one recipient.
import type {DeliveryNeed} from '../../../../shared/records/delivery/delivery.ts';

/**
 * `later`: automatically, after a wait. `afterFix`: after the operator did what the sentence says. `doubt`: it may have
 * arrived, so a second send is marked as a repeat. `never`: it would fail again.
 */
type Retry = 'later' | 'afterFix' | 'doubt' | 'never';

export type SendVerdict = {
  readonly retry: Retry;
  /** For the operator: what happened, and what to do. */
  readonly sentence: string;
  /** The message may have arrived. Sent again, it is a repeat. */
  readonly doubt?: true;
  /** The step that a person has to do first. */
  readonly needs?: DeliveryNeed;
  /** The sentence if only this member of a group missed the message. No delivery waits for them. */
  readonly missed?: string;
} & (
  | {readonly kind: 'sent'}
  | {readonly kind: 'temporary'}
  /** Signal limits the whole account, so other messages would be refused too. */
  | {readonly kind: 'limited'; readonly retryAfterMs?: number}
  | {readonly kind: 'proofRequired'; readonly token: string; readonly retryAfterMs?: number}
  | {readonly kind: 'untrusted'}
  | {readonly kind: 'unregistered'}
  | {readonly kind: 'notAllowed'}
  | {readonly kind: 'unknown'}
);

export const untrusted = (name = 'a recipient', contact = name): SendVerdict => ({
  kind: 'untrusted',
  retry: 'afterFix',
  needs: 'trust',
  missed: `The safety number of ${name} has changed, so they did not get it. Compare it with theirs, then: rooster signal trust ${contact}.`,
  sentence: `The safety number of ${name} has changed. Compare it with theirs, and what waits is sent: rooster signal trust ${contact}.`,
});

export const unregistered = (name: string): SendVerdict => ({
  kind: 'unregistered',
  retry: 'never',
  sentence: `There is no Signal account for ${name} any more (or not yet). Check the address in the configuration.`,
});
