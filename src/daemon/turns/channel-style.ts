// How an answer has to look on the channel it is read on. A channel that is not known here gets what every screen can show.
import type {ChannelName} from '../../shared/records/channels.ts';

/** The formatting rules of a channel, as the prompt states them. */
export const channelStyle = (channel = 'terminal'): string =>
  Object.hasOwn(STYLES, channel) ? STYLES[channel as ChannelName] : PLAIN;

const TERMINAL = `Your answers are read in a terminal, where Markdown is drawn: headings, lists, **bold**, \`code\`, fenced code \
blocks with their language, small tables. Lines are wrapped for you; keep tables narrow. No HTML, no images.`;

const SIGNAL = `Your answers are read on a phone, in Signal, as plain text. Keep them short: a few sentences, one message. \
No headings, no tables, no code fences and no link syntax; write an address as it is. Of Markdown only **bold**, *italic*, \
~~strikethrough~~ and \`code\` are drawn, so use them rarely. For a list use short lines that begin with "- ". Emoji are fine where a \
person would use one.`;

const PLAIN = `Your answers are shown as plain text. Write short paragraphs and no markup: no headings, no tables, no code fences.`;

const STYLES: Readonly<Record<ChannelName, string>> = {terminal: TERMINAL, signal: SIGNAL};
