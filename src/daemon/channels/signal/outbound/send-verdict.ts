// What can become of a message for one recipient, and what follows from it.
import type {DeliveryNeed} from '../../../../shared/records/delivery.ts';

/**
 * `later`: by itself, after a wait. `whenMended`: after the operator did what the sentence says. `doubt`: it may have arrived;
 * whoever sends it again says so. `never`: it would fail the same way.
 */
export type Retry = 'later' | 'whenMended' | 'doubt' | 'never';

export type SendVerdict = {
  readonly retry: Retry;
  /** For the operator: what happened, and what to do. */
  readonly sentence: string;
  /** It may have arrived all the same: sent again, it is a repeat. */
  readonly doubt?: true;
  /** What a person has to do before it can go out. */
  readonly needs?: DeliveryNeed;
  /** The sentence where only this member of a group did not get it: nothing waits for them. */
  readonly missed?: string;
} & (
  | {readonly kind: 'sent'}
  | {readonly kind: 'temporary'}
  /** The account sends too much: nothing else of it would be accepted either. */
  | {readonly kind: 'limited'; readonly retryAfterMs?: number}
  | {readonly kind: 'proofRequired'; readonly token: string; readonly retryAfterMs?: number}
  | {readonly kind: 'untrusted'}
  | {readonly kind: 'unregistered'}
  | {readonly kind: 'notAllowed'}
  | {readonly kind: 'unknown'}
);

export const untrusted = (name = 'a recipient', contact = name): SendVerdict => ({
  kind: 'untrusted',
  retry: 'whenMended',
  needs: 'trust',
  missed: `The safety number of ${name} has changed, so they did not get it. Compare it with theirs, then: rooster signal trust ${contact}.`,
  sentence: `The safety number of ${name} has changed. Compare it with theirs, and what waits is sent: rooster signal trust ${contact}.`,
});

export const unregistered = (name: string): SendVerdict => ({
  kind: 'unregistered',
  retry: 'never',
  sentence: `There is no Signal account for ${name} any more (or not yet). Check the address in the configuration.`,
});
