// signal-cli's methods with types and time limits. signal-cli silently ignores unknown parameter names, so they are
// written only here. After a timeout the call may still be running in signal-cli.
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import {readFields, readText, readWhole} from '../envelope/fields.ts';
import {type CallReply, mapReply, type Params, type SignalCaller} from './call.ts';
import {readContacts, readDevices, readGroups, readIdentities} from './directory.ts';

/** The recipient: a person (ACI before number), a group, or the account itself, whose phone rings. */
export type SignalTarget = {readonly recipient: string} | {readonly groupId: string} | {readonly noteToSelf: true};

export type SendMessage = {
  readonly target: SignalTarget;
  readonly message?: string;
  /** `start:length:STYLE`, in UTF-16 units. */
  readonly textStyle?: readonly string[];
  /** Absolute paths that signal-cli can read, or data URIs. */
  readonly attachment?: readonly string[];
  /** Their total size in bytes. Larger files get more time. */
  readonly attachmentBytes?: number;
  readonly quote?: {readonly timestamp: number; readonly author: string; readonly message?: string};
  /** The sent message that this one edits. */
  readonly editTimestamp?: number;
};

type SendReaction = {
  readonly target: SignalTarget;
  readonly emoji: string;
  readonly targetAuthor: string;
  readonly targetTimestamp: number;
  readonly remove?: boolean;
};

/** Check the result of a send: a success may contain failures. */
export type SignalRpc = ReturnType<typeof createSignalRpc>;

export const createSignalRpc = (caller: SignalCaller) => {
  const call = async <T>(
    method: string,
    params: Params,
    timeoutMs: number,
    read: (result: unknown) => T | undefined,
  ): Promise<CallReply<T>> => {
    const tooLong = longText(params);
    if (tooLong !== undefined) return {kind: 'error', code: INVALID_REQUEST, message: tooLong};
    return mapReply(await caller.call(method, withoutGaps(params), timeoutMs), method, read);
  };
  const plain = (method: string, params: Params, timeoutMs: number): Promise<CallReply> =>
    call(method, params, timeoutMs, asItIs);

  return {
    version: () => call('version', {}, VERSION_MS, result => readText(readFields(result)?.['version'])),
    /** The accounts of a signal-cli that serves several. Error −32601 from one that serves a single account. */
    listAccounts: () => call('listAccounts', {}, ASK_MS, readAccounts),
    /** Starts receiving. Not available over HTTP. */
    subscribeReceive: () => call('subscribeReceive', {}, ASK_MS, readWhole),
    /** Answers after everything received before it was delivered, which may take minutes. */
    unsubscribeReceive: (subscription: number) => plain('unsubscribeReceive', {subscription}, UNSUBSCRIBE_MS),
    send: ({target, attachmentBytes = 0, quote, ...message}: SendMessage) => {
      const quoted = quote && {
        quoteTimestamp: quote.timestamp,
        quoteAuthor: quote.author,
        quoteMessage: quote.message,
      };
      return plain('send', {...target, ...ringing(target), ...message, ...quoted}, SEND_MS + uploadMs(attachmentBytes));
    },
    sendReaction: ({target, ...reaction}: SendReaction) => plain('sendReaction', {...target, ...reaction}, NOTE_MS),
    /** Sends a receipt for messages to their author. */
    sendReceipt: (recipient: string, timestamps: readonly number[], type: 'read' | 'viewed' = 'read') =>
      plain('sendReceipt', {recipient, targetTimestamp: timestamps, type}, NOTE_MS),
    /** Shown for 15 s. */
    sendTyping: (target: Exclude<SignalTarget, {noteToSelf: true}>, stop?: boolean) =>
      plain('sendTyping', {...target, stop}, NOTE_MS),
    remoteDelete: (target: SignalTarget, targetTimestamp: number) =>
      plain('remoteDelete', {...target, targetTimestamp}, NOTE_MS),
    listContacts: (recipient?: readonly string[]) =>
      call('listContacts', {recipient, allRecipients: recipient && true}, LIST_MS, readContacts),
    listGroups: (groupId?: readonly string[]) => call('listGroups', {groupId}, LIST_MS, readGroups),
    listIdentities: (number?: string) => call('listIdentities', {number}, LIST_MS, readIdentities),
    /** Trusts the key with these 60 digits, or all known keys. */
    trust: (recipient: string, key: {readonly safetyNumber: string} | 'allKnown') => {
      const how = key === 'allKnown' ? {trustAllKnownKeys: true} : {verifiedSafetyNumber: key.safetyNumber};
      return plain('trust', {recipient, ...how}, NOTE_MS);
    },
    /** A received attachment in base64. Never downloads it. */
    getAttachment: (id: string) =>
      call('getAttachment', {id}, LIST_MS, result => readText(readFields(result)?.['data'])),
    /** Asks Signal's server with the account's credentials, which proves that the whole connection works. */
    listDevices: () => call('listDevices', {}, NOTE_MS, readDevices),
    submitRateLimitChallenge: (challenge: string, captcha: string) =>
      plain('submitRateLimitChallenge', {challenge, captcha}, NOTE_MS),
    /** The link to show as a QR code. Only for a signal-cli without an account. */
    startLink: () => call('startLink', {}, START_LINK_MS, result => readText(readFields(result)?.['deviceLinkUri'])),
    /** Waits until the link was scanned. Returns the account's number. */
    finishLink: (deviceLinkUri: string, deviceName: string) =>
      call('finishLink', {deviceLinkUri, deviceName}, FINISH_LINK_MS, result =>
        readText(readFields(result)?.['number']),
      ),
  } as const;
};

/** `noteToSelf` alone synchronizes without a sound on the phone. `notifySelf` alone needs no recipient. */
const ringing = (target: SignalTarget): {readonly notifySelf?: true} =>
  'noteToSelf' in target ? {notifySelf: true} : {};

const withoutGaps = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));

/** signal-cli closes the connection on a longer text, and all its calls lose their answers. */
const longText = (params: Params): string | undefined => {
  const texts = Object.values(params).flat();
  const tooLong = texts.find(value => typeof value === 'string' && value.length > MOST_CHARACTERS);
  if (typeof tooLong !== 'string') return undefined;
  return `A text or attachment of ${tooLong.length} characters is longer than signal-cli takes (${MOST_CHARACTERS}).`;
};

const uploadMs = (bytes: number): number => Math.ceil(bytes / (100 * 1_024)) * SECOND;

const asItIs = (result: unknown): unknown => result ?? {};

const readAccounts = (result: unknown): readonly string[] | undefined =>
  Array.isArray(result) ? result.flatMap(account => readText(readFields(account)?.['number']) ?? []) : undefined;

const VERSION_MS = 5 * SECOND;
const ASK_MS = 30 * SECOND;
const UNSUBSCRIBE_MS = 5 * MINUTE;
const NOTE_MS = 60 * SECOND;
const SEND_MS = 120 * SECOND;
const LIST_MS = 120 * SECOND;
const START_LINK_MS = 110 * SECOND;
const FINISH_LINK_MS = 150 * SECOND;
const MOST_CHARACTERS = 20_000_000;
const INVALID_REQUEST = -32600;
