// The actor of a request to schedule something, and the users it may act for. Comes from the turn or the socket, never from the
// request's content.

import {present} from '../../shared/fields/present.ts';
import type {Address} from '../../shared/records/address.ts';
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {reaches, type Trust} from '../../shared/records/trust.ts';
import type {ToolContext} from '../ports/tool.ts';

export type Actor = {
  readonly user?: string;
  /** The actor holds the socket and may change everybody's items. */
  readonly operator: boolean;
  readonly session: SessionKey;
  /** The address that the request came from. Absent at the terminal. */
  readonly origin?: Address;
  /** The turn that made the request, recorded as the cause of its events. */
  readonly turnId?: TurnId;
  readonly trust?: Trust;
};

export type Person = {
  readonly name: string;
  readonly trust: Trust;
  readonly zone: string;
  /** `de-AT`. Decides how dates in figures are read. */
  readonly locale?: string;
  readonly addresses: readonly Address[];
  /** The ways of a reminder, where an order of ways is configured. */
  readonly ways?: readonly Address[];
};

/** The user of the turn, without operator rights. */
export const actorOf = ({user, session, replyTo, turnId, trust}: ToolContext): Actor => ({
  ...present({user, origin: replyTo}),
  operator: false,
  session,
  turnId,
  trust,
});

/**
 * Throws if a turn would have more trust later than it has now: a text of lower trust that it has read must not act later instead. `own`:
 * the trust of the person for whom it would act.
 */
export const checkLater = ({operator, trust}: Actor, own: Trust | undefined): void => {
  if (operator || trust === undefined || own === undefined || reaches(trust, own)) return;
  const sentence = `This turn has only trust ${trust}, and later the agent would act with ${own}. The person can set it by hand.`;
  throw new GatewayError('refused', sentence);
};

/** The cause of an action: its turn, or the changed item itself for a manual action. */
export const askedFor = ({turnId, trust}: Actor, id: string) => ({
  cause: turnId ?? id,
  ...present({trust}),
});
