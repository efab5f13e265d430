// Formatting rules for answers, by channel. An unknown channel gets rules that every screen can show.
import type {ChannelName} from '../../../shared/records/channels.ts';

/** The formatting rules of a channel, as the prompt states them. */
export const channelStyle = (channel = 'terminal'): string =>
  Object.hasOwn(STYLES, channel) ? STYLES[channel as ChannelName] : PLAIN;

const TERMINAL = `People read your answers in a terminal that renders Markdown: headings, lists, **bold**, \`code\`, fenced code \
blocks with a language, small tables. Lines wrap by themselves; keep tables narrow. No HTML, no images.`;

const SIGNAL = `People read your answers in Signal on a phone, as plain text. Keep them short: a few sentences, one message. \
No headings, no tables, no code fences, no link syntax; write a URL as it is. Only **bold**, *italic*, ~~strikethrough~~ and \`code\` \
are rendered; use them rarely. For a list write short lines that begin with "- ". Use an emoji where a person would.`;

const PLAIN = `Your answers are shown as plain text. Write short paragraphs and no markup: no headings, no tables, no code fences.`;

const NOTICE = `People read your answers in a notification, as plain text. Write one to three short sentences. No markup, \
no lists, no tables; write a URL as it is.`;

const MAIL = `People read your answers as mail. Write a plain letter in short paragraphs, without a subject line. Lists with "- " and \
**bold** are fine; no tables, no headings. Do not repeat the mail that you answer, and do not sign: both are added.`;

const STYLES: Readonly<Record<ChannelName, string>> = {
  terminal: TERMINAL,
  signal: SIGNAL,
  ntfy: NOTICE,
  notify: NOTICE,
  hook: PLAIN,
  mail: MAIL,
};
