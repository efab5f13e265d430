// How the assistant says things: times, reminders, lists, and what it is. Short, and only what is so.
import {formatIn} from '../../../shared/format-time.ts';
import type {EpochMs} from '../../../shared/time.ts';
import {zoneName} from '../../../shared/zone.ts';
import type {Conversation} from './conversation.ts';

type Here = Pick<Conversation, 'now' | 'zone'>;

/** `today at 15:00 CET`, `on Fri 27 Nov at 09:00 CET` */
export const spokenTime = (at: EpochMs, {now, zone}: Here): string => {
  const words = formatIn(at, now, zone).replace(/ (?=\d{1,2}:\d{2})/u, ' at ');
  return `${/^[A-Z]/u.test(words) ? 'on ' : ''}${words} ${zoneName(at, zone)}`;
};

/** `: stretch.`, or the lines of it below. */
export const colon = (message: string): string => (message.includes('\n') ? `:\n${message}` : `: ${stopped(message)}`);

/** Ends as a sentence does, unless that would spoil a link. */
export const stopped = (text: string): string => {
  const trimmed = text.trim();
  const lastWord = trimmed.split(/\s/u).at(-1) ?? '';
  return /[\p{L}\p{N})\]"'”’]$/u.test(lastWord) && !/.:\/\/./u.test(lastWord) ? `${trimmed}.` : trimmed;
};

/** `, in the terminal` or `, on Signal and in the terminal` */
export const formatPlace = (delivery: readonly string[] | undefined): string => {
  const places = [...new Set((delivery ?? []).map(placeOf))];
  return places.length === 0 ? '' : `, ${joined(places)}`;
};

const placeOf = (address: string): string => {
  const [channel = ''] = address.split(':');
  if (channel === 'terminal') return 'in the terminal';
  return `on ${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
};

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const capitalized = (text: string): string => {
  const [first = ''] = text.split(/[\s,.:;!?]/u);
  return /^\p{Ll}+$/u.test(first.replace(/['’-]/gu, '')) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

// Lines end where a paragraph or an item does: every screen and phone wraps them to its own width.
const HELP = `I keep reminders, and I know the time. You can say, for example:
- “remind me in 20 minutes to stretch”
- “call Bob tomorrow at 9”
- “what is coming up?”
- “snooze the tea reminder 10 minutes”
- “move the dentist to friday 10:00”
- “cancel it”, “done with tea”`;

const CONNECT =
  'To talk freely, connect a model: `rooster config set agent.model anthropic/<model>` with ANTHROPIC_API_KEY in the environment, ' +
  'or a local server: providers.local with kind openai-compatible and its baseUrl, and agent.model local/<model>.';

const SIGNAL = `To reach me on Signal, link me to your phone:
1. Install signal-cli (https://github.com/AsamK/signal-cli/releases); \`rooster doctor\` says which version, and what else is missing.
2. Run \`rooster signal link\`. It shows a QR code.
3. On the phone open Signal, Settings, Linked devices, and scan the code.
4. Write to yourself there (Note to Self). \`rooster signal status\` says whether it works.`;

export const whoAmI = ({ofOwner}: Conversation): string =>
  `I am the offline assistant of Rooster: no language model, but I keep your reminders without any network.${ofOwner ? `\n\n${CONNECT}` : ''}`;

export const formatHelp = ({canRemind, ofOwner}: Conversation): string =>
  [canRemind ? HELP : 'Here I can only tell the time and the date.', ...(ofOwner ? [CONNECT] : [])].join('\n\n');

export const formatConnect = ({ofOwner}: Conversation): string =>
  ofOwner ? CONNECT : 'That is up to the person I belong to.';

export const formatSignal = ({ofOwner}: Conversation): string =>
  ofOwner ? SIGNAL : 'That is up to the person I belong to.';

export const notUnderstood = ({canRemind, ofOwner}: Conversation): string => {
  const can = canRemind
    ? 'I did not understand that: without a language model I only keep reminders and tell the time. ' +
      'Say for example “remind me in 20 minutes to stretch” or “what is coming up?”.'
    : 'I did not understand that: without a language model I can only tell the time and the date here.';
  return ofOwner ? `${can}\n\n${CONNECT}` : can;
};

export const NO_REMINDERS_HERE = 'Setting, listing and changing reminders is not possible in this conversation.';
