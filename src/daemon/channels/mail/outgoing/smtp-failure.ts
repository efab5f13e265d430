// Judges what an SMTP server answered, or why it didn't. Pure. 4xx is tried again, 5xx is final, unless a person can
// fix its cause: the password or the sender's address.
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {connectionFault} from '../../../../shared/text/connection-fault.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../../shared/text/one-line.ts';
import {clauseFromOutside} from '../../../../shared/text/sentences.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {HOUR, MINUTE} from '../../../../shared/time/time.ts';

/** The server can't be used now by any mail. Deliveries wait for it. */
export class SmtpDown extends SendFailure {}

/** `isComplete`: the whole mail was handed over, so it may have arrived. */
export const smtpFailure = (host: string, error: unknown, isComplete: boolean): SendFailure => {
  const {code = '', command = '', responseCode, response} = fieldsOf(error);
  const cause = {cause: error};
  if (code === 'ETLS' || CERTIFICATE.test(code)) return new SmtpDown(tlsSentence(host, error), AFTER_FIX, cause);
  if (responseCode === undefined) {
    if (code === 'EAUTH') return new SmtpDown(`${host} offers no way to log in with a password.`, AFTER_FIX, cause);
    if (isComplete) {
      const sentence = `${host} ended the connection before it confirmed the mail. It is unknown whether it arrived.`;
      return new SendFailure(sentence, {retry: 'doubt'}, cause);
    }
    return new SmtpDown(`Couldn't reach ${host}: ${reasonOf(error)}.`, {retry: 'unsent'}, cause);
  }
  const said = `${host} said: ${shortened(oneLine(response ?? String(responseCode)), LONGEST_ANSWER)}`;
  // The connection or the service itself, not this mail.
  if (responseCode === 421) return new SmtpDown(`The mail server is busy. ${said}`, LATER, cause);
  if (code === 'EAUTH' || AUTH_CODES.has(responseCode)) {
    if (responseCode < 500) return new SmtpDown(`Couldn't log in for now. ${said}`, LATER, cause);
    const sentence = `The mail server refused the login. ${said} Run rooster mail setup again.`;
    return new SmtpDown(sentence, AFTER_FIX, cause);
  }
  if (responseCode < 500) return new SendFailure(`Not accepted yet. ${said}`, LATER, cause);
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) {
    return new SendFailure(`The server doesn't accept mail from mail.address. ${said}`, AFTER_FIX, cause);
  }
  return new SendFailure(`Refused. ${said}`, {retry: 'never'}, cause);
};

type SmtpFields = {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

const fieldsOf = (error: unknown): SmtpFields => (error instanceof Error ? (error as SmtpFields) : {});

const tlsSentence = (host: string, error: unknown): string =>
  `No encrypted connection to ${host}: ${reasonOf(error)}. Check mail.smtp.host, port and security.`;

/** The innermost reason, without the full stop that a sentence adds. */
const reasonOf = (error: unknown): string => {
  const {code = ''} = fieldsOf(error);
  const text = clauseFromOutside(errorMessage(error));
  // nodemailer replaces the system's code by its own; the message still holds it.
  const [inside = ''] = /\bE[A-Z]{4,}\b/u.exec(text) ?? [];
  return connectionFault(inside, connectionFault(code, text));
};

const CERTIFICATE = /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO/u;
const AUTH_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);
/** RFC 1870: the size that MAIL FROM declares. */
const TOO_LARGE = 552;
const LONGEST_ANSWER = 300;
/** Servers that defer unknown senders accept them after some minutes; asking sooner starts their wait again. */
const LATER = {retry: 'later', retryAfterMs: MINUTE} as const;
/** Often asked with a wrong password, a server locks the account. */
const AFTER_FIX = {retry: 'afterFix', retryAfterMs: HOUR} as const;
