// Judges the result of a send for each recipient: a failure inside a success is a failure. Pure. Each verdict has a
// sentence for the operator with what to do.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import type {SignalPerson} from '../../signal-cli/envelope/signal-event.ts';
import {type EnvelopeFields, readFields, readList, readPerson, readText, readTime} from '../../signal-cli/index.ts';
import {failedCall} from './send-error.ts';
import {type SendVerdict, unregistered, untrusted} from './send-verdict.ts';

/**
 * The result of a call to `send` (or `sendReaction`, `sendReceipt`, …). `lost`: the connection ended or the time ran
 * out.
 */
export type SendReply =
  | {readonly kind: 'result'; readonly result: unknown}
  | {readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown}
  | {readonly kind: 'lost'; readonly because: string};

type RecipientVerdict = {readonly recipient: SignalPerson; readonly verdict: SendVerdict};

export type SendJudgement = {
  /** The message's id, for edits, reactions, quotes and receipts. */
  readonly timestamp?: number;
  /** `some`: a part of the group got the message; sending again would repeat it for them. */
  readonly reached: 'all' | 'some' | 'none' | 'unknown';
  /** The verdict on the call: that of the recipients if they agree, otherwise the one that can be fixed soonest. */
  readonly verdict: SendVerdict;
  /** Empty if signal-cli named no recipient: a message to oneself, a group without others, an early error. */
  readonly recipients: readonly RecipientVerdict[];
};

export const judgeSend = (reply: SendReply): SendJudgement => {
  switch (reply.kind) {
    case 'lost':
      return {reached: 'unknown', verdict: lostVerdict(reply.because), recipients: []};
    case 'result':
      return judgeResponse(readFields(reply.result), undefined);
    case 'error':
      return judgeResponse(readFields(readFields(reply.data)?.['response']), failedCall(reply));
  }
};

/** `failed`: what the error itself says, if there was one. */
const judgeResponse = (response: EnvelopeFields | undefined, failed: SendVerdict | undefined): SendJudgement => {
  const recipients = readList(response?.['results']).map(recipientVerdict);
  const timestamp = readTime(response?.['timestamp']);
  if (failed === undefined && !Array.isArray(response?.['results'])) {
    const verdict = lostVerdict('signal-cli answered in a form that is not known');
    return {timestamp, reached: 'unknown', verdict, recipients: []} satisfies EveryField<SendJudgement>;
  }
  const verdicts = recipients.map(({verdict}) => verdict);
  const verdict = soonest(verdicts) ?? failed ?? SENT;
  return {
    timestamp,
    reached: reachedBy(verdicts, failed),
    verdict,
    recipients,
  } satisfies EveryField<SendJudgement>;
};

const reachedBy = (verdicts: readonly SendVerdict[], failed: SendVerdict | undefined): SendJudgement['reached'] => {
  const sent = verdicts.filter(({kind}) => kind === 'sent').length;
  if (sent === verdicts.length && failed === undefined) return 'all';
  if (sent > 0) return 'some';
  const doubtful = verdicts.length > 0 ? verdicts.some(({doubt}) => doubt) : failed?.doubt;
  return doubtful === true ? 'unknown' : 'none';
};

const recipientVerdict = (value: unknown): RecipientVerdict => {
  const result = readFields(value) ?? {};
  const address = readFields(result['recipientAddress']) ?? {};
  const recipient = readPerson(address, {uuid: 'uuid', number: 'number', either: 'username'}) ?? {};
  const name = recipient.number ?? recipient.uuid ?? readText(address['username']) ?? 'the recipient';
  return {recipient, verdict: verdictOn(result, name)};
};

const verdictOn = (result: EnvelopeFields, name: string): SendVerdict => {
  const type = readText(result['type']) ?? 'no type';
  switch (type) {
    case 'SUCCESS':
      return SENT;
    case 'NETWORK_FAILURE':
      return {
        kind: 'temporary',
        retry: 'later',
        sentence: `Couldn't reach Signal for ${name}. Rooster retries.`,
      };
    case 'RATE_LIMIT_FAILURE':
      return limitVerdict(result, name);
    case 'IDENTITY_FAILURE':
      return untrusted(name);
    case 'UNREGISTERED_FAILURE':
      return unregistered(name);
    case 'INVALID_PRE_KEY_FAILURE':
      return {
        kind: 'notAllowed',
        retry: 'never',
        sentence: `Signal has no usable keys for ${name}, so nothing can be encrypted for them until they open Signal again.`,
      };
    default:
      return {
        kind: 'unknown',
        retry: 'doubt',
        doubt: true,
        sentence: `signal-cli says ${type} about ${name}, which is not known here; it may or may not have arrived.`,
      };
  }
};

const limitVerdict = (result: EnvelopeFields, name: string): SendVerdict => {
  const retryAfterMs = waitOf(result['retryAfterSeconds']);
  const token = readText(result['token']);
  if (token === undefined) {
    const sentence = `Signal is rate-limiting messages to ${name}. Rooster retries.`;
    return {kind: 'limited', retry: 'later', sentence, retryAfterMs};
  }
  return {
    kind: 'proofRequired',
    token,
    retry: 'afterFix',
    needs: 'captcha',
    sentence:
      `Signal wants proof that a person is sending. On this machine's own network, solve the captcha at ${CHALLENGE_PAGE} ` +
      `(not the one for registration) for the token ${token}, then: rooster signal captcha ANSWER.`,
    retryAfterMs,
  };
};

/** signal-cli has reported -1 seconds. A wait is at most a day. */
const waitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? Math.min(Math.ceil(value * 1_000), LONGEST_WAIT_MS) : undefined;

/** The verdict that can be fixed soonest decides: one recipient who may still get the message keeps it alive. */
const soonest = (verdicts: readonly SendVerdict[]): SendVerdict | undefined => {
  const failures = verdicts.filter(({kind}) => kind !== 'sent');
  if (failures.length === 0) return verdicts[0];
  return failures.toSorted((a, b) => ORDER.indexOf(a.retry) - ORDER.indexOf(b.retry))[0];
};

const lostVerdict = (because: string): SendVerdict => ({
  kind: 'unknown',
  retry: 'doubt',
  doubt: true,
  sentence: `It is unknown whether it was sent: ${because}.`,
});

const SENT: SendVerdict = {kind: 'sent', retry: 'never', sentence: 'Signal accepted it.'};
const CHALLENGE_PAGE = 'https://signalcaptchas.org/challenge/generate.html';
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;
const ORDER = ['later', 'afterFix', 'doubt', 'never'];
