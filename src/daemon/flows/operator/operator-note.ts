// Operator actions on a session besides injecting: preview an injection, and add a note that starts no turn. A preview
// changes nothing; the next turn reads a note.

import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {InjectionPreview} from '../../../shared/records/delivery/injection.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import {kindOfSession, type SessionKey, sessionName} from '../../../shared/records/session-key.ts';
import {capped, GROUP_CEILING, type Trust} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {World} from '../../ports/system.ts';
import type {Entrance, Verdict} from '../../routing/admit.ts';
import {promptMessages} from '../../turns/prompt/turn-history.ts';
import {deliveryAddress, OPERATOR, type OperatorRequest, statedTrust} from './operator-inject.ts';

type Deps = Core & {
  /** The policy without its rate limits, which a dry run doesn't use up. */
  readonly admit: (entrance: Entrance) => Verdict;
};

/** Rejects with `invalid` if the session would refuse the injection. */
export const previewInjection = (deps: Deps, request: Omit<OperatorRequest, 'key'>): InjectionPreview => {
  checkSession(deps, request.session);
  const replyTo = deliveryAddress(deps, request);
  const session = deps.people.current(request.session);
  const stated = statedTrust(deps.store, {...request, session});
  const verdict = deps.admit({session, source: OPERATOR, trust: stated});
  if (verdict.kind === 'refuse') throw new GatewayError('refused', verdict.reason);
  const {trust} = verdict;
  const person = request.replyTo === undefined && !isInOneChat(session) ? deps.people.userIn(session) : undefined;
  const shown = replyTo === undefined && deps.people.addressIn(request.session) === TERMINAL;
  return {
    session,
    message: asSeen(noteOf(deps, request)),
    source: OPERATOR,
    trust,
    replyTo,
    effects: effectsOf(deps, {session, stated, trust, replyTo, person, shown}),
  };
};

/** Resolves with the message's id once it is stored. */
export const recordNote = (
  deps: Omit<Deps, 'admit'>,
  {session: given, text}: {session: SessionKey; text: string},
): {messageId: MessageId} => {
  checkSession(deps, given);
  const session = deps.people.current(given);
  const {store, index, clock} = deps;
  const note = noteOf(deps, {session, text});
  store.transact(emit => {
    const {trust} = index.touch({session, trust: trustOf(deps, {session}), at: clock.now(), routed: false}, emit);
    emit({type: 'message.added', session, trust, message: store.messages.add(note)});
    index.changed(session, emit);
  });
  return {messageId: note.id};
};

const checkSession = ({agent}: Core, session: SessionKey): void => {
  if (sessionName(session)?.agent !== agent())
    throw new GatewayError(
      'invalid',
      `${session} isn't a conversation of this agent. Its keys start with "${agent()}:".`,
    );
};

const noteOf = ({ids, clock}: World, {session, text}: Pick<OperatorRequest, 'session' | 'text'>): Message => ({
  id: ids.next('msg'),
  session,
  role: 'user',
  text,
  at: clock.now(),
  source: OPERATOR,
});

const trustOf = ({store}: World, {session, trust}: Pick<OperatorRequest, 'session' | 'trust'>): Trust => {
  const stated = statedTrust(store, {session, trust});
  return kindOfSession(session) === 'group' ? capped(stated, GROUP_CEILING) : stated;
};

/** The exact text that the model gets. */
const asSeen = (note: Message): string =>
  promptMessages([note])
    .flatMap(seen => (seen.role === 'user' ? seen.content : []))
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n');

/** A group's or a single address's conversation has no other channel. */
const isInOneChat = (session: SessionKey): boolean => ['dm', 'group'].includes(kindOfSession(session) ?? '');

type Outcome = {
  readonly session: SessionKey;
  readonly stated: Trust;
  readonly trust: Trust;
  readonly replyTo: Address | undefined;
  /** The reply goes to the first channel that reaches this person. */
  readonly person: string | undefined;
  /** Nothing is delivered, and the terminal shows the conversation. */
  readonly shown: boolean;
};

const effectsOf = ({index}: Deps, {session, stated, trust, replyTo, person, shown}: Outcome): readonly string[] => {
  const known = index.get(session);
  const ahead = (known?.queued ?? 0) + (known?.busy === true ? 1 : 0);
  return [
    known === undefined ? `Creates the conversation ${session}.` : '',
    ahead === 0 ? 'Starts a turn at once.' : `Starts a turn after ${ahead} queued.`,
    trust === stated
      ? `Runs at trust ${trust}; its tools take effect.`
      : `Runs at trust ${trust}, the most that this conversation allows; its tools take effect.`,
    replyTo !== undefined
      ? `Sends the reply to ${person === undefined ? replyTo : `${person}, like an announcement`}.`
      : shown
        ? 'Shows the reply in the terminal.'
        : 'Keeps the reply in the conversation; sends it to nobody.',
  ].filter(part => part !== '');
};
