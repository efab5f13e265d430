// The actor of a request to schedule something, and the users it may act for. Comes from the turn or the socket, never
// from the request's content.

import type {Address} from '../../shared/records/address.ts';
import {callKey, type TurnId} from '../../shared/records/ids.ts';
import type {JobChanger} from '../../shared/records/jobs/cron-job.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {reaches, type TextLimit, type Trust} from '../../shared/records/trust.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {CursorStore} from '../ports/store.ts';
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
  /** The texts from elsewhere that the turn has read. @default nothing */
  readonly limits?: readonly TextLimit[];
  /** The tool call that makes the request. */
  readonly callId?: string;
  /** The call is carried on after an interruption, so its effect may be there already. */
  readonly again?: true;
  /** When the request was made, if that was before an interruption. @default now */
  readonly askedAt?: EpochMs;
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
export const actorOf = ({
  user,
  session,
  replyTo,
  turnId,
  trust,
  limits,
  callId,
  again,
  askedAt,
}: ToolContext): Actor => ({
  user,
  origin: replyTo,
  again,
  askedAt,
  operator: false,
  session,
  turnId,
  callId,
  trust,
  limits,
});

/** The actor as one who changes a job. */
export const changerOf = ({operator, user, turnId, callId}: Actor): JobChanger => ({
  kind: operator ? 'terminal' : callId === undefined ? 'person' : 'tool',
  user,
  turnId,
});

/**
 * The item that the actor's tool call made or changed before it was interrupted. Undefined if the call had no effect
 * yet.
 */
export const effectOf = <Id extends string>(
  cursors: Pick<CursorStore, 'get'>,
  {turnId, callId, again}: Actor,
): Id | undefined =>
  turnId === undefined || callId === undefined || again === undefined
    ? undefined
    : (cursors.get(callKey(turnId, callId)) as Id | undefined);

/**
 * Notes the effect of the actor's tool call, in the transaction of the effect. The note is dropped with the call's
 * result.
 */
export const keepEffect = (cursors: Pick<CursorStore, 'set'>, {turnId, callId}: Actor, id: string): void => {
  if (turnId !== undefined && callId !== undefined) cursors.set(callKey(turnId, callId), id);
};

/**
 * Throws if a turn would have more trust later than it has now: a text of lower trust that it has read must not act
 * later instead. `own`: the trust of the person for whom it would act.
 */
export const checkLater = ({operator, trust}: Actor, own: Trust | undefined): void => {
  if (operator || trust === undefined || own === undefined || reaches(trust, own)) return;
  const sentence = `This turn has only trust ${trust}, and later the agent would act with ${own}. The person can set it by hand.`;
  throw new GatewayError('refused', sentence);
};

/** The cause of an action: its turn, or the changed item itself for a manual action. */
export const askedFor = ({turnId, trust}: Actor, id: string) => ({
  cause: turnId ?? id,
  trust,
});
