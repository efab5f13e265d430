// The actor of a request to schedule something, and the users it may act for. Comes from the turn or the socket, never from the
// request's content.

import {present} from '../../shared/fields/present.ts';
import type {Address} from '../../shared/records/address.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {ToolContext} from '../ports/tool.ts';

export type Actor = {
  readonly user?: string;
  /** The actor holds the socket and may change everybody's items. */
  readonly operator: boolean;
  readonly session: SessionKey;
  /** The turn that made the request, recorded as the cause of its events. */
  readonly turnId?: TurnId;
  readonly trust?: Trust;
};

export type Person = {
  readonly name: string;
  readonly trust: Trust;
  readonly zone: string;
  readonly addresses: readonly Address[];
};

/** The user of the turn, without operator rights. */
export const actorOf = ({user, session, turnId, trust}: ToolContext): Actor => ({
  ...present({user}),
  operator: false,
  session,
  turnId,
  trust,
});

/** The cause of an action: its turn, or the changed item itself for a manual action. */
export const askedFor = ({turnId, trust}: Actor, id: string) => ({
  cause: turnId ?? id,
  ...present({trust}),
});
