// The person's own text of a mail: its text without quotes, or its HTML as text. Pure.
import EmailReplyParser from 'email-reply-parser';
import {convert} from 'html-to-text';
import {LONGEST_TEXT, type MailText} from './kept-mail.ts';

/** Undefined if there is no text. */
export const mailText = (text: string | undefined): MailText | undefined =>
  text === undefined || text.trim() === '' ? undefined : ownText(text);

/** The HTML that is read at most. */
export const readableHtml = (html = ''): string => html.slice(0, LONGEST_HTML + 1);

/** A hostile HTML takes seconds for each 100 kB. */
export const htmlText = (html: string): MailText => {
  const text = convert(html.slice(0, LONGEST_HTML), {
    wordwrap: false,
    limits: {maxInputLength: LONGEST_HTML, maxDepth: 100, maxChildNodes: 20_000},
    selectors: [
      {selector: 'img', format: 'skip'},
      {selector: 'style', format: 'skip'},
      {selector: 'script', format: 'skip'},
      {selector: 'a', options: {hideLinkHrefIfSameAsText: true, ignoreHref: false}},
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({selector, options: {uppercase: false}})),
    ],
  });
  const own = ownText(text);
  return {...own, isCut: own.isCut || html.length > LONGEST_HTML};
};

const ownText = (whole: string): MailText => {
  const lines = whole.slice(0, LONGEST_READ).replaceAll('\r\n', '\n').replaceAll('\0', '').split('\n');
  // Long texts of many lines slow the parser down, and no person writes them.
  const bounded = lines.slice(0, MOST_LINES).join('\n');
  const own = withoutQuote(bounded).trim();
  // A mail of nothing but a quote is a quote on purpose.
  const kept = own === '' ? bounded.trim() : own;
  const isCut = [whole.length > LONGEST_READ, lines.length > MOST_LINES, kept.length > LONGEST_TEXT].includes(true);
  const isQuote = own === '' ? kept !== '' : QUOTES.some(mark => mark.test(own));
  return {text: kept.slice(0, LONGEST_TEXT).toWellFormed(), isCut, quotes: isQuote || undefined};
};

const withoutQuote = (text: string): string => {
  // The parser looks at whole texts, so a text with a line of its longest size goes as it is.
  if (text.split('\n').some(line => line.length > LONGEST_LINE)) return text;
  return new EmailReplyParser().read(text).getVisibleText();
};

/** The marks of mail programs before a forwarded or quoted mail, in any language where that is possible. */
const QUOTES = [
  /^[ \t]*>/mu,
  // ---------- Forwarded message ----------
  /^[ \t]*[-_]{3,}[ \t]*\p{L}[^\n]{0,80}?[-_]{3,}[ \t]*$/mu,
  /^[ \t]*(?:begin forwarded message|anfang der weitergeleiteten)/imu,
  // From: … Sent: … as two lines of a header
  /^[ \t]*\*?(?:from|von|de|da|van|från|fra)\*?[ \t]?:[^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|to|an|à|para|subject|betreff|objet|asunto|oggetto)\*?[ \t]?:/imu,
];
const LONGEST_READ = 200_000;
const LONGEST_HTML = 1_000_000;
const LONGEST_LINE = 20_000;
const MOST_LINES = 5_000;
