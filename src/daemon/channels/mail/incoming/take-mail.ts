// Reads one mail of the folder and decides what becomes of it. Nothing is stored here but its files.

import {HOUR} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {World} from '../../../ports/system.ts';
import {nodeCrypto} from '../../../system/node-crypto.ts';
import {keepAttachments} from './attachments.ts';
import type {Folder, MailHead} from './folder.ts';
import type {Verdict} from './judge-sender.ts';
import {type KeptMail, LONGEST_TEXT, type MailText} from './kept-mail.ts';
import type {ReadHead} from './mail-jobs.ts';
import {type ReadMail, withinBudget} from './mail-reader.ts';

export type TakeMailDeps = Pick<World, 'clock'> & {
  readonly config: MailConfig;
  readonly workspace: string;
  readonly read: ReadMail;
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
  const {messageId, writer, automatic} = await readHead(deps, head);
  const id =
    messageId ?? `<${nodeCrypto().createHash('sha256').update(head.header).digest('hex').slice(0, 24)}@without-id>`;
  if (writer === undefined) return {kind: 'unreadable', messageId: id, because: 'its header names no single writer'};
  const writerFields = {messageId: id, from: writer.address, name: writer.name};
  if (automatic?.kind === 'report') return readReport(folder, head, writerFields);
  if (automatic !== undefined) return {kind: 'automatic', ...writerFields, because: automatic.because};
  if (!isKnown(writer.address))
    return {kind: 'stranger', ...writerFields, because: 'nobody in the configuration has its address'};
  if (head.size > LARGEST_MAIL) return {kind: 'unproven', ...writerFields, because: 'is too large to be checked'};
  if (messageId === undefined) return {kind: 'unproven', ...writerFields, because: 'has no single Message-ID'};
  const source = await folder.source(head.uid);
  if (source === undefined) return {kind: 'gone'};
  const {address, aliases, authserv, signers} = config;
  const claim = {source, from: writer.address, messageId};
  const verdict = await withinBudget<Verdict>(
    deps.read('judge', {...claim, config: {address, aliases, signers, authserv}}),
    {kind: 'unproven', because: 'takes too much work to be checked'},
  );
  // A broken DNS must not hold all mail back for ever.
  if (verdict.kind === 'unsure' && deps.clock.now() - head.receivedAt < LONGEST_DOUBT) {
    throw new Error(`A mail from ${writer.address} waits, because ${verdict.because}.`);
  }
  if (verdict.kind !== 'proven') return {kind: 'unproven', ...writerFields, because: verdict.because};
  return {kind: 'person', from: writer.address, mail: await keptMail(deps, {source, messageId, ...verdict})};
};

const readHead = async ({read, config}: TakeMailDeps, {header}: MailHead): Promise<ReadHead> =>
  header.length > LONGEST_HEADER
    ? {}
    : withinBudget(read('head', {header, own: [config.address, ...config.aliases]}), {});

const readReport = async (
  folder: Folder,
  head: MailHead,
  writerFields: {readonly messageId: string},
): Promise<TakenMail> => {
  if (head.size > LARGEST_REPORT)
    return {kind: 'automatic', ...writerFields, because: 'it is a very large delivery report'};
  const source = await folder.source(head.uid);
  return source === undefined ? {kind: 'gone'} : {kind: 'report', messageId: writerFields.messageId, source};
};

type ProvenMail = {readonly source: Buffer; readonly messageId: string; readonly covered: readonly string[]};

const keptMail = async (
  {workspace, read}: TakeMailDeps,
  {source, messageId, covered}: ProvenMail,
): Promise<KeptMail> => {
  const content = await withinBudget(read('content', {source, covered}), undefined);
  if (content === undefined) {
    return {messageId, subject: '', references: [], text: '', files: [], missing: [], cut: true};
  }
  const {subject, references, html} = content;
  const mailText = content.text ?? (await withinBudget(read('html', html), undefined));
  const {text, isCut, quotes} = mailText ?? bareText(html);
  const {files, missing} = await keepAttachments(workspace, messageId, content);
  return {
    messageId,
    subject,
    references,
    text,
    files,
    missing,
    cut: isCut ? true : undefined,
    bare: mailText === undefined ? true : undefined,
    quotes: quotes || FORWARDS.test(subject) || undefined,
  };
};

/** The text of an HTML that takes too much work to read, without its tags and its layout, in one pass. */
export const bareText = (html: string): MailText => {
  let text = '';
  let at = 0;
  while (at < html.length && text.length <= LONGEST_TEXT) {
    const tag = html.indexOf('<', at);
    const end = tag === -1 ? html.length : tag;
    text += html.slice(at, Math.min(end, at + LONGEST_PIECE)).replaceAll(/\s+/gu, ' ');
    const close = tag === -1 ? -1 : html.indexOf('>', tag);
    at = close === -1 ? html.length : close + 1;
    if (!text.endsWith(' ')) text += ' ';
  }
  return {text: text.slice(0, LONGEST_TEXT).trim().toWellFormed(), isCut: text.length > LONGEST_TEXT, quotes: true};
};

/** Mail servers usually allow less. */
const LARGEST_MAIL = 40 * 1_024 * 1_024;
const LARGEST_REPORT = 1_024 * 1_024;
/** A real one has a few kilobytes. */
const LONGEST_HEADER = 1_000_000;
const LONGEST_DOUBT = HOUR;
const LONGEST_PIECE = 200_000;
/** The beginning of the subject of a forwarded mail. */
const FORWARDS = /^\s*(?:fwd?|wg|tr|rv|enc|vs|vb)\s*:/iu;
