// One outgoing mail, decided from its delivery: headers, text and HTML. Pure. The same delivery makes the same mail at
// each attempt.
import {targetOf} from '../../../../shared/records/address.ts';
import {alsoLine, lateLine} from '../../../../shared/records/channels.ts';
import type {Outbound} from '../../../../shared/records/delivery/injection.ts';
import {abridged} from '../../../../shared/text/shortened.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {AnsweredMail} from './answered-mail.ts';
import {htmlOf, quotedHtml, signatureHtml, wholeHtml} from './html-part.ts';
import {messageIdOf} from './message-id.ts';
import {newSubject, replySubject} from './subject.ts';

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

type Circumstances = {
  readonly config: Pick<MailConfig, 'address' | 'name'>;
  /** The mail that it answers. */
  readonly answered?: AnsweredMail | undefined;
};

export const composeMail = (outbound: Outbound, {config, answered}: Circumstances): ComposedMail => {
  const {id, to, text, run, late, also, plain = false} = outbound;
  const words = plain ? text.toWellFormed() : text.toWellFormed().trim();
  const notes = [...lateLine(late), ...alsoLine(also)];
  const quote = answered === undefined ? undefined : quoteOf(answered, targetOf(to));
  return {
    messageId: messageIdOf(id, config.address),
    to: targetOf(to),
    subject:
      answered === undefined
        ? newSubject(words.trim(), {markup: !plain, ...titleOf(run)}) || config.name
        : replySubject(answered.subject),
    ...(answered !== undefined && {inReplyTo: answered.messageId, references: referencesOf(answered)}),
    headers: {
      // Nothing answers such a mail by itself: two programs would go on forever.
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

const titleOf = (run: Outbound['run']): {readonly title?: string} => {
  if (run?.kind === 'reminder') return {title: 'Reminder'};
  return run?.kind === 'cron' ? {title: run.name} : {};
};

/** RFC 5322: those of the answered mail, then that mail. The first one names the thread, so it stays. */
const referencesOf = ({references, messageId}: AnsweredMail): readonly string[] => {
  const before = references.filter(id => id !== messageId);
  const kept = before.length < MOST_REFERENCES ? before : [...before.slice(0, 1), ...before.slice(1 - MOST_REFERENCES)];
  return [...kept, messageId];
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

const MOST_REFERENCES = 20;
const LONGEST_QUOTE = 4_000;
