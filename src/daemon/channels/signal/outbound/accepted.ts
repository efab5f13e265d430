// What signal-cli said of one message, as the outbox wants to know it: accepted, with its id and whom it missed, or a SendFailure
// that says what follows. A part of a group that has it is never sent it again.

import {present} from '../../../../shared/fields/present.ts';
import type {Missed} from '../../../../shared/records/delivery.ts';
import {SendFailure} from '../../../../shared/records/send-failure.ts';
import type {CallReply} from '../bridge/calls/call.ts';
import {personId} from '../envelope/people.ts';
import {judgeSend, type SendJudgement} from './send-result.ts';
import type {SendVerdict} from './send-verdict.ts';

export type Accepted = {
  /** The message's id; undefined where signal-cli did not say. */
  readonly timestamp?: number;
  readonly missed: readonly Missed[];
};

/** `onVerdict` hears each verdict on a recipient, and that on the call, before anything is thrown. */
export const acceptedBy = (reply: CallReply, onVerdict: (verdict: SendVerdict) => void): Accepted => {
  if (reply.kind === 'unsent') throw new SendFailure(`It was not sent: ${reply.because}.`, {retry: 'unsent'});
  const judgement = judgeSend(reply);
  for (const {verdict} of judgement.recipients) onVerdict(verdict);
  onVerdict(judgement.verdict);
  if (judgement.reached !== 'all' && judgement.reached !== 'some') throw failureOf(judgement);
  const {timestamp} = judgement;
  return {missed: missedIn(judgement), ...present({timestamp})};
};

const failureOf = ({verdict}: SendJudgement): SendFailure => {
  const {retry, doubt = false, sentence} = verdict;
  const needs = verdict.needs === undefined ? {} : {needs: verdict.needs};
  switch (verdict.kind) {
    case 'limited':
      // It is the account that has to wait: no attempt of this message's own.
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
