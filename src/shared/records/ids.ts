// Ids are opaque strings; the prefix names the noun.
export type MessageId = `msg_${string}`;
export type TurnId = `turn_${string}`;
export type RunId = `run_${string}`;
export type ReminderId = `rem_${string}`;
export type DeliveryId = `dlv_${string}`;
export type AlarmId = `alm_${string}`;

/** A request over HTTP. */
export type RequestId = `req_${string}`;

export type IdPrefix = 'req' | 'msg' | 'turn' | 'run' | 'rem' | 'dlv' | 'alm';

/** The one source of new ids. Never repeats an id. */
export interface Ids {
  next<P extends IdPrefix>(prefix: P): `${P}_${string}`;
}
