// Formats conversations: a list, and the messages of one.
import type {Result} from '../../../ipc/method-table.ts';
import {conversationName} from '../../../shared/record-text/names.ts';
import {spokenIn} from '../../../shared/record-text/sentinels.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {shortWhenOf, timestamp, whenOf} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {type Column, timesTitle} from '../../nouns/noun-record.ts';
import type {CommandWorld} from '../command.ts';
import {listLines, timesLine} from './fields.ts';
import {messageLines, speaker} from './message-lines.ts';

export const sessionList = (
  world: CommandWorld,
  {sessions}: Result<'session.list'>,
  archived = false,
): readonly string[] => listLines(world, columns(world), sessions, archived ? NONE_ARCHIVED : NONE);

/** `Project X (rooster:chat:project-x)` */
export const sessionLabel = ({title, key}: Pick<SessionRow, 'title' | 'key'>): string =>
  `"${printableLine(title)}" (${printableLine(key)})`;

export const sessionShown = (
  world: CommandWorld,
  session: SessionKey,
  {messages, more, turns}: Result<'session.history'>,
): readonly string[] => {
  if (messages.length === 0) return [`No messages in ${printableLine(conversationName(session, world.names()))} yet.`];
  const earlier = `For earlier messages: rooster sessions show ${session} --limit ${messages.length * 2}`;
  return [
    ...(more ? [world.print.paint('quiet', earlier)] : []),
    ...timesLine(world),
    ...messageLines(world, messages, turns),
  ];
};

/** Each message in a row, newest first. */
export const foundMessages = (
  world: CommandWorld,
  messages: Result<'message.search'>['messages'],
  words: string,
): readonly string[] => listLines(world, messageColumns(world), messages, `No message with "${printableLine(words)}".`);

const messageColumns = (world: CommandWorld): readonly Column<Result<'message.search'>['messages'][number]>[] => [
  {
    title: timesTitle({zone: world.shownZone.name()}, 'WHEN'),
    text: ({at}) => timestamp(at, world.clock.now()),
  },
  {title: 'CONVERSATION', text: ({session}) => printableLine(conversationName(session, world.names())), gives: true},
  {title: 'WHO', text: speaker},
  {title: 'TEXT', text: message => printableLine(spokenIn(message)), gives: true},
];

type SessionRow = Result<'session.list'>['sessions'][number];

const columns = (world: CommandWorld): readonly Column<SessionRow>[] => [
  {title: 'TITLE', text: ({title}) => printableLine(title), gives: true},
  {
    title: timesTitle({zone: world.shownZone.name()}, 'WHEN'),
    text: ({lastActivityAt}) => lastActive(lastActivityAt, world.clock.now()),
    short: ({lastActivityAt}) => lastActive(lastActivityAt, world.clock.now(), shortWhenOf),
  },
  {title: 'TRUST', text: ({trust}) => trust},
  {title: 'MESSAGES', text: ({messages}) => String(messages)},
  {title: 'UNREAD', text: ({unread}) => (unread === 0 ? '' : String(unread)), tone: () => 'strong'},
  {
    title: 'STATE',
    text: ({busy, queued, continuedIn}) =>
      continuedIn === undefined || busy
        ? [busy ? 'busy' : 'idle', ...(queued > 0 ? [`${queued} queued`] : [])].join(', ')
        : `earlier; now ${printableLine(continuedIn)}`,
    tone: ({busy}) => (busy ? 'busy' : 'quiet'),
  },
  {title: 'KEY', text: ({key}) => printableLine(key), gives: true},
];

const lastActive = (iso: string, now: number, when = whenOf): string =>
  (instantOfIso(iso) ?? 0) === 0 ? '-' : when(iso, now);

const NONE_ARCHIVED = 'No archived conversations.';
const NONE = 'No conversations yet. Start one: rooster chat "hello"';
