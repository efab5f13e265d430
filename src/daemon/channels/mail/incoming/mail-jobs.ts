// The work on the bytes of a mail, which strangers write: done in a worker thread, so that no mail holds the daemon.
// Input and results are data only.
import PostalMime, {type Email} from 'postal-mime';
import type {Ask} from '../../../system/worker/worker-protocol.ts';
import {type MailParts, shownParts} from './attachments.ts';
import {type Automatic, automaticMail, headersOf, onlyMessageId, referencesOf, writerOf} from './headers.ts';
import {type Claim, type JudgeConfig, judgeSender, type Verdict} from './judge-sender.ts';
import type {MailText} from './kept-mail.ts';
import {htmlText, mailText, readableHtml} from './mail-text.ts';
import {readBounce} from './read-bounce.ts';

/** A header as most mail programs read it. It proves nothing. */
export type ReadHead = {
  readonly messageId?: string;
  readonly writer?: {readonly address: string; readonly name?: string};
  /** No person wrote the mail by hand. */
  readonly automatic?: Automatic;
};

type ReadContent = MailParts & {
  readonly subject: string;
  readonly references: readonly string[];
  /** Undefined if only the HTML has text. */
  readonly text?: MailText;
  readonly html: string;
};

/** A question of a job. */
export type DnsQuestion = {readonly domain: string; readonly type: string};

export const MAIL_JOBS = {
  head: async ({header, own}: {readonly header: Uint8Array; readonly own: readonly string[]}): Promise<ReadHead> => {
    const email = await parseMail(header);
    if (email === undefined) return {};
    const headers = headersOf(email.headers);
    const writer = writerOf(email);
    const automatic = writer && automaticMail(headers, writer.address, own);
    return {messageId: onlyMessageId(headers), writer, automatic};
  },

  judge: async (
    {source, config, ...claim}: Omit<Claim, 'source'> & {readonly source: Uint8Array; readonly config: JudgeConfig},
    ask: Ask,
  ): Promise<Verdict> => {
    const resolve = (domain: string, type: string) =>
      ask({domain, type} satisfies DnsQuestion) as Promise<string[] | string[][]>;
    return judgeSender({config, resolve}, {source: bufferOf(source), ...claim});
  },

  /** Undefined for a mail that no parser reads: nested a hundred times over, or with a header of megabytes. */
  content: async ({
    source,
    covered,
  }: {
    readonly source: Uint8Array;
    readonly covered: readonly string[];
  }): Promise<ReadContent | undefined> => {
    const email = await parseMail(source);
    if (email === undefined) return undefined;
    return {
      subject: subjectOf(email),
      references: referencesOf(headersOf(email.headers), field => covered.includes(field)),
      text: mailText(email.text),
      html: readableHtml(email.html),
      ...shownParts(email.attachments),
    };
  },

  html: async (html: string): Promise<MailText> => htmlText(html),

  bounce: async ({source, own}: {readonly source: Uint8Array; readonly own: string}) => readBounce(source, own),
} as const;

const parseMail = async (source: Uint8Array): Promise<Email | undefined> => {
  try {
    return await PostalMime.parse(bufferOf(source), {
      maxNestingDepth: 50,
      maxHeadersSize: 1_000_000,
      rfc822Attachments: true,
    });
  } catch {
    return undefined;
  }
};

const subjectOf = ({subject = ''}: Email): string =>
  subject
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT)
    .toWellFormed();

const bufferOf = ({buffer, byteOffset, byteLength}: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

const LONGEST_SUBJECT = 300;
