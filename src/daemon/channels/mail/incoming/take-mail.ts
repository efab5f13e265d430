// Reads one mail of the folder and decides what becomes of it. Nothing is stored here but its files.
import {createHash} from 'node:crypto';
import PostalMime, {type Email} from 'postal-mime';
import {present} from '../../../../shared/fields/present.ts';
import {HOUR} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {World} from '../../../ports/system.ts';
import {keepAttachments} from './attachments.ts';
import {automaticMail} from './automatic.ts';
import type {Folder, MailHead} from './folder.ts';
import {headersOf, messageIdOf, referencesOf, writerOf} from './headers.ts';
import {judgeSender, type ResolveDns, type Verdict} from './judge-sender.ts';
import type {KeptMail} from './kept-mail.ts';
import {mailText} from './mail-text.ts';

export type TakeMailDeps = Pick<World, 'clock'> & {
  readonly config: MailConfig;
  readonly workspace: string;
  readonly resolve: ResolveDns;
  /** True if a configured person has the address. */
  readonly isKnown: (address: string) => boolean;
};

export type TakenMail =
  | {readonly kind: 'person'; readonly from: string; readonly mail: KeptMail}
  /** It claims to be from a configured person, and nothing proves it. */
  | Refused<'unproven'>
  | Refused<'stranger'>
  /** No person wrote it by hand, or it can't be read. */
  | Refused<'automatic' | 'unreadable'>
  | {readonly kind: 'report'; readonly messageId: string; readonly source: Buffer}
  | {readonly kind: 'gone'};

type Refused<K> = {
  readonly kind: K;
  readonly messageId: string;
  readonly from?: string;
  readonly name?: string;
  readonly because: string;
};

/** Rejects while DNS doesn't answer; the mail is then read again. */
export const takeMail = async (deps: TakeMailDeps, folder: Folder, head: MailHead): Promise<TakenMail> => {
  const {config, isKnown} = deps;
  const email = await parsed(head.header);
  const messageId = email === undefined ? undefined : messageIdOf(headersOf(email.headers));
  const id = messageId ?? `<${createHash('sha256').update(head.header).digest('hex').slice(0, 24)}@without-id>`;
  const writer = email === undefined ? undefined : writerOf(email);
  if (email === undefined || writer === undefined) {
    return {kind: 'unreadable', messageId: id, because: 'its header names no single writer'};
  }
  const who = {messageId: id, from: writer.address, ...present({name: writer.name})};
  const automatic = automaticMail(headersOf(email.headers), writer.address, [config.address, ...config.aliases]);
  if (automatic?.kind === 'report') return takeReport(folder, head, who);
  if (automatic !== undefined) return {kind: 'automatic', ...who, because: automatic.because};
  if (!isKnown(writer.address))
    return {kind: 'stranger', ...who, because: 'nobody in the configuration has its address'};
  if (head.size > LARGEST_MAIL) return {kind: 'unproven', ...who, because: 'is too large to be checked'};
  if (messageId === undefined) return {kind: 'unproven', ...who, because: 'has no single Message-ID'};
  const source = await folder.source(head.uid);
  if (source === undefined) return {kind: 'gone'};
  const verdict = await judgeSender(deps, {source, from: writer.address, messageId});
  // A broken DNS must not hold all mail back for ever.
  if (verdict.kind === 'unsure' && deps.clock.now() - head.receivedAt < LONGEST_DOUBT) {
    throw new Error(`A mail from ${writer.address} waits, because ${verdict.because}.`);
  }
  if (verdict.kind !== 'proven') return {kind: 'unproven', ...who, because: verdict.because};
  return {
    kind: 'person',
    from: writer.address,
    mail: await keptMail(deps, {source, messageId, covers: verdict.covers}),
  };
};

const takeReport = async (folder: Folder, head: MailHead, who: {readonly messageId: string}): Promise<TakenMail> => {
  if (head.size > LARGEST_REPORT) return {kind: 'automatic', ...who, because: 'it is a very large delivery report'};
  const source = await folder.source(head.uid);
  return source === undefined ? {kind: 'gone'} : {kind: 'report', messageId: who.messageId, source};
};

type Proven = Pick<Extract<Verdict, {kind: 'proven'}>, 'covers'> & {
  readonly source: Buffer;
  readonly messageId: string;
};

const keptMail = async ({workspace}: TakeMailDeps, {source, messageId, covers}: Proven): Promise<KeptMail> => {
  const email = await parsed(source);
  if (email === undefined) {
    return {messageId, subject: '', references: [], text: '', files: [], missing: [], cut: true};
  }
  const {text, isCut} = mailText(email);
  const {files, missing} = await keepAttachments(workspace, messageId, email.attachments);
  return {
    messageId,
    subject: (email.subject ?? '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_SUBJECT)
      .toWellFormed(),
    references: referencesOf(headersOf(email.headers), covers),
    text,
    files,
    missing,
    ...(isCut && {cut: true}),
  };
};

/** Undefined for what no parser reads: nested a hundred times over, or with a header of megabytes. */
const parsed = async (source: Buffer): Promise<Email | undefined> => {
  try {
    return await PostalMime.parse(source, {maxNestingDepth: 50, maxHeadersSize: 1_000_000, rfc822Attachments: true});
  } catch {
    return undefined;
  }
};

/** Mail servers usually allow less. */
const LARGEST_MAIL = 40 * 1_024 * 1_024;
const LARGEST_REPORT = 1_024 * 1_024;
const LONGEST_SUBJECT = 300;
const LONGEST_DOUBT = HOUR;
