// Operator actions on a session besides injecting: preview an injection, and add a note that starts no turn. A preview changes nothing;
// the next turn reads a note.
import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {InjectionPreview} from '../../../shared/records/delivery/injection.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import {kindOfSession, type SessionKey, sessionName} from '../../../shared/records/session-key.ts';
import {capped, GROUP_CEILING, type Trust} from '../../../shared/records/trust.ts';
import type {World} from '../../ports/system.ts';
import type {Conversations} from '../../routing/conversation.ts';
import type {SessionIndex} from '../../sessions/session-index.ts';
import {promptMessages} from '../../turns/prompt/turn-history.ts';
import {checkDelivery, type OperatorRequest, statedTrust} from './operator-inject.ts';

type Deps = World & {
  readonly current: Conversations['current'];
  readonly addressIn: Conversations['addressIn'];
  readonly agent: () => string;
  readonly index: SessionIndex;
  readonly isServed: (address: Address) => boolean;
};

/** Rejects with `invalid` if the session would refuse the injection. */
export const previewInjection = (deps: Deps, request: Omit<OperatorRequest, 'key'>): InjectionPreview => {
  const {deliver = false} = request;
  checkSession(deps, request.session);
  const address = deps.addressIn(request.session);
  checkDelivery(deps, request.session, deliver);
  const session = deps.current(request.session);
  const trust = trustOf(deps, {...request, session});
  return {
    session,
    message: asSeen(noteOf(deps, request)),
    trust,
    effects: effectsOf(deps, {...request, session, deliver, trust, address}),
  };
};

/** Resolves with the message's id once it is stored. */
export const recordNote = (
  deps: Omit<Deps, 'isServed' | 'addressIn'>,
  {session: given, text}: {session: SessionKey; text: string},
): {messageId: MessageId} => {
  checkSession(deps, given);
  const session = deps.current(given);
  const {store, index, clock} = deps;
  const note = noteOf(deps, {session, text});
  store.transact(emit => {
    const {trust} = index.touch({session, trust: trustOf(deps, {session}), at: clock.now(), routed: false});
    emit({type: 'message.added', session, trust, message: store.messages.add(note)});
    index.changed(session, emit);
  });
  return {messageId: note.id};
};

const checkSession = ({agent}: Pick<Deps, 'agent'>, session: SessionKey): void => {
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
  source: {kind: 'operator'},
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

const effectsOf = (
  {index}: Deps,
  {
    session,
    deliver,
    trust,
    address,
  }: {session: SessionKey; deliver: boolean; trust: Trust; address: Address | undefined},
): readonly string[] => {
  const known = index.get(session);
  const ahead = (known?.queued ?? 0) + (known?.busy === true ? 1 : 0);
  return [
    known === undefined ? `Creates the conversation ${session}.` : '',
    ahead === 0 ? 'Starts a turn at once.' : `Starts a turn after ${ahead} queued.`,
    `Runs at trust ${trust}; its tools take effect.`,
    deliver && address !== undefined
      ? `Sends the reply to ${address}.`
      : address === TERMINAL
        ? 'Shows the reply in the terminal.'
        : 'Keeps the reply in the conversation; sends it to nobody.',
  ].filter(part => part !== '');
};
