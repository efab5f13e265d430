// Who said something, in a word: the person, the agent by its name, or what set a message off. Never more than eight cells.
import type {MessageSource, Role} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {agentOfSession} from '../../shared/records/session-key.ts';
import {reaches} from '../../shared/records/trust.ts';
import {cellWidth, clipped, oneLine} from '../layout/text/width.ts';

export type Speaker = {
  readonly label: string;
  /** The same in at most five cells, for a narrow screen. */
  readonly short: string;
  readonly tone: 'you' | 'agent' | 'event' | 'untrusted' | 'dim';
};

export const speakerOf = (
  spoken: {readonly role: Role; readonly source: MessageSource},
  session: Pick<Session, 'key' | 'kind' | 'trust'>,
): Speaker => {
  const {label, tone} = named(spoken, session);
  return {label, tone, short: SHORT[label] ?? shortLabel(label)};
};

/** The beginning of a name tells who it is; what it cannot lose is the mark of who is not trusted. */
const shortLabel = (label: string): string => {
  const mark = label.endsWith('!') ? '!' : '';
  const name = oneLine(mark === '' ? label : label.slice(0, -1));
  const room = SHORTEST - mark.length;
  return `${cellWidth(name) <= room ? name : clipped(name, room)}${mark}`;
};

const named = (
  {role, source}: {readonly role: Role; readonly source: MessageSource},
  session: Pick<Session, 'key' | 'kind' | 'trust'>,
): Omit<Speaker, 'short'> => {
  switch (source.kind) {
    case 'agent':
      return {label: agentOfSession(session.key), tone: 'agent'};
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
      if (source.name === 'heartbeat') return {label: 'beat', tone: 'event'};
      return {label: 'system', tone: 'dim'};
    default:
      // A newer daemon may name a source that this client does not know.
      return role === 'assistant'
        ? {label: agentOfSession(session.key), tone: 'agent'}
        : {label: 'system', tone: 'dim'};
  }
};

const personOf = (
  source: Extract<MessageSource, {kind: 'user'}>,
  session: Pick<Session, 'kind' | 'trust'>,
): Omit<Speaker, 'short'> => {
  if (source.channel === undefined || source.channel === 'terminal') return {label: 'you', tone: 'you'};
  const name = source.name ?? 'someone';
  // The mark says what the colour says: what this person writes is not an order from the owner.
  return reaches(session.trust, 'inner') ? {label: name, tone: 'you'} : {label: `${name}!`, tone: 'untrusted'};
};

const SHORT: Readonly<Record<string, string>> = {
  operator: 'oper',
  reminder: 'rem',
  session: 'sess',
  system: 'sys',
};
const SHORTEST = 5;
