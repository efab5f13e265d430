// Who said something, in a word: the person, the agent by its name, or what set a message off. Never more than eight cells.
import type {MessageSource, Role} from '../../shared/message.ts';
import type {Session} from '../../shared/session.ts';
import {reaches} from '../../shared/trust.ts';

export type Speaker = {
  readonly label: string;
  readonly tone: 'you' | 'agent' | 'event' | 'untrusted' | 'dim';
};

export const speakerOf = (
  {role, source}: {readonly role: Role; readonly source: MessageSource},
  session: Pick<Session, 'key' | 'kind' | 'trust'>,
): Speaker => {
  switch (source.kind) {
    case 'agent':
      return {label: agentOf(session), tone: 'agent'};
    case 'user':
      return personOf(source, session);
    case 'tool':
      return {label: 'tool', tone: 'dim'};
    case 'operator':
      return {label: 'operator', tone: 'you'};
    case 'cron':
    case 'reminder':
    case 'alarm':
      return {label: source.kind, tone: 'event'};
    case 'session':
      return {label: 'session', tone: 'event'};
    case 'system':
      return {label: 'system', tone: 'dim'};
    default:
      // A newer daemon may name a source that this client does not know.
      return role === 'assistant' ? {label: agentOf(session), tone: 'agent'} : {label: 'system', tone: 'dim'};
  }
};

const personOf = (source: MessageSource, session: Pick<Session, 'kind' | 'trust'>): Speaker => {
  if (source.channel === undefined || source.channel === 'terminal') return {label: 'you', tone: 'you'};
  const name = source.name ?? 'someone';
  // The mark says what the colour says: what this person writes is not an order from the owner.
  return reaches(session.trust, 'inner') ? {label: name, tone: 'you'} : {label: `${name}!`, tone: 'untrusted'};
};

const agentOf = ({key}: Pick<Session, 'key'>): string => key.slice(0, key.indexOf(':'));
