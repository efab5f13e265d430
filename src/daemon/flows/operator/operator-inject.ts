// An injection by hand: whoever holds the socket says something into a session, as the operator, and it says so.

import {present} from '../../../shared/fields/present.ts';
import {type Address, unservedAddress} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {addressOfSession, type SessionKey, sessionName} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {Store} from '../../ports/store.ts';
import type {Entry, Router} from '../../router.ts';

export type OperatorRequest = {
  readonly session: SessionKey;
  readonly text: string;
  readonly trust?: Trust;
  readonly channel?: string;
  readonly deliver?: boolean;
  readonly key?: string;
};

type InjectDeps = {
  readonly router: Pick<Router, 'inject'>;
  readonly store: Store;
  /** Whether anybody configured is at an address. */
  readonly isServed: (address: Address) => boolean;
};

/** Resolves once it is stored. Without a trust of its own it runs at the session's; a new session's is full. */
export const operatorInject = (
  {router, store, isServed}: InjectDeps,
  {session, text, trust, channel, deliver, key}: OperatorRequest,
): Promise<Entry> => {
  const name = sessionName(session);
  checkDelivery(session, isServed, deliver);
  const promptChannel = channel ?? (name !== undefined && 'channel' in name ? name.channel : 'terminal');
  return router.inject(
    {
      target: session,
      content: text,
      trust: statedTrust(store, {session, trust}),
      promptChannel,
      source: {kind: 'operator'},
      ...present({key}),
    },
    {deliver: deliver ?? false, sameWords: true},
  );
};

/** Throws where a reply is to be delivered and has nowhere to go, or would go to a stranger. */
export const checkDelivery = (session: SessionKey, isServed: InjectDeps['isServed'], deliver = false): void => {
  if (!deliver) return;
  const address = addressOfSession(session);
  if (address === undefined)
    throw new GatewayError('invalid', `${session} has no address of its own: its reply cannot be delivered.`);
  if (!isServed(address)) throw new GatewayError('refused', unservedAddress(address));
};

/** The trust that was asked for; else the session's; a new session's is full. */
export const statedTrust = (
  {sessions}: Pick<Store, 'sessions'>,
  {session, trust}: {readonly session: SessionKey; readonly trust?: Trust | undefined},
): Trust => trust ?? sessions.get(session)?.trust ?? 'full';
