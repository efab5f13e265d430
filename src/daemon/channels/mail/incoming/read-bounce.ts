// Reads a delivery report (RFC 3464): which mail of ours came back, and why. Some servers send it without the type that
// the standard asks for, so its parts decide.
import PostalMime, {type Email} from 'postal-mime';
import type {DeliveryId} from '../../../../shared/records/ids.ts';
import {oneLine} from '../../../../shared/text/one-line.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {deliveryOfMessageId} from '../message-id.ts';

type Bounce = {
  readonly delivery: DeliveryId;
  /** The address that didn't get the mail, in lower case. */
  readonly recipient: string;
  /** As a sentence. */
  readonly reason: string;
};

/** `own`: the agent's address. Undefined unless a mail of ours failed for good. */
export const readBounce = async (source: Uint8Array, own: string): Promise<Bounce | undefined> => {
  const mail = await PostalMime.parse(source, LIMITS).catch(() => undefined);
  if (mail === undefined) return undefined;
  const delivery = returnedDelivery(mail, own);
  const failed = attachedText(mail, STATUS_TYPE)
    ?.split(/\n\s*\n/u)
    .map(readFields)
    .find(fields => fields.get('action')?.toLowerCase() === 'failed');
  const recipient = addressIn(failed?.get('original-recipient')) ?? addressIn(failed?.get('final-recipient'));
  if (delivery === undefined || failed === undefined || recipient === undefined) return undefined;
  return {delivery, recipient, reason: `It came back: ${reasonIn(mail, failed, recipient)}`};
};

/** The report has the mail that came back, or its header. Some servers only name it in the report's own header. */
const returnedDelivery = (mail: Email, own: string): DeliveryId | undefined => {
  const returned = RETURNED_TYPES.flatMap(type => attachedText(mail, type) ?? []).map(text =>
    readFields(text.split('\n\n')[0] ?? ''),
  );
  const ids = [
    ...returned.map(fields => fields.get('message-id')),
    mail.inReplyTo,
    ...(mail.references?.split(/\s+/u) ?? []),
  ];
  return ids.map(id => deliveryOfMessageId(id?.trim() ?? '', own)).find(id => id !== undefined);
};

/** The last server's message, else the line about the recipient for people, else the code. */
const reasonIn = ({text = ''}: Email, failed: ReadonlyMap<string, string>, recipient: string): string => {
  const diagnostic = failed.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/u, '');
  const line = text.split('\n').find(textLine => textLine.toLowerCase().includes(`${recipient}:`));
  const status = failed.get('status');
  const reason = diagnostic ?? line ?? (status === undefined ? 'the server names no reason' : `status ${status}`);
  return shortened(oneLine(reason), LONGEST_REASON);
};

const attachedText = ({attachments}: Email, type: string): string | undefined => {
  const content = attachments.find(({mimeType}) => mimeType.toLowerCase() === type)?.content;
  if (content === undefined) return undefined;
  return (typeof content === 'string' ? content : new TextDecoder().decode(content)).replaceAll('\r\n', '\n');
};

/** Fields by their name in lower case; the first of a name counts. */
const readFields = (block: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/gu, ' ').split('\n')) {
    const [, name, value] = /^([\w-]+):(.*)$/u.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value.trim());
  }
  return fields;
};

/** From `rfc822; someone@example.org`. */
const addressIn = (field: string | undefined): string | undefined =>
  /;\s*<?([^\s<>]+@[^\s<>]+)>?/u.exec(field ?? '')?.[1]?.toLowerCase();

const STATUS_TYPE = 'message/delivery-status';
const RETURNED_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];
const LIMITS = {maxNestingDepth: 50, maxHeadersSize: 1_000_000, rfc822Attachments: true};
const LONGEST_REASON = 300;
