// Approvals on the phone: the question goes to the person's own addresses, and counts as answered only by a reaction to
// that message, a quote of it with yes or no, or its button. The other copies say what became of it.
import {type Address, channelOf, isGroup} from '../../../shared/records/address.ts';
import {type Approval, approvalKey, approvalOfKey} from '../../../shared/records/approval.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {visible} from '../../../shared/text/sanitize.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {formatMoment} from '../../../shared/time/format-time.ts';
import type {Core} from '../../core.ts';
import {withdrawUnsent} from '../../delivery/withdraw-unsent.ts';
import type {ChatAnswer, TakeAnswer} from '../../ports/channel.ts';
import {plainEmoji} from '../../schedule/reminder-answer.ts';
import type {Approvals} from './approvals.ts';
import type {Phone} from './requests.ts';

/** The addresses at which a question rings for this person: their own chats on Signal, and ntfy. */
export const ringingAddresses = ({people}: Pick<Core, 'people'>, person: string): readonly Address[] =>
  people
    .addressesOf(person)
    .filter(address => WAYS.some(way => way === channelOf(address)) && !isGroup(address) && people.isServed(address));

export const createPhone = (core: Core): Phone => ({
  asked: (approval, emit) => {
    for (const address of ringingAddresses(core, approval.asks)) {
      const key = `${approvalKey(approval.id)}@${address}`;
      const text = questionText(approval, core.clock.now(), core.people.zoneOf(approval.asks));
      core.outbox.enqueue({key, address, text, session: approval.session, holding: true}, emit);
    }
  },
  ended: (approval, emit) => {
    for (const delivery of questionsOf(core, approval)) {
      withdrawUnsent(core.store, [delivery], ENDED[approval.state], emit);
      if (delivery.state === 'queued' || delivery.state === 'dead') continue;
      const key = `${approvalKey(approval.id)}:end@${delivery.address}`;
      const {address, session = approval.session} = delivery;
      core.outbox.enqueue({key, address, text: endText(approval, delivery), session, holding: true}, emit);
    }
  },
});

/** Takes answers that point at a question; everything else belongs to others. */
export const createAnswerApproval =
  ({store}: Pick<Core, 'store'>, approvals: Pick<Approvals, 'answer'>): TakeAnswer =>
  async answer => {
    const delivery = answer.to === undefined ? undefined : store.deliveries.get(answer.to);
    const id = delivery && approvalOfKey(delivery.key);
    if (delivery === undefined || id === undefined) return 'not-ours';
    const said = answerIn(answer);
    const way = WAYS.find(known => known === channelOf(answer.chat));
    // A copy of the question in another chat is not the question.
    if (said === undefined || way === undefined || answer.chat !== delivery.address) return 'not-ours';
    try {
      approvals.answer({id, answer: said, by: answer.user, way});
    } catch (error) {
      // It is over, and the person was told, or they may not answer.
      if (!(error instanceof GatewayError)) throw error;
    }
    return 'taken';
  };

const WAYS = ['signal', 'ntfy'] as const;

const questionsOf = ({store, people}: Core, {id, asks}: Approval): readonly Delivery[] =>
  people.addressesOf(asks).flatMap(address => store.deliveries.byKey(`${approvalKey(id)}@${address}`) ?? []);

const questionText = (
  {effect, tool, arguments: shown, digest, deadlineAt}: Approval,
  now: number,
  zone: string,
): string => {
  const whole = visible(shown);
  const text = beginningOf(whole, MOST_SHOWN);
  const rest = text === whole ? '' : ` … (${whole.length} characters; rooster approvals show has all of them)`;
  return [
    `Rooster asks: ${effect}`,
    `${tool} ${text}${rest}`,
    `👍 approves, 👎 denies, or quote this message with yes or no. Until ${formatMoment(deadlineAt, now, zone)}. (${digest.slice(0, 12)})`,
  ].join('\n\n');
};

const endText = ({state, way, by}: Approval, {address}: Delivery): string => {
  const here = way === channelOf(address) ? '' : way === 'terminal' ? ' at the terminal' : ` on ${way}`;
  if (state === 'approved') return `Approved${here}${by === undefined ? '' : ` by ${by}`}. It runs now.`;
  if (state === 'denied') return `Denied${here}${by === undefined ? '' : ` by ${by}`}. Nothing was run.`;
  return way === 'stopped' ? 'The turn was stopped. Nothing was run.' : 'Nobody answered in time. Nothing was run.';
};

const ENDED: Readonly<Record<Approval['state'], string>> = {
  open: '',
  approved: 'It was approved elsewhere.',
  denied: 'It was denied elsewhere.',
  expired: 'It is over.',
};

const answerIn = (answer: ChatAnswer): 'approve' | 'deny' | undefined => {
  if (answer.kind === 'reaction') return answer.removed ? undefined : signOf(answer.emoji);
  const words = oneLine(answer.text).replace(/[.!]+$/u, '');
  if (YES.test(words)) return 'approve';
  return NO.test(words) ? 'deny' : signOf(words);
};

const signOf = (text: string): 'approve' | 'deny' | undefined => {
  const plain = plainEmoji(text);
  if (YES_SIGNS.has(plain)) return 'approve';
  return NO_SIGNS.has(plain) ? 'deny' : undefined;
};

const YES = /^(?:yes|y|yes,? please|ok|okay|allow(?: it)?|approve(?:d)?|ja|ja,? bitte|erlaubt?|erlauben)$/iu;
const NO = /^(?:no|n|no,? thanks|deny|denied|refuse(?: it)?|don'?t|nein|nein,? danke|nicht|ablehnen)$/iu;
const YES_SIGNS: ReadonlySet<string> = new Set(['👍', '✅', '✔', '☑']);
const NO_SIGNS: ReadonlySet<string> = new Set(['👎', '❌', '✖', '🚫', '⛔']);
const MOST_SHOWN = 700;
