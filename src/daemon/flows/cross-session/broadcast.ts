// Sends one message to several people and groups, each in their own conversation, once: word for word, or rephrased by
// the agent there.

import {channelOf, isAddress, isGroup} from '../../../shared/records/address.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {keepContext} from '../../sessions/keep-context.ts';
import type {ActingSession, Broadcasted, CrossSessionService, NewBroadcast} from './cross-session-actions.ts';
import {deliverIn} from './deliver-broadcast.ts';
import {nextDepth} from './message-depth.ts';
import type {SendToSessionDeps} from './send-to-session.ts';

export type BroadcastDeps = Core & SendToSessionDeps;

export const createBroadcast =
  (deps: BroadcastDeps): CrossSessionService['broadcast'] =>
  async (request, by) => {
    if (by.trust !== 'full') throw new GatewayError('refused', 'Only full trust may address several people.');
    if (request.text.trim() === '') throw new GatewayError('invalid', 'The message is empty.');
    if (request.to.length === 0) throw new GatewayError('invalid', 'Name the people or groups that should get it.');
    if (request.to.length > MOST) throw new GatewayError('invalid', `At most ${MOST} people and groups at once.`);
    const depth = nextDepth(deps, by);
    const sent: Broadcasted['sent'][number][] = [];
    const refused: Broadcasted['refused'][number][] = [];
    const reached = new Set<SessionKey>();
    for (const to of new Set(request.to)) {
      const session = sessionOf(deps, to);
      const reason = session === undefined ? UNKNOWN : await sendTo(deps, request, by, {session, depth, reached});
      if (session === undefined || reason !== undefined) refused.push({to, reason: reason ?? UNKNOWN});
      else sent.push({to, session});
    }
    return {sent, refused};
  };

/** A person by name, or a served group by address. */
const sessionOf = (
  {people: {conversationOf, conversationAt, isServed}}: BroadcastDeps,
  to: string,
): SessionKey | undefined =>
  isAddress(to) && isGroup(to) ? (isServed(to) ? conversationAt(to) : undefined) : conversationOf(to);

type Target = {readonly session: SessionKey; readonly depth: number; readonly reached: Set<SessionKey>};

/** The reason why it was refused, as a sentence. Undefined once it is stored. */
const sendTo = async (
  deps: BroadcastDeps,
  {text, mode}: NewBroadcast,
  by: ActingSession,
  {session, depth, reached}: Target,
): Promise<string | undefined> => {
  if (session === by.session) return 'You are in this conversation already.';
  // Two names of one conversation get one message.
  if (reached.has(session)) return undefined;
  reached.add(session);
  const source = {kind: 'broadcast', name: by.session} as const;
  const key = `${by.key}>${session}`;
  const address = deps.people.addressIn(session);
  if (mode === 'rephrase' && (address === undefined || !isGroup(address))) {
    const frame = {kind: 'broadcast', from: by.session, depth} as const;
    const promptChannel = address && channelOf(address);
    const entry = await deps.router.inject(
      {
        target: session,
        content: text,
        frame,
        trust: by.trust,
        source,
        key,
        promptChannel,
        limits: by.limits,
      },
      {deliver: true},
    );
    return entry.kind === 'refused' ? entry.reason : undefined;
  }
  const verdict = deps.admit({session, source, trust: by.trust});
  if (verdict.kind === 'refuse') return verdict.reason;
  await deps.store.transactBatched(emit => {
    const {trust} = verdict;
    const note = {session, role: 'assistant', text, at: deps.clock.now(), source, trust, key} as const;
    keepContext(deps, {...note, limits: by.limits}, emit);
    deliverIn(deps, {session, text, key}, emit);
  });
  return undefined;
};

const MOST = 50;
const UNKNOWN = 'No person and no allowed group has that name.';
