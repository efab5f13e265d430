// Sends a delivery to Signal in one or more messages, each accepted before the next leaves. Resolves once Signal has
// accepted the last one; a retry continues after the accepted ones.
import {targetOf} from '../../../../shared/records/address.ts';
import type {Missed} from '../../../../shared/records/delivery/delivery.ts';
import type {Outbound, Receipt} from '../../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {
  type CallReply,
  isSamePerson,
  type Own,
  personId,
  type SignalRpc,
  type SignalTarget,
} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';
import {attachedFiles, type FileSender} from './attached-files.ts';
import {type MessagePart, messageParts} from './message-parts.ts';
import {judgeSend, type SendJudgement} from './send-result.ts';
import type {SendVerdict} from './send-verdict.ts';

export type SendDeps = {
  readonly rpc: Pick<SignalRpc, 'send'>;
  readonly clock: Clock;
  readonly own: () => Own;
  readonly people: Pick<People, 'personAt'>;
  readonly files: FileSender;
  /** Called with the verdict on each attempt. */
  readonly onVerdict: (verdict: SendVerdict) => void;
};

type SendOptions = {
  /** Aborted when nobody waits for the result. Messages that haven't left are not sent. */
  readonly signal: AbortSignal;
  /** A message was accepted and others follow. */
  readonly onPart: (part: Receipt) => Promise<void>;
};

/** Rejects with a SendFailure. */
export const sendMessage = async (
  deps: SendDeps,
  outbound: Outbound,
  {signal, onPart}: SendOptions,
): Promise<Receipt> => {
  const {clock, onVerdict} = deps;
  const target = signalTarget(deps, targetOf(outbound.to));
  const parts = messageParts(outbound);
  // All messages were accepted earlier, but the result wasn't stored.
  let receipt: Receipt = {at: clock.now()};
  for (const [index, part] of parts.entries()) {
    if (index < (outbound.accepted ?? 0)) continue;
    if (signal.aborted) throw new SendFailure('It was not sent: the daemon is stopping.', {retry: 'unsent'});
    const reply = await deps.rpc.send({target, ...(await messageOf(deps, part))});
    const {timestamp, missed, toNobody} = acceptedBy(reply, onVerdict);
    if (toNobody && 'groupId' in target) throw new SendFailure(ALONE, {retry: 'never'});
    receipt = {at: clock.now(), channelIds: [String(timestamp ?? `${outbound.key}#${index}`)], missed};
    if (index < parts.length - 1) await onPart(receipt);
  }
  return receipt;
};

const messageOf = async ({files}: SendDeps, {files: paths, ...words}: MessagePart) => ({
  ...words,
  ...(paths.length > 0 && (await attachedFiles(files, paths))),
});

/** Uses the ACI if known, because a number can change its owner. */
export const signalTarget = ({own, people}: Pick<SendDeps, 'own' | 'people'>, target: string): SignalTarget => {
  if (target.startsWith(GROUP)) return {groupId: target.slice(GROUP.length)};
  if (/^u:/u.test(target)) return {recipient: target};
  const person = people.personAt(target);
  if (isSamePerson(person, own())) return {noteToSelf: true};
  return {recipient: person.uuid ?? person.number ?? target};
};

type Accepted = {
  /** The message's id. Undefined if signal-cli reported none. */
  readonly timestamp?: number;
  readonly missed: readonly Missed[];
  /** signal-cli named no recipient: a message to oneself, or a group without others. */
  readonly toNobody: boolean;
};

/**
 * Converts signal-cli's answer to one send for the outbox: accepted, or a SendFailure with what follows. Group members
 * who got the message never get it twice. `onVerdict` gets the verdict on each recipient and on the call, before
 * anything is thrown.
 */
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

const GROUP = 'group:';
const ALONE = 'Nobody got it: the group has no other member.';
