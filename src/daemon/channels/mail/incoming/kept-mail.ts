// A received mail as the inbox keeps it: only the person's own text, and its files are in the workspace.
import type {Address} from '../../../../shared/records/address.ts';
import type {QuotedMessage} from '../../../../shared/records/delivery/delivery.ts';
import type {Attachment, MissingFile} from '../../../../shared/records/message-details.ts';
import type {InboxIdentity, InboxStore} from '../../../ports/delivery-store.ts';

export type KeptMail = {
  /** With its angle brackets. */
  readonly messageId: string;
  readonly subject: string;
  /** The Message-IDs of the thread before it, oldest first; the last one is what it answers. */
  readonly references: readonly string[];
  /** The person's own text, without quotes. */
  readonly text: string;
  /** The text is only its beginning. */
  readonly cut?: true;
  /** The text lacks the layout of the HTML, which took too much work to read. */
  readonly bare?: true;
  /** It forwards or quotes what somebody else wrote. */
  readonly quotes?: true;
  readonly files: readonly Attachment[];
  readonly missing: readonly MissingFile[];
};

/** The text of a mail as it is read. */
export type MailText = {
  readonly text: string;
  /** Only its beginning was kept. */
  readonly isCut: boolean;
  /** It holds what looks like somebody else's mail. */
  readonly quotes?: true | undefined;
};

export const LONGEST_TEXT = 100_000;

/** One row for each mail, although mail has no timestamp that identifies it. */
export const mailIdentity = (chat: Address, messageId: string): InboxIdentity => ({
  channel: 'mail',
  author: messageId,
  timestamp: 0,
  chat,
});

/** The mail that a delivery answers. Undefined for one that answers none, or after 60 days. */
export const answeredMail = (
  {find}: Pick<InboxStore, 'find'>,
  quote: Pick<QuotedMessage, 'id' | 'author'>,
): KeptMail | undefined => find(mailIdentity(quote.author as Address, quote.id))?.event as KeptMail | undefined;
