// The trust of what a turn has read. Text from programs and other conversations keeps the trust of its sender: tools with effects get at
// most the lowest of those in the context, until the text leaves the context or a person trusts it.
import {type Message, sentByProgram} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {capped, reaches, type Trust} from '../../shared/records/trust.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {KeptSession} from '../ports/conversation-store.ts';

/** Tools with effects get at most this trust. */
export type ReadLimit = NonNullable<Turn['limit']>;

/** Undefined if nothing limits the turn. `session`: the conversation that was read. */
export const limitOfContext = (
  messages: readonly Message[],
  session: Pick<KeptSession, 'key' | 'summaryTrust' | 'trustedAt'> | undefined,
): ReadLimit | undefined => {
  const ofSummary = session?.summaryTrust === undefined ? undefined : {trust: session.summaryTrust};
  return messages.reduce<ReadLimit | undefined>((limit, message) => {
    const trust = isTrusted(message, session) ? undefined : trustOfText(message);
    return trust === undefined ? limit : lowerLimit(limit, {trust, because: message.source});
  }, ofSummary);
};

/** The lower of two limits; of two equal ones the first. */
export const lowerLimit = (one: ReadLimit | undefined, other: ReadLimit | undefined): ReadLimit | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return reaches(other.trust, one.trust) ? one : other;
};

/** The trust of a new summary of these messages, which replaces the one before. Undefined if it may do everything. */
export const trustOfSummary = (
  messages: readonly Message[],
  session: Parameters<typeof limitOfContext>[1],
): Trust | undefined => {
  const trust = limitOfContext(messages, session)?.trust;
  return trust === 'full' ? undefined : trust;
};

/** The trust for a tool with effects. */
export const trustForEffects = (trust: Trust, limit: ReadLimit | undefined): Trust =>
  limit === undefined ? trust : capped(trust, limit.trust);

/** A person has trusted what stood there at that time. */
const isTrusted = (
  {session, at}: Message,
  read: {readonly key: SessionKey; readonly trustedAt?: number} | undefined,
): boolean => read?.key === session && read.trustedAt !== undefined && at <= read.trustedAt;

/** Undefined for the text of people, the agent and its tools. A daemon before this rule stored no trust. */
const trustOfText = ({source, trust = 'public'}: Message): Trust | undefined =>
  sentByProgram(source) ? trust : undefined;
