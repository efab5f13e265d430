// `rooster sessions`: the conversations, their words, and the three things one can do to one.
import type {Result} from '../../../ipc/protocol.ts';
import {instantOfIso} from '../../../shared/time.ts';
import {listLines, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {countOf, sessionKeyOf, wordAt} from '../given.ts';
import {whenOf} from '../words/local-time.ts';
import {oneLine} from '../words/plain-text.ts';
import type {Column} from '../words/table.ts';
import {messageLines} from './message-lines.ts';

export const listSessions: Run = (world, given) =>
  tell(world, given, 'session.list', {}, ({sessions}) => listLines(world, columns(world), sessions, NONE));

export const showSession: Run = (world, given) => {
  const session = sessionKeyOf(wordAt(given, 0));
  const limit = countOf(given, 'limit');
  return tell(world, given, 'session.history', {session, ...(limit === undefined ? {} : {limit})}, result => {
    if (result.messages.length === 0) return `Nothing has been said in ${session}.`;
    const earlier = `Earlier messages are there: rooster sessions show ${session} --limit ${result.messages.length * 2}`;
    return [...(result.more ? [world.print.paint('quiet', earlier)] : []), ...messageLines(world, result.messages)];
  });
};

export const stopSession: Run = (world, given) => {
  const session = sessionKeyOf(wordAt(given, 0));
  return tell(world, given, 'session.stop', {session}, () => `Stopped what ${session} was doing.`);
};

export const resetSession: Run = (world, given) => {
  const session = sessionKeyOf(wordAt(given, 0));
  return tell(world, given, 'session.reset', {session}, () => `${session} starts afresh; what was said stays on disk.`);
};

export const compactSession: Run = (world, given) => {
  const session = sessionKeyOf(wordAt(given, 0));
  const words = (): string => `${session} goes on from a summary of what was said.`;
  // A model writes the summary: that takes as long as it takes.
  return tell(world, given, 'session.compact', {session}, words, {timeoutMs: Number.POSITIVE_INFINITY});
};

type SessionRow = Result<'session.list'>['sessions'][number];

const columns = ({clock}: CommandWorld): readonly Column<SessionRow>[] => [
  {title: 'KEY', text: ({key}) => oneLine(key)},
  {title: 'LAST', text: ({lastActivityAt}) => lastWords(lastActivityAt, clock.now())},
  {title: 'TRUST', text: ({trust}) => trust},
  {title: 'MESSAGES', text: ({messages}) => String(messages)},
  {title: 'UNREAD', text: ({unread}) => (unread === 0 ? '' : String(unread)), tone: () => 'strong'},
  {
    title: 'STATE',
    text: ({busy, queued}) => [busy ? 'busy' : 'idle', ...(queued > 0 ? [`${queued} queued`] : [])].join(', '),
    tone: ({busy}) => (busy ? 'busy' : 'quiet'),
  },
  {title: 'TITLE', text: ({title}) => oneLine(title), gives: true},
];

const lastWords = (iso: string, now: number): string => ((instantOfIso(iso) ?? 0) === 0 ? '-' : whenOf(iso, now));

const NONE = 'No conversations yet. Start one: rooster chat "hello"';
