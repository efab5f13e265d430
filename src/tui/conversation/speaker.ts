// The speaker of an entry in one word: the person, the agent's name, or the trigger. At most eight cells.
import type {MessageSource, Role} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {agentOfSession} from '../../shared/records/session-key.ts';
import {reaches} from '../../shared/records/trust.ts';
import {cellWidth, clipped, drawnLine} from '../text/width.ts';

export type Speaker = {
  readonly label: string;
  /** At most five cells, for a narrow screen. */
  readonly short: string;
  readonly tone: 'you' | 'agent' | 'event' | 'untrusted' | 'dim';
};

type SpokenIn = Pick<Session, 'key' | 'kind' | 'trust' | 'person'>;

export const speakerOf = (
  spoken: {readonly role: Role; readonly source: MessageSource},
  session: SpokenIn,
): Speaker => {
  const {label, tone} = named(spoken, session);
  return {label, tone, short: SHORT[label] ?? shortLabel(label)};
};

/** Shortens the name; the mark of an untrusted person always stays. */
const shortLabel = (label: string): string => {
  const mark = label.endsWith('!') ? '!' : '';
  const name = drawnLine(mark === '' ? label : label.slice(0, -1));
  const room = SHORTEST - mark.length;
  return `${cellWidth(name) <= room ? name : clipped(name, room)}${mark}`;
};

const named = (
  {role, source}: {readonly role: Role; readonly source: MessageSource},
  session: SpokenIn,
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
      return {label: 'job', tone: 'event'};
    case 'reminder':
    case 'alarm':
      return {label: source.kind, tone: 'event'};
    case 'session':
    case 'webhook':
    case 'wake':
      return {label: source.kind, tone: 'event'};
    case 'system':
      if (source.name === 'heartbeat') return {label: 'check-in', tone: 'event'};
      return {label: 'system', tone: 'dim'};
    default:
      // A newer daemon may send a source that this client doesn't know.
      return role === 'assistant'
        ? {label: agentOfSession(session.key), tone: 'agent'}
        : {label: 'system', tone: 'dim'};
  }
};

const personOf = (source: Extract<MessageSource, {kind: 'user'}>, session: SpokenIn): Omit<Speaker, 'short'> => {
  const isOwner = session.kind === 'main' && source.name !== undefined && source.name === session.person;
  if (isOwner || source.channel === undefined || source.channel === 'terminal') return {label: 'you', tone: 'you'};
  const name = source.name ?? 'someone';
  // The mark repeats the colour's meaning: this person's text isn't an order from the owner.
  return reaches(session.trust, 'inner') ? {label: name, tone: 'you'} : {label: `${name}!`, tone: 'untrusted'};
};

const SHORT: Readonly<Record<string, string>> = {
  operator: 'oper',
  reminder: 'rem',
  session: 'sess',
  webhook: 'hook',
  system: 'sys',
};
const SHORTEST = 5;
