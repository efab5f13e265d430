// Who asks for something to be scheduled, and whom it may be for: known from the turn or from the socket, never from what is asked.

import {present} from '../../shared/fields/present.ts';
import type {Address} from '../../shared/records/address.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {ToolContext} from '../ports/tool.ts';

export type Actor = {
  readonly user?: string;
  /** Whoever holds the socket: they may touch what is everybody's. */
  readonly operator: boolean;
  readonly session: SessionKey;
  /** The turn in which it was asked, if it was in one: the cause that events tell. */
  readonly turnId?: TurnId;
  readonly trust?: Trust;
};

export type Person = {
  readonly name: string;
  readonly trust: Trust;
  readonly zone: string;
  readonly addresses: readonly Address[];
};

/** The person whom a turn belongs to, and nobody else. */
export const actorOf = ({user, session, turnId, trust}: ToolContext): Actor => ({
  ...present({user}),
  operator: false,
  session,
  turnId,
  trust,
});

/** What led to a deed: the turn it was asked in; by hand, nothing else than the thing itself. */
export const askedFor = ({turnId, trust}: Actor, id: string) => ({
  cause: turnId ?? id,
  ...present({trust}),
});
