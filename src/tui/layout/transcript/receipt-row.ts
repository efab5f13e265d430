// The delivery status beside a message: a word first, a mark second. It shows nothing that no receipt proves.
import {channelOf} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {RingAnswer} from '../../../shared/records/message-details.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {clockTime, formatWhen} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatAnswer} from '../../nouns/format/format-noun.ts';
import {type Role, type Row, rowWidth, type Span, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';

/** The rows with receipts at the end of the last row, or below it without room. */
export const withReceipts = (rows: readonly Row[], deliveries: readonly Delivery[], cells: number): readonly Row[] => {
  if (deliveries.length === 0) return rows;
  const content = deliveries.flatMap(
    (delivery, index): Row => [span(index === 0 ? '→ ' : ' · ', 'dim'), ...formatReceipt(delivery, cells)],
  );
  return atTheEnd(rows, content, cells);
};

/** The rows with a note about lateness and the due time, in the same place. */
export const withLateness = (
  rows: readonly Row[],
  {dueAt, at}: {readonly dueAt?: EpochMs; readonly at: EpochMs},
  cells: number,
): readonly Row[] =>
  dueAt === undefined ? rows : atTheEnd(rows, [span(`late, was due ${formatWhen(dueAt, at)}`, 'warn')], cells);

/** The rows with the message's channel, in the same place. */
export const withBadge = (
  rows: readonly Row[],
  {badge, message}: {readonly badge?: string; readonly message: Pick<Message, 'role'>},
  cells: number,
): readonly Row[] => {
  if (badge === undefined) return rows;
  const arrow = message.role === 'user' ? '←' : '→';
  return atTheEnd(rows, [span(`${arrow} ${shortened(drawnLine(badge), LONGEST_BADGE)}`, 'dim')], cells);
};

/** The rows of a reminder that rang, with the person's answer in the same place. */
export const withAnswer = (rows: readonly Row[], {details, at: rangAt}: Message, cells: number): readonly Row[] => {
  const answer = details?.answer;
  return answer === undefined ? rows : atTheEnd(rows, [answerSpan(answer, rangAt)], cells);
};

const answerSpan = (answer: RingAnswer, rangAt: EpochMs): Span =>
  span(
    answer.kind === 'done' ? `✓ ${formatAnswer(answer, rangAt)}` : formatAnswer(answer, rangAt),
    answer.kind === 'done' ? 'ok' : 'dim',
  );

const atTheEnd = (rows: readonly Row[], content: Row, cells: number): readonly Row[] => {
  const last = rows.at(-1) ?? [];
  const gap = cells - rowWidth(last) - rowWidth(content);
  return gap >= 2
    ? [...rows.slice(0, -1), [...last, span(' '.repeat(gap)), ...content]]
    : [...rows, ...wrapped(content, cells)];
};

const formatReceipt = (delivery: Delivery, cells: number): Row => {
  const [content, role] = formatState(delivery);
  return [
    span(`${channelOf(delivery.address)} `, 'dim'),
    span(shortened(drawnLine(content), Math.max(8, cells - 12)), role),
  ];
};

const formatState = ({
  state,
  attempts,
  nextAttemptAt,
  lastError,
  deliveredAt,
  readAt,
  repeat,
  onHold,
}: Delivery): readonly [words: string, role: Role] => {
  const again = repeat ? ', sent again' : '';
  const at = (instant: number | undefined): string => (instant === undefined ? '' : ` ${clockTime(instant)}`);
  if (onHold) return ['held back', 'warn'];
  switch (state) {
    case 'queued':
      if (attempts === 0) return ['waiting', 'dim'];
      return [
        `retrying, ${attempts} tried${nextAttemptAt === undefined ? '' : `, next${at(nextAttemptAt)}`}${lastError === undefined ? '' : `: ${lastError}`}`,
        'warn',
      ];
    case 'sending':
      return [attempts > 1 ? `sending, try ${attempts}` : 'sending', 'dim'];
    case 'sent':
      return [`sent ✓${again}`, 'dim'];
    case 'delivered':
      return [`delivered ✓✓${at(deliveredAt)}${again}`, 'dim'];
    case 'read':
      return [`read ✓✓${at(readAt)}${again}`, 'ok'];
    case 'dead':
      return [`! not delivered: ${lastError ?? 'unknown reason'}`, 'error'];
    default:
      return assertNever(state);
  }
};

const LONGEST_BADGE = 12;
