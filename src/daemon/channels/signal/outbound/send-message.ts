// Sends a delivery to Signal in one or more messages, each accepted before the next leaves. Resolves once Signal has
// accepted the last one; a retry continues after the accepted ones.
import {targetOf} from '../../../../shared/records/address.ts';
import type {Outbound, Receipt} from '../../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import type {SignalRpc, SignalTarget} from '../bridge/calls/signal-rpc.ts';
import {isSamePerson, type Own} from '../envelope/people.ts';
import type {People} from '../people/people.ts';
import {acceptedBy} from './accepted.ts';
import {attachedFiles, type FileSender} from './attached-files.ts';
import {type MessagePart, messageParts} from './message-parts.ts';
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

const GROUP = 'group:';

const ALONE = 'Nobody got it: the group has no other member.';
