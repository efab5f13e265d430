// Further parts of a person's message, as lines: for the model between marks, for people dimmed. Pure.

import type {Message} from '../records/message.ts';
import type {Attachment, Edit, MessageDetails, MissingFile, MissingReason, Quote} from '../records/message-details.ts';
import {oneLine} from '../text/one-line.ts';

/** Lines before and after a text. */
type DetailLines = {readonly above: readonly string[]; readonly below: readonly string[]};

/** The answer to a reminder isn't part of its text. */
type Parts = Pick<Message, 'attachments'> & {readonly details?: Omit<MessageDetails, 'answer'>};

/** `us`: the owner of our messages, as the reader calls them. */
export const detailLines = ({attachments = [], details = {}}: Parts, us: 'you' | 'the agent'): DetailLines => {
  const {subject, quote, edit, missing = [], cut, bare} = details;
  return {
    above: [
      ...(subject === undefined ? [] : [`Subject: ${subject}`]),
      ...(quote === undefined ? [] : [formatQuote(quote, us)]),
      ...(edit === undefined ? [] : formatEdit(edit)),
    ].map(oneLine),
    below: [
      ...(cut === true ? ['Only the beginning of the message was kept.'] : []),
      ...(bare === true ? ["The message's HTML takes too much work to read, so its text has no layout."] : []),
      ...attachments.map(formatFile),
      ...missing.map(formatMissing),
    ].map(oneLine),
  };
};

/** A message as one text, for a place that can't set lines apart. */
export const wholeText = (message: Parts & Pick<Message, 'text'>, us: 'you' | 'the agent'): string => {
  const {above, below} = detailLines(message, us);
  const set = (line: string): string => `[${line}]`;
  return [...above.map(set), ...(message.text === '' ? [] : [message.text]), ...below.map(set)].join('\n');
};

const formatQuote = ({author, text}: Quote, us: string): string => {
  const whose = author ?? us;
  return text === '' ? `In reply to ${whose}` : `In reply to ${whose}: "${text}"`;
};

const formatEdit = ({before, set = []}: Edit): readonly string[] => [
  `Edited. The text before: "${before}"`,
  ...set.map(reminder => `It had set ${reminder}.`),
];

const formatFile = (file: Attachment): string =>
  `Attached: ${formatKind(file)}: ${file.path}${file.partial ? ' (only a part of it arrived)' : ''}`;

const formatMissing = (file: MissingFile): string =>
  `Attached, but not kept: ${formatKind(file)}. ${REASONS[file.reason]}`;

const formatKind = ({name, type, size, voice, caption}: Omit<MissingFile, 'reason'>): string =>
  [
    voice ? 'a voice message' : (name ?? 'a file'),
    type,
    ...(size === undefined ? [] : [formatSize(size)]),
    ...(caption === undefined ? [] : [`with the text "${caption}"`]),
  ].join(', ');

/** `2 kB` */
export const formatSize = (size: number): string =>
  size < 1_000
    ? `${size} bytes`
    : size < 1_000_000
      ? `${Math.round(size / 1_000)} kB`
      : `${(size / 1_000_000).toFixed(1)} MB`;

const REASONS: Readonly<Record<MissingReason, string>> = {
  'view-once': 'It can be seen only once.',
  expiring: 'Messages of this chat expire.',
  'no-file': 'signal-cli stored no file.',
  'too-large': 'It is too large for the workspace.',
  'too-many': 'Too many files came with the message.',
  'not-downloaded': "It couldn't be downloaded.",
  unreadable: "Its file couldn't be read.",
};
