// Ids are opaque strings with a prefix that names the noun; nothing is read out of the rest.
export type MessageId = `msg_${string}`;
export type TurnId = `turn_${string}`;
export type RunId = `run_${string}`;
export type ReminderId = `rem_${string}`;
export type DeliveryId = `dlv_${string}`;
export type AlarmId = `alm_${string}`;

export type IdPrefix = 'msg' | 'turn' | 'run' | 'rem' | 'dlv' | 'alm';

/** The one source of new ids; never repeats one. */
export interface Ids {
  next<P extends IdPrefix>(prefix: P): `${P}_${string}`;
}
