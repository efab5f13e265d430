// Chooses the conversation that an alarm wakes, and its user: the conversation where it is set. For an isolated
// session, the one where its person gets messages.

import {
  addressOfSession,
  isIsolated,
  reminderOfSession,
  type SessionKey,
  sessionName,
} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {Actor, Person} from '../../routing/actor.ts';

/** Throws a sentence if there is none, or if the actor may not wake it. */
export const wokenBy = (
  core: Core,
  wanted: SessionKey | undefined,
  actor: Actor,
): {readonly session: SessionKey; readonly user: string} => {
  const session = core.people.current(wanted ?? ownSession(core, actor));
  const name = sessionName(session);
  if (name?.agent !== core.agent()) {
    throw new GatewayError(
      'invalid',
      `${session} isn't a conversation of this agent. Its keys start with "${core.agent()}:".`,
    );
  }
  if (name.kind === 'cron') {
    throw new GatewayError('invalid', `${session} runs on a schedule and has no conversation to wake.`);
  }
  const owner = ownerOf(core, session);
  if (actor.operator) {
    const user = owner?.name ?? (name.kind === 'group' ? actor.user : undefined);
    if (user !== undefined) return {session, user};
    throw new GatewayError('not_found', `No configured user is in ${session}.`);
  }
  if (actor.user === undefined) {
    throw new GatewayError('refused', 'An alarm needs a user, and this conversation has none.');
  }
  if (session !== core.people.current(actor.session) && owner?.name !== actor.user) {
    throw new GatewayError('refused', 'An alarm can only wake your own conversations.');
  }
  return {session, user: actor.user};
};

const ownSession = ({store, people: {conversationAt, person}}: Core, {session, user, operator}: Actor): SessionKey => {
  if (operator || !isIsolated(session)) return session;
  // A reminder's session belongs to the conversation where it was set.
  const reminder = reminderOfSession(session);
  const source = reminder === undefined ? undefined : store.reminders.get(reminder)?.sourceSession;
  if (source !== undefined && !isIsolated(source)) return source;
  const [address] = user === undefined ? [] : reminderTargets({session}, person(user)?.addresses ?? []);
  if (address !== undefined) return conversationAt(address);
  throw new GatewayError('refused', 'This conversation runs on a schedule, and its user has no conversation to wake.');
};

/** The conversation's person. Undefined for a group. */
const ownerOf = ({store, people: {person, personAt}}: Core, session: SessionKey): Person | undefined => {
  const name = sessionName(session);
  if (name?.kind === 'main') return person();
  if (name?.kind === 'chat' || name?.kind === 'mail') return person(store.sessions.get(session)?.user ?? '');
  if (name?.kind === 'person') return person(name.name);
  const address = name?.kind === 'dm' ? addressOfSession(session) : undefined;
  return address === undefined ? undefined : personAt(address);
};
