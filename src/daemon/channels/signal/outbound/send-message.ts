// A delivery on its way to Signal: its text in Signal's own styles, in as many messages as it needs, one after the other. It
// resolves only when Signal accepted it for everybody it was for.
import {targetOf} from '../../../../shared/address.ts';
import type {Clock} from '../../../../shared/clock.ts';
import {GatewayError} from '../../../../shared/gateway-error.ts';
import type {Outbound, Receipt} from '../../../../shared/injection.ts';
import type {CallReply} from '../bridge/calls/call.ts';
import type {SignalRpc, SignalTarget} from '../bridge/calls/signal-rpc.ts';
import {isSamePerson, type Own} from '../envelope/people.ts';
import type {People} from '../people/people.ts';
import {textChunks} from '../text/text-chunks.ts';
import {styledText} from '../text/text-styles.ts';
import {judgeSend} from './send-result.ts';

export type SendDeps = {
  readonly rpc: SignalRpc;
  readonly clock: Clock;
  readonly own: () => Own;
  readonly people: Pick<People, 'personAt'>;
};

/** Rejects with a GatewayError: `unavailable` where it is worth another try. */
export const sendMessage = async (deps: SendDeps, outbound: Outbound, signal: AbortSignal): Promise<Receipt> => {
  const target = signalTarget(deps, targetOf(outbound.to));
  const channelIds: string[] = [];
  for (const {text, styles} of textChunks(styledText(outbound.text))) {
    signal.throwIfAborted();
    const reply = await deps.rpc.send({target, message: text, ...(styles.length > 0 && {textStyle: styles})});
    channelIds.push(String(sentTimestamp(reply)));
  }
  return {at: deps.clock.now(), channelIds};
};

/** A person is named by their ACI where it is known: a number may pass to somebody else. */
export const signalTarget = ({own, people}: Pick<SendDeps, 'own' | 'people'>, target: string): SignalTarget => {
  if (target.startsWith(GROUP)) return {groupId: target.slice(GROUP.length)};
  if (/^u:/u.test(target)) return {recipient: target};
  const person = people.personAt(target);
  if (isSamePerson(person, own())) return {noteToSelf: true};
  return {recipient: person.uuid ?? person.number ?? target};
};

const sentTimestamp = (reply: CallReply): number => {
  if (reply.kind === 'unsent') throw new GatewayError('unavailable', `It was not sent: ${reply.because}.`);
  const {reached, verdict, timestamp} = judgeSend(reply);
  if (reached === 'all' && timestamp !== undefined) return timestamp;
  throw new GatewayError(verdict.retry === 'never' ? 'failed' : 'unavailable', verdict.sentence);
};

const GROUP = 'group:';
