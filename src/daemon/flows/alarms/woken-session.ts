// Chooses the conversation that an alarm wakes, and its user: the conversation where it is set. For an isolated session, the one where
// its person gets messages.
import type {Address} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {
  addressOfSession,
  isIsolated,
  reminderOfSession,
  type SessionKey,
  sessionName,
} from '../../../shared/records/session-key.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {Store} from '../../ports/store.ts';
import type {Actor, Person} from '../../routing/actor.ts';
import type {Conversations} from '../../routing/conversation.ts';

type WokenDeps = Pick<Conversations, 'conversationAt' | 'current'> & {
  readonly store: Pick<Store, 'reminders' | 'sessions'>;
  readonly agent: () => string;
  readonly person: (name?: string) => Person | undefined;
  readonly personAt: (address: Address) => Person | undefined;
};

/** Throws a sentence if there is none, or if the actor may not wake it. */
export const wokenBy = (
  deps: WokenDeps,
  wanted: SessionKey | undefined,
  actor: Actor,
): {readonly session: SessionKey; readonly user: string} => {
  const session = deps.current(wanted ?? ownSession(deps, actor));
  const name = sessionName(session);
  if (name?.agent !== deps.agent()) {
    throw new GatewayError(
      'invalid',
      `${session} isn't a conversation of this agent. Its keys start with "${deps.agent()}:".`,
    );
  }
  if (name.kind === 'cron') {
    throw new GatewayError('invalid', `${session} runs on a schedule and has no conversation to wake.`);
  }
  const owner = ownerOf(deps, session);
  if (actor.operator) {
    const user = owner?.name ?? (name.kind === 'group' ? actor.user : undefined);
    if (user !== undefined) return {session, user};
    throw new GatewayError('not_found', `No configured user is in ${session}.`);
  }
  if (actor.user === undefined) {
    throw new GatewayError('refused', 'An alarm needs a user, and this conversation has none.');
  }
  if (session !== deps.current(actor.session) && owner?.name !== actor.user) {
    throw new GatewayError('refused', 'An alarm can only wake your own conversations.');
  }
  return {session, user: actor.user};
};

const ownSession = ({store, conversationAt, person}: WokenDeps, {session, user, operator}: Actor): SessionKey => {
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
const ownerOf = ({store, person, personAt}: WokenDeps, session: SessionKey): Person | undefined => {
  const name = sessionName(session);
  if (name?.kind === 'main') return person();
  if (name?.kind === 'chat' || name?.kind === 'mail') return person(store.sessions.get(session)?.user ?? '');
  if (name?.kind === 'person') return person(name.name);
  const address = name?.kind === 'dm' ? addressOfSession(session) : undefined;
  return address === undefined ? undefined : personAt(address);
};
