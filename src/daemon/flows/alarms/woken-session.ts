// Which conversation an alarm wakes, and whose it is. It is the one it is set in; a session that works by itself has no such thing to
// come back to, so there it is the one in which its person hears of it.
import type {Address} from '../../../shared/records/address.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {
  addressOfSession,
  isIsolated,
  type SessionKey,
  sessionAt,
  sessionName,
} from '../../../shared/records/session-key.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import type {Store} from '../../ports/store.ts';
import type {Actor, Person} from '../../routing/actor.ts';

type WokenDeps = {
  readonly store: Pick<Store, 'reminders'>;
  readonly agent: () => string;
  readonly person: (name?: string) => Person | undefined;
  readonly personAt: (address: Address) => Person | undefined;
};

/** Throws a sentence where there is none, or one that the asker may not wake. */
export const wokenBy = (
  deps: WokenDeps,
  wanted: SessionKey | undefined,
  actor: Actor,
): {readonly session: SessionKey; readonly user: string} => {
  const session = wanted ?? ownSession(deps, actor);
  const name = sessionName(session);
  if (name?.agent !== deps.agent()) {
    throw new GatewayError(
      'invalid',
      `${session} is no conversation of this agent; those begin with "${deps.agent()}:".`,
    );
  }
  if (name.kind === 'cron') {
    throw new GatewayError(
      'invalid',
      `${session} works by itself on a schedule: there is no conversation in it to wake.`,
    );
  }
  const owner = ownerOf(deps, session);
  if (actor.operator) {
    const user = owner?.name ?? (name.kind === 'group' ? actor.user : undefined);
    if (user !== undefined) return {session, user};
    throw new GatewayError('not_found', `Nobody in the configuration is met in ${session}.`);
  }
  if (actor.user === undefined) {
    throw new GatewayError('refused', 'An alarm is always somebody’s, and nobody is known in this conversation.');
  }
  if (session !== actor.session && owner?.name !== actor.user) {
    throw new GatewayError('refused', 'An alarm can only wake a conversation of one’s own.');
  }
  return {session, user: actor.user};
};

const ownSession = ({store, agent, person}: WokenDeps, {session, user, operator}: Actor): SessionKey => {
  if (operator || !isIsolated(session)) return session;
  // A reminder is about the conversation it was set in.
  const [, reminderId] = /:cron:reminder-(rem_.+)$/u.exec(session) ?? [];
  const source =
    reminderId === undefined ? undefined : store.reminders.get(reminderId as `rem_${string}`)?.sourceSession;
  if (source !== undefined && !isIsolated(source)) return source;
  const [address] = user === undefined ? [] : reminderTargets(session, person(user)?.addresses ?? []);
  if (address !== undefined) return sessionAt(agent(), address);
  throw new GatewayError(
    'refused',
    'This session works by itself, and its person is met nowhere: there is no conversation that an alarm could wake.',
  );
};

/** Whose conversation it is; a group is nobody's. */
const ownerOf = ({person, personAt}: WokenDeps, session: SessionKey): Person | undefined => {
  const name = sessionName(session);
  if (name?.kind === 'main') return person();
  const address = name?.kind === 'dm' ? addressOfSession(session) : undefined;
  return address === undefined ? undefined : personAt(address);
};
