// One outgoing mail, decided from its delivery: headers, text and HTML. Pure. The same delivery makes the same mail at
// each attempt.
import {Marked, type RendererObject} from 'marked';
import {targetOf} from '../../../../shared/records/address.ts';
import {alsoLine, lateLine} from '../../../../shared/records/channels.ts';
import type {Outbound} from '../../../../shared/records/delivery/injection.ts';
import {oneLine} from '../../../../shared/text/one-line.ts';
import {abridged, shortened} from '../../../../shared/text/shortened.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {KeptMail} from '../incoming/kept-mail.ts';
import {messageIdOf, shortenedThread} from '../message-id.ts';

/** The mail that an outgoing one answers. */
export type AnsweredMail = Pick<KeptMail, 'messageId' | 'references' | 'subject' | 'text'>;

export type ComposedMail = {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
};

export const composeMail = (
  outbound: Outbound,
  {
    config,
    answered,
  }: {readonly config: Pick<MailConfig, 'address' | 'name'>; readonly answered?: AnsweredMail | undefined},
): ComposedMail => {
  const {id, to, text, run, late, also, plain = false} = outbound;
  const words = plain ? text.toWellFormed() : text.toWellFormed().trim();
  const notes = [...lateLine(late), ...alsoLine(also)];
  const quote = answered === undefined ? undefined : quoteOf(answered, targetOf(to));
  return {
    messageId: messageIdOf(id, config.address),
    to: targetOf(to),
    subject:
      answered === undefined
        ? newSubject(words.trim(), {markup: !plain, ...runTitle(run)}) || config.name
        : replySubject(answered.subject),
    ...(answered !== undefined && {inReplyTo: answered.messageId, references: referencesOf(answered)}),
    headers: {
      // A program must not answer it: two programs would go on forever.
      'Auto-Submitted': answered === undefined ? 'auto-generated' : 'auto-replied',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
    text: `${[
      words,
      ...notes,
      `-- \n${config.name}`,
      ...(quote === undefined ? [] : [`${quote.introduction}\n${quotedText(quote.text)}`]),
    ].join('\n\n')}\n`,
    html: wholeHtml([
      htmlOf(words, {plain}),
      ...notes.map(note => htmlOf(note, {plain: true})),
      signatureHtml(config.name),
      ...(quote === undefined ? [] : [quotedHtml(quote.introduction, quote.text)]),
    ]),
  };
};

/**
 * The subject of the thread, with one "Re:". Mail programs in other languages write "AW:", "SV:" and the like, and some
 * count: "Re[2]:".
 */
export const replySubject = (subject: string): string => {
  const bare = shortened(oneLine(subject).replace(ANSWER_MARKS, ''), LONGEST_SUBJECT);
  return bare === '' ? 'Re:' : `Re: ${bare}`;
};

/** Named after the text. `title`: what kind of message it is. `markup`: the text is Markdown. */
export const newSubject = (
  text: string,
  {title, markup}: {readonly title?: string; readonly markup: boolean},
): string => {
  const line = text.split('\n').find(textLine => textLine.trim() !== '') ?? '';
  const words = markup ? line.replace(BLOCK_MARKS, '').replaceAll(INLINE_MARKS, '') : line;
  return shortened(
    [title, oneLine(words)].filter(part => part !== undefined && part !== '').join(': '),
    LONGEST_SUBJECT,
  );
};

const runTitle = (run: Outbound['run']): {readonly title?: string} => {
  if (run?.kind === 'reminder') return {title: 'Reminder'};
  return run?.kind === 'cron' ? {title: run.name} : {};
};

/** RFC 5322: those of the answered mail, then that mail. The first one names the thread, so it stays. */
const referencesOf = ({references, messageId}: AnsweredMail): readonly string[] => {
  const before = references.filter(id => id !== messageId);
  return [...shortenedThread(before, MOST_REFERENCES), messageId];
};

const quoteOf = ({text}: AnsweredMail, to: string) => ({
  introduction: `${to} wrote:`,
  text: abridged(text.toWellFormed().trim(), LONGEST_QUOTE),
});

const quotedText = (text: string): string =>
  text
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/**
 * Paragraphs, lists, emphasis, code and links of a text, and nothing else. HTML in the text is shown as text, and
 * pictures from elsewhere aren't loaded. A plain text has no markup and keeps its lines.
 */
export const htmlOf = (text: string, {plain}: {readonly plain: boolean}): string =>
  plain ? plainHtml(text) : String(MARKED.parse(text, {async: false})).trim();

/** Mail programs mark an answered text in this way, so that they can fold it. */
const quotedHtml = (introduction: string, text: string): string =>
  `<p>${escaped(introduction)}</p>\n<blockquote type="cite">${withBreaks(text)}</blockquote>`;

const signatureHtml = (name: string): string => `<p>--&nbsp;<br>${escaped(name)}</p>`;

const wholeHtml = (parts: readonly string[]): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${parts.join('\n')}\n</body></html>\n`;

const plainHtml = (text: string): string =>
  text
    .split(/\n{2,}/u)
    .map(paragraph => `<p>${withBreaks(paragraph)}</p>`)
    .join('\n');

const withBreaks = (text: string): string => escaped(text).replaceAll('\n', '<br>\n');

const escaped = (text: string): string => text.replaceAll(/[&<>"]/gu, character => ENTITIES[character] ?? character);

const ANSWER_MARKS = /^(?:(?:re|aw|antw|sv|vs|ref|rif|odp|ynt|回复|答复)\s*(?:[[(]\d{1,3}[\])])?\s*[:：]\s*)+/iu;
const BLOCK_MARKS = /^\s*(?:#{1,6}\s|[-*+]\s|>\s?)\s*/u;
const INLINE_MARKS = /\*\*|__|~~|`/gu;
/** More would be folded, and no list of messages shows it. */
const LONGEST_SUBJECT = 120;
const MOST_REFERENCES = 20;
const LONGEST_QUOTE = 4_000;
const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

const RENDERER: RendererObject = {
  html: ({text}) => escaped(text),
  image: ({href, text}) => escaped(text === '' ? href : `${text} (${href})`),
  link({href, tokens}) {
    const label = this.parser.parseInline(tokens);
    return SAFE_LINK.test(href) ? `<a href="${escaped(href)}">${label}</a>` : label;
  },
};

const SAFE_LINK = /^(?:https?|mailto):/iu;
const MARKED = new Marked({gfm: true, breaks: true, renderer: RENDERER});
