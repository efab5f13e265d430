// Converts signal-cli's answer to one send for the outbox: accepted with id and missed recipients, or a SendFailure
// with what follows. Group members who got the message never get it twice.

import type {Missed} from '../../../../shared/records/delivery/delivery.ts';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import type {CallReply} from '../bridge/calls/call.ts';
import {personId} from '../envelope/people.ts';
import {judgeSend, type SendJudgement} from './send-result.ts';
import type {SendVerdict} from './send-verdict.ts';

type Accepted = {
  /** The message's id. Undefined if signal-cli reported none. */
  readonly timestamp?: number;
  readonly missed: readonly Missed[];
  /** signal-cli named no recipient: a message to oneself, or a group without others. */
  readonly toNobody: boolean;
};

/** `onVerdict` gets the verdict on each recipient and on the call, before anything is thrown. */
export const acceptedBy = (reply: CallReply, onVerdict: (verdict: SendVerdict) => void): Accepted => {
  if (reply.kind === 'unsent') throw new SendFailure(`It was not sent: ${reply.because}.`, {retry: 'unsent'});
  const judgement = judgeSend(reply);
  for (const {verdict} of judgement.recipients) onVerdict(verdict);
  onVerdict(judgement.verdict);
  if (judgement.reached !== 'all' && judgement.reached !== 'some') throw failureOf(judgement);
  const {timestamp} = judgement;
  return {missed: missedIn(judgement), toNobody: judgement.recipients.length === 0, timestamp};
};

const failureOf = ({verdict}: SendJudgement): SendFailure => {
  const {retry, doubt = false, sentence} = verdict;
  const needs = {needs: verdict.needs};
  switch (verdict.kind) {
    case 'limited':
      // The whole account has to wait, so this isn't a failed attempt of the message.
      return new SendFailure(sentence, {retry: 'unsent', doubt, ...waitOf(verdict)});
    case 'proofRequired':
      return new SendFailure(sentence, {retry, doubt, ...needs, ...waitOf(verdict)});
    default:
      return new SendFailure(sentence, {retry, doubt, ...needs});
  }
};

const waitOf = ({retryAfterMs}: {readonly retryAfterMs?: number}): {readonly retryAfterMs?: number} =>
  retryAfterMs === undefined ? {} : {retryAfterMs};

const missedIn = ({recipients}: SendJudgement): readonly Missed[] =>
  recipients.flatMap(({recipient, verdict}) =>
    verdict.kind === 'sent'
      ? []
      : [{recipient: personId(recipient) ?? 'somebody', reason: verdict.missed ?? verdict.sentence}],
  );
