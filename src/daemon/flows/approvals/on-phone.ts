// Approvals on the phone: the question goes to the person's own addresses, and counts as answered only by a reaction to
// that message, a quote of it with yes or no, or its button. The other copies say what became of it.
import type {Here} from '../../../shared/languages/answers.ts';
import {approvalTexts, ENGLISH_TEXTS, textsOfLanguage} from '../../../shared/languages/texts.ts';
import {type Address, channelOf, isGroup, TERMINAL} from '../../../shared/records/address.ts';
import {type Approval, approvalKey, approvalOfKey} from '../../../shared/records/approval.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {formatOrigins} from '../../../shared/records/trust.ts';
import {replyAddress} from '../../../shared/records/turn.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {visible} from '../../../shared/text/sanitize.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {SECOND} from '../../../shared/time/time.ts';
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
    // Queued at once, so that a restart in between loses nothing.
    const nextAttemptAt = isAtTerminal(core, approval) ? core.clock.now() + TERMINAL_FIRST_MS : undefined;
    for (const address of ringingAddresses(core, approval.asks)) {
      const key = `${approvalKey(approval.id)}@${address}`;
      const text = questionText(approval, address, {now: core.clock.now(), zone: core.people.zoneOf(approval.asks)});
      core.outbox.enqueue({key, address, text, session: approval.session, holding: true, nextAttemptAt}, emit);
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

/** A person who wrote on the phone is asked there, however recently they typed at a terminal. */
const isAtTerminal = ({reach, store}: Core, {asks, turnId}: Approval): boolean => {
  const turn = store.turns.get(turnId);
  const isOnPhone = turn !== undefined && turn.user === asks && replyAddress(turn) !== TERMINAL;
  return !isOnPhone && reach.around(asks).seen?.presence === 'active';
};

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

/**
 * Says once for each question how to answer it, after words or a reaction in its chat that are no answer. They go on
 * to the others as if there were no question.
 */
export const createApprovalHint =
  (core: Core): TakeAnswer =>
  async answer => {
    const {chat, quote} = answer;
    const approval = questionMeant(core, answer);
    if (approval === undefined || (answer.kind === 'reply' && answer.text.trimStart().startsWith('/')))
      return 'not-ours';
    const {id, session, language} = approval;
    const key = `${approvalKey(id)}:hint@${chat}`;
    const text = approvalTexts(language).hint;
    core.store.transact(emit => core.outbox.enqueue({key, address: chat, text, session, quote, holding: true}, emit));
    return 'not-ours';
  };

/** The open question that was quoted, or the newest one that the person had there when they wrote. */
const questionMeant = ({store, clock}: Core, answer: ChatAnswer): Approval | undefined => {
  const {chat, user, to, writtenAt = clock.now()} = answer;
  if (answer.kind === 'reaction' && answer.removed) return undefined;
  return store.approvals.open(MOST_OPEN).findLast(({id, asks}) => {
    const question = asks === user ? store.deliveries.byKey(`${approvalKey(id)}@${chat}`) : undefined;
    if (question?.sentAt === undefined || question.sentAt > writtenAt) return false;
    return to === undefined || to === question.id;
  });
};

const WAYS = ['signal', 'ntfy'] as const;

const questionsOf = ({store, people}: Core, {id, asks}: Approval): readonly Delivery[] =>
  people.addressesOf(asks).flatMap(address => store.deliveries.byKey(`${approvalKey(id)}@${address}`) ?? []);

const questionText = (approval: Approval, address: Address, here: Here): string => {
  const {tool, arguments: shown, digest, deadlineAt, after, language, effects} = approval;
  const {approvals: texts, moment} = (textsOfLanguage(language) ?? ENGLISH_TEXTS).answers;
  const whole = visible(shown);
  const text = beginningOf(whole, MOST_SHOWN);
  const rest = text === whole ? '' : ` … ${texts.cut(whole.length)}`;
  return [
    texts.asks(texts.effect(approval, after && formatOrigins(after))),
    `${tool} ${text}${rest}`,
    ...effects.flatMap(({because}) => (because === undefined ? [] : [texts.because(visible(because))])),
    `${texts.how(channelOf(address), moment(deadlineAt, here))} (${digest.slice(0, 12)})`,
  ].join('\n\n');
};

const endText = ({state, way, by, language}: Approval, {address}: Delivery): string => {
  const texts = approvalTexts(language);
  const where = way === channelOf(address) ? undefined : way;
  if (state === 'approved') return texts.approved({where, by});
  if (state === 'denied') return texts.denied({where, by});
  return way === 'stopped' ? texts.stopped : texts.late;
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
const MOST_OPEN = 1_000;
/** Time to answer at the terminal before the phone rings. */
const TERMINAL_FIRST_MS = 30 * SECOND;
