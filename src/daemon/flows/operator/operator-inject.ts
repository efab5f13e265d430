// Injects the operator's message into a session.

import {type Address, channelOf, unservedAddress} from '../../../shared/records/address.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {Store} from '../../ports/store.ts';
import type {Entry, Router} from '../../router.ts';

export type OperatorRequest = {
  readonly session: SessionKey;
  readonly text: string;
  readonly trust?: Trust;
  readonly channel?: string;
  /** Delivers the reply like an announcement: in a person's conversation, on the first channel that reaches them. */
  readonly deliver?: boolean;
  /** Delivers the reply there instead of to the session's own address. */
  readonly replyTo?: Address;
  readonly key?: string;
};

type InjectDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
};

/** Resolves once it is stored. Default trust: the session's, or full for a new session. */
export const operatorInject = (
  deps: InjectDeps,
  {session, text, trust, channel, key, ...reply}: OperatorRequest,
): Promise<Entry> => {
  const address = deliveryAddress(deps, {session, ...reply}) ?? deps.people.addressIn(session);
  const promptChannel = channel ?? (address === undefined ? 'terminal' : channelOf(address));
  return deps.router.inject(
    {
      target: session,
      content: text,
      trust: statedTrust(deps.store, {session: deps.people.current(session), trust}),
      promptChannel,
      source: OPERATOR,
      key,
      replyTo: reply.replyTo,
    },
    {deliver: reply.replyTo !== undefined || reply.deliver === true, sameText: true},
  );
};

/** The operator as a source. The socket proves it, so no request can name another source. */
export const OPERATOR = {kind: 'operator'} as const;

/** The address for the reply, if any. Throws if there is no address, or nobody configured has it. */
export const deliveryAddress = (
  {people: {addressIn, isServed}}: Core,
  {session, deliver, replyTo}: Pick<OperatorRequest, 'session' | 'deliver' | 'replyTo'>,
): Address | undefined => {
  if (replyTo !== undefined && deliver === false)
    throw new GatewayError('invalid', "'replyTo' delivers the reply and 'deliver' is false: leave one of them out.");
  if (replyTo === undefined && deliver !== true) return undefined;
  const address = replyTo ?? addressIn(session);
  if (address === undefined)
    throw new GatewayError('invalid', `${session} has no address, so its reply can't be delivered.`);
  if (!isServed(address)) throw new GatewayError('refused', unservedAddress(address));
  return address;
};

/** The requested trust, else the session's, else full for a new session. */
export const statedTrust = (
  {sessions}: Pick<Store, 'sessions'>,
  {session, trust}: {readonly session: SessionKey; readonly trust?: Trust | undefined},
): Trust => trust ?? sessions.get(session)?.trust ?? 'full';
