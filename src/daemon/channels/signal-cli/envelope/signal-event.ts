// The events of Signal, as a closed union. Author and timestamp identify a message. The ACI identifies a person if
// known, and the number is an alias.

/** A person on Signal, identified by `uuid` (the ACI in lower case). `number` is an alias. */
export type SignalPerson = {readonly uuid?: string; readonly number?: string; readonly name?: string};

export type SignalGroup = {readonly id: string; readonly name?: string; readonly revision?: number};

export const TEXT_STYLES = ['BOLD', 'ITALIC', 'SPOILER', 'STRIKETHROUGH', 'MONOSPACE'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

/** In UTF-16 units, as JavaScript indexes strings. */
export type StyleRange = {readonly start: number; readonly length: number; readonly style: TextStyle};

export type SignalAttachment = {
  /** The file name in signal-cli's `attachments` folder: a plain name, never a path. Absent if no file was stored. */
  readonly id?: string;
  readonly type: string;
  /** The sender's size in bytes. A shorter file is incomplete. */
  readonly size?: number;
  /** The sender's file name, for display only. Never use it as a path. */
  readonly name?: string;
  readonly caption?: string;
  readonly width?: number;
  readonly height?: number;
  /** A guess, because signal-cli doesn't mark voice notes. */
  readonly voice: boolean;
};

export type SignalQuote = {
  /** The quoted message's id, together with its author. */
  readonly timestamp: number;
  readonly author: SignalPerson;
  readonly text?: string;
  readonly attachments: readonly {readonly type: string; readonly name?: string}[];
};

export type SignalMessage = {
  readonly kind: 'message';
  readonly author: SignalPerson;
  /** The sender's clock. With the author it is the message's id. An edit has its own. */
  readonly timestamp: number;
  /** Mentions are replaced by names. Empty for a message with only attachments. */
  readonly text: string;
  readonly group?: SignalGroup;
  readonly quote?: SignalQuote;
  readonly attachments: readonly SignalAttachment[];
  /** Set if `text` is only the start of this file's text (signal-cli before 0.14). */
  readonly longText?: SignalAttachment;
  /** The files of a long text, which signal-cli keeps even if `text` is whole. */
  readonly textFiles?: readonly string[];
  readonly styles?: readonly StyleRange[];
  /** The chat's timer. The message must be deleted when it has run out. */
  readonly expiresInSeconds?: number;
  readonly viewOnce?: true;
  /** Note to Self: the account's owner wrote to themselves on another device. */
  readonly toSelf: boolean;
  /** The revision that this one replaces, by the same author. */
  readonly edits?: number;
  readonly mentionsUs: boolean;
  readonly quotesUs: boolean;
};

export type SignalReaction = {
  readonly kind: 'reaction';
  readonly author: SignalPerson;
  readonly timestamp: number;
  readonly group?: SignalGroup;
  readonly emoji: string;
  readonly removed: boolean;
  readonly target: {readonly author: SignalPerson; readonly timestamp: number};
  /** The reaction is to a message of ours. */
  readonly targetsUs: boolean;
  readonly toSelf: boolean;
};

export type SignalRemoteDelete = {
  readonly kind: 'remoteDelete';
  readonly author: SignalPerson;
  readonly timestamp: number;
  readonly group?: SignalGroup;
  readonly targetTimestamp: number;
  /** Set if an administrator of the group deleted somebody else's message. signal-cli has checked that they are one. */
  readonly targetAuthor?: SignalPerson;
  readonly toSelf: boolean;
};

export type SignalReceipt = {
  readonly kind: 'receipt';
  readonly author: SignalPerson;
  readonly receipt: 'delivered' | 'read' | 'viewed';
  readonly at: number;
  /** The ids of our messages. */
  readonly timestamps: readonly number[];
};

type SignalTyping = {
  readonly kind: 'typing';
  readonly author: SignalPerson;
  readonly group?: SignalGroup;
  readonly started: boolean;
  readonly timestamp: number;
};

/** The account's owner wrote to somebody else on another device. Never answered. */
export type SyncedSentMessage = {
  readonly kind: 'ownMessageElsewhere';
  readonly timestamp: number;
  readonly to?: SignalPerson;
  readonly group?: SignalGroup;
  /** Absent without text: a reaction, a deletion, a picture. */
  readonly text?: string;
  readonly edits?: number;
};

type SignalGroupUpdate = {
  readonly kind: 'groupUpdate';
  readonly author: SignalPerson;
  readonly timestamp: number;
  readonly group: SignalGroup;
};

/** The sender's safety number changed. signal-cli keeps the message and delivers it once the new key is trusted. */
export type UntrustedEnvelope = {
  readonly kind: 'untrusted';
  readonly author?: SignalPerson;
  readonly timestamp?: number;
};

/** Can't be decrypted. Signal asks the sender to repeat it, and the repeat arrives as a new message. */
export type UndecryptableEnvelope = {
  readonly kind: 'undecryptable';
  readonly author?: SignalPerson;
  readonly timestamp?: number;
  /** signal-cli's name of the type, for the log. */
  readonly type: string;
  /** It was decrypted, but its timestamp is 0, negative or too large. */
  readonly noTimestamp?: true;
};

type IgnoredEnvelope = {readonly kind: 'ignored'; readonly because: string; readonly author?: SignalPerson};

export type SignalEvent =
  | SignalMessage
  | SignalReaction
  | SignalRemoteDelete
  | SignalReceipt
  | SignalTyping
  | SyncedSentMessage
  | SignalGroupUpdate
  | UntrustedEnvelope
  | UndecryptableEnvelope
  | IgnoredEnvelope;
