// Ids are opaque strings; the prefix names the noun.
export type MessageId = `msg_${string}`;
export type TurnId = `turn_${string}`;
export type RunId = `run_${string}`;
export type ReminderId = `rem_${string}`;
export type DeliveryId = `dlv_${string}`;
export type AlarmId = `alm_${string}`;

/** A call that a person has to allow. */
export type ApprovalId = `apr_${string}`;

/** A request over HTTP. */
export type RequestId = `req_${string}`;

/** The kinds of records that people name by an id. */
export const RECORD_PREFIXES = ['rem', 'alm', 'run', 'dlv', 'msg', 'turn', 'apr'] as const;
export type RecordPrefix = (typeof RECORD_PREFIXES)[number];

export type IdPrefix = 'req' | 'rule' | RecordPrefix;

/** The one source of new ids. Never repeats an id. */
export interface Ids {
  next<P extends IdPrefix>(prefix: P): `${P}_${string}`;
}

/**
 * Under this key a call's effect is noted until its result is stored, so that a call carried on after an interruption
 * has it once.
 */
export const callKey = (turnId: TurnId, callId: string): string => `call:${turnId}:${callId}`;
