// Converts a delivery to the JSON that an ntfy server accepts. Pure.
import {isIPv4} from 'node:net';
import {approvalTexts} from '../../../shared/languages/texts.ts';
import {type Address, targetOf} from '../../../shared/records/address.ts';
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import {type Notice, noticeOf} from '../send-only/notice.ts';
import {formatPress, type Press} from './press.ts';

/**
 * Uses ntfy's field names. Servers before 2.16 ignore `sequence_id`. Later servers replace a notification with the same
 * id.
 */
export type Notification = {
  readonly topic: string;
  readonly sequence_id: string;
  readonly title: string;
  readonly message: string;
  readonly priority: number;
  readonly tags?: readonly string[];
  readonly markdown?: true;
  readonly actions?: readonly Action[];
};

type Action = {
  readonly action: 'http';
  readonly label: string;
  readonly url: string;
  readonly method: 'POST';
  readonly body: string;
  /** The phone removes the notification once the server has accepted the press. */
  readonly clear: true;
};

/** `secret` makes the buttons' tags. */
export const notificationOf = (config: NtfyConfig, outbound: Outbound, secret: string): Notification => {
  const notice = noticeOf(outbound);
  const isHidden = contentOf(config) === 'hidden';
  const whole: Notification = {
    topic: topicOf(config, outbound.to),
    sequence_id: outbound.id,
    title: isHidden ? 'Rooster' : notice.title,
    message: isHidden ? hiddenText(notice.kind, outbound) : notice.text,
    priority: PRIORITIES[notice.urgency],
    tags: notice.kind === 'reminder' ? ['alarm_clock'] : undefined,
    markdown: outbound.plain !== true && !isHidden ? true : undefined,
    ...buttonsOf(config, outbound, secret),
  };
  return {...whole, message: fitting(whole.message, message => fits({...whole, message}))};
};

/** The topic of an address. */
export const topicOf = ({topic}: NtfyConfig, address: Address): string => {
  const target = targetOf(address);
  return target === 'default' ? topic : `${topic}-${target}`;
};

const contentOf = ({content, url}: NtfyConfig): 'text' | 'hidden' =>
  content ?? (isPrivate(new URL(url).hostname) ? 'text' : 'hidden');

/**
 * Only what waits for an answer has buttons, and only if a reply topic is configured. Nobody is asked about what they
 * can't see.
 */
const buttonsOf = (config: NtfyConfig, {id, run, asks}: Outbound, secret: string): Pick<Notification, 'actions'> => {
  const {replyTopic} = config;
  const isQuestion = asks !== undefined && contentOf(config) === 'text';
  if (replyTopic === undefined || !(run?.waits === true || isQuestion)) return {};
  const button = (label: string, action: Press['action']): Action => ({
    action: 'http',
    label,
    url: `${baseOf(config)}/${replyTopic}`,
    method: 'POST',
    body: formatPress(secret, {action, delivery: id}),
    clear: true,
  });
  const {approve, deny} = approvalTexts(asks);
  if (isQuestion) return {actions: [button(approve, 'allow'), button(deny, 'refuse')]};
  return {actions: [button('Done', 'done'), button('Snooze 10 min', 'snooze')]};
};

export const baseOf = ({url}: Pick<NtfyConfig, 'url'>): string => url.replace(/\/+$/u, '');

/** A server on the same machine or in the same private network. */
export const isPrivate = (host: string): boolean => {
  if (isIPv4(host)) return PRIVATE_V4.test(host);
  if (host.startsWith('[')) return PRIVATE_V6.test(host);
  return !host.includes('.') || PRIVATE_NAME.test(host);
};

/** ntfy turns a longer message into a file, and rejects a longer request. */
const fits = (notification: Notification): boolean =>
  Buffer.byteLength(notification.message) <= MOST_MESSAGE_BYTES &&
  Buffer.byteLength(JSON.stringify(notification)) <= MOST_REQUEST_BYTES;

const fitting = (text: string, isShort: (text: string) => boolean): string => {
  if (isShort(text)) return text;
  for (let length = Math.min(text.length, MOST_MESSAGE_BYTES); length > 0; length = Math.floor(length * 0.9)) {
    const cut = `${beginningOf(text, length).trimEnd()}${CUT}`;
    if (isShort(cut)) return cut;
  }
  return CUT.trim();
};

const hiddenText = (kind: Notice['kind'], {asks}: Outbound): string =>
  kind === 'question' ? approvalTexts(asks).hidden : HIDDEN[kind];

const HIDDEN: Readonly<Record<Exclude<Notice['kind'], 'question'>, string>> = {
  reminder: 'You have a reminder.',
  job: 'You have a message.',
  message: 'You have a message.',
};
const PRIORITIES: Readonly<Record<Notice['urgency'], number>> = {highest: 5, high: 4, usual: 3, low: 2};
const CUT = '…\n\n(Shortened. The whole text is in Rooster.)';
/** ntfy's limits are 4096 and 8192. */
const MOST_MESSAGE_BYTES = 4_000;
const MOST_REQUEST_BYTES = 8_000;
const PRIVATE_V4 = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./u;
const PRIVATE_V6 = /^\[(?:::1\]|f[cd]|fe[89ab])/iu;
const PRIVATE_NAME = /\.(?:local|lan|internal|home\.arpa|localhost)$/iu;
