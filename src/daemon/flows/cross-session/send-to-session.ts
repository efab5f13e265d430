// Sends a message from one conversation into another: as a note that its next turn reads, or as a turn whose answer
// goes to its people.

import {channelOf} from '../../../shared/records/address.ts';
import {agentOfSession, isIsolated, isSessionKey, type SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {Router} from '../../router.ts';
import type {Entrance, Verdict} from '../../routing/admit.ts';
import {keepContext} from '../../sessions/keep-context.ts';
import type {ActingSession, CrossSessionService} from './cross-session-actions.ts';
import {nextDepth} from './message-depth.ts';

export type SendToSessionDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
  readonly admit: (entrance: Entrance) => Verdict;
};

export const createSendToSession =
  (deps: SendToSessionDeps): CrossSessionService['send'] =>
  async ({session: wanted, text, mode}, by) => {
    const session = targetOf(deps, wanted, by);
    if (text.trim() === '') throw new GatewayError('invalid', 'The message is empty.');
    const source = {kind: 'session', name: by.session} as const;
    const frame = {kind: 'session', from: by.session, depth: nextDepth(deps, by)} as const;
    const address = deps.people.addressIn(session);
    if (mode === 'turn') {
      const promptChannel = address && channelOf(address);
      const entry = await deps.router.inject(
        {
          target: session,
          content: text,
          frame,
          trust: by.trust,
          source,
          key: by.key,
          promptChannel,
          limits: by.limits,
        },
        {deliver: address !== undefined},
      );
      if (entry.kind === 'refused') throw new GatewayError('refused', entry.reason);
      return;
    }
    const verdict = deps.admit({session, source, trust: by.trust});
    if (verdict.kind === 'refuse') throw new GatewayError('refused', verdict.reason);
    const note = {
      session,
      role: 'user',
      text,
      at: deps.clock.now(),
      source,
      frame,
      trust: verdict.trust,
      key: by.key,
      limits: by.limits,
    } as const;
    await deps.store.transactBatched(emit => keepContext(deps, note, emit));
  };

const targetOf = (
  {agent, store, people: {userIn, current}}: SendToSessionDeps,
  named: string,
  {session, user, trust}: ActingSession,
): SessionKey => {
  const wanted = isSessionKey(named) ? current(named) : named;
  if (!isSessionKey(wanted) || agentOfSession(wanted) !== agent() || isIsolated(wanted))
    throw new GatewayError('invalid', `"${wanted}" isn't a conversation of this agent. Example: ${agent()}:main.`);
  if (wanted === session) throw new GatewayError('invalid', 'You are in this conversation already. Answer here.');
  if (store.sessions.get(wanted) === undefined) throw new GatewayError('not_found', `No conversation ${wanted} yet.`);
  if (trust !== 'full' && (user === undefined || userIn(wanted) !== user))
    throw new GatewayError('refused', 'Below full trust, only conversations of the same person can be reached.');
  return wanted;
};
