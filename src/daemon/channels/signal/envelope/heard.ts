// What was heard on Signal: a closed union, so that whoever listens says what becomes of each kind. A message is known by
// its author and its timestamp; a person is known by their ACI where there is one, and their number is an alias.

/** A person as Signal names them. Known by `uuid` (the ACI, lower case); `number` is what they may also be called. */
export type SignalPerson = {readonly uuid?: string; readonly number?: string; readonly name?: string};

export type SignalGroup = {readonly id: string; readonly name?: string; readonly revision?: number};

export const TEXT_STYLES = ['BOLD', 'ITALIC', 'SPOILER', 'STRIKETHROUGH', 'MONOSPACE'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

/** Counted in UTF-16 units, as JavaScript indexes a string. */
export type StyleRange = {readonly start: number; readonly length: number; readonly style: TextStyle};

export type SignalAttachment = {
  /** The file's name in signal-cli's `attachments` folder: a plain name, never a path. Absent when nothing was kept. */
  readonly id?: string;
  readonly type: string;
  /** What the sender said, in bytes: a file that is shorter was not received whole. */
  readonly size?: number;
  /** As the sender named it: for people to read, not for use as a path. */
  readonly name?: string;
  readonly caption?: string;
  readonly width?: number;
  readonly height?: number;
  /** A guess: signal-cli does not say which sound is a voice note. */
  readonly voice: boolean;
};

export type SignalQuote = {
  /** The id of the quoted message, with its author. */
  readonly timestamp: number;
  readonly author: SignalPerson;
  readonly text?: string;
  readonly attachments: readonly {readonly type: string; readonly name?: string}[];
};

export type SignalMessage = {
  readonly kind: 'message';
  readonly author: SignalPerson;
  /** The sender's clock; with the author it is the message's id. An edit has one of its own. */
  readonly timestamp: number;
  /** Mentions are replaced by names. Empty when there are only attachments. */
  readonly text: string;
  readonly group?: SignalGroup;
  readonly quote?: SignalQuote;
  readonly attachments: readonly SignalAttachment[];
  /** There only when `text` is no more than the beginning of what is in this file (signal-cli before 0.14). */
  readonly longText?: SignalAttachment;
  readonly styles?: readonly StyleRange[];
  /** The chat's timer: what is kept of the message is to be forgotten after it. */
  readonly expiresInSeconds?: number;
  readonly viewOnce?: true;
  /** Note to Self: the account's owner wrote to themselves, on another of their devices. */
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
  /** The message reacted to is one of ours. */
  readonly targetsUs: boolean;
  readonly toSelf: boolean;
};

export type SignalRemoteDelete = {
  readonly kind: 'remoteDelete';
  readonly author: SignalPerson;
  readonly timestamp: number;
  readonly group?: SignalGroup;
  readonly targetTimestamp: number;
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

export type SignalTyping = {
  readonly kind: 'typing';
  readonly author: SignalPerson;
  readonly group?: SignalGroup;
  readonly started: boolean;
  readonly timestamp: number;
};

/** The account's owner wrote to somebody else, on another of their devices. Never to be answered. */
export type SyncedSentMessage = {
  readonly kind: 'ownMessageElsewhere';
  readonly timestamp: number;
  readonly to?: SignalPerson;
  readonly group?: SignalGroup;
  /** Absent for what has no words: a reaction, a deletion, a picture. */
  readonly text?: string;
  readonly edits?: number;
};

export type SignalGroupUpdate = {
  readonly kind: 'groupUpdate';
  readonly author: SignalPerson;
  readonly timestamp: number;
  readonly group: SignalGroup;
};

/** Their safety number changed. signal-cli keeps the message, and delivers it again once the new key is trusted. */
export type UntrustedEnvelope = {
  readonly kind: 'untrusted';
  readonly author?: SignalPerson;
  readonly timestamp?: number;
};

/** Final on this side: the sender is asked to send it again, which arrives as a message of its own. */
export type UndecryptableEnvelope = {
  readonly kind: 'undecryptable';
  readonly author?: SignalPerson;
  readonly timestamp?: number;
  /** What signal-cli calls it, for the log. */
  readonly type: string;
};

export type IgnoredEnvelope = {readonly kind: 'ignored'; readonly because: string; readonly author?: SignalPerson};

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
