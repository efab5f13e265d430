// Adds entries to the items one by one. Decides where to repeat the speaker, start a day, or note a clock change.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {isSameDay} from '../../shared/time/format-time.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import {clockChange} from '../format/clock-change.ts';
import type {LocalCommand} from '../state/local-command.ts';
import type {PendingSend} from '../state/ui-state.ts';
import type {Item, Spoken, Thought} from './item.ts';
import type {ReceiptsOf} from './receipts.ts';
import {type Speaker, speakerOf} from './speaker.ts';
import type {ToolUse} from './tool-use.ts';

/** The last entry's time and speaker, which decide whether the next one repeats the name. */
export type Last = {
  readonly at: EpochMs;
  readonly label: string;
  readonly turnId: string | undefined;
  /** The last time that was shown. */
  readonly shownAt: EpochMs;
};

export type Adder = {
  /** `calls`: what the message says in words. */
  readonly message: (message: Message, queued: boolean, calls?: readonly ToolUse[]) => void;
  /** The finding that the last added message announces. */
  readonly folded: (message: Message) => void;
  readonly tool: (at: EpochMs, tool: ToolUse, turnId: string | undefined) => void;
  readonly thinking: (id: string, at: EpochMs, thought: Omit<Thought, 'turnId'>, turnId: TurnId | undefined) => void;
  readonly writing: (turn: LiveTurn, step: number) => void;
  readonly sending: (send: PendingSend) => void;
  readonly local: (command: LocalCommand) => void;
  readonly last: () => Last | undefined;
};

/** Facts about a message beside its text. */
type Beside = {
  readonly receiptsOf: ReceiptsOf;
  readonly dueOf: (message: Message) => EpochMs | undefined;
  /** Those shown later than they are stored. */
  readonly moved: ReadonlySet<Message['id']>;
};

/** Appends to `before`; receipts come from held deliveries. */
export const adder = (
  items: Item[],
  session: Session,
  before: Last | undefined,
  {receiptsOf, dueOf, moved}: Beside = NOTHING_BESIDE,
): Adder => {
  let last = before;
  const spoken = (
    id: string,
    at: EpochMs,
    speaker: Speaker,
    turnId: string | undefined,
    mayBeEarlier = false,
  ): Spoken => {
    const newDay = last !== undefined && !isSameDay(last.at, at);
    if (newDay) items.push({kind: 'day', id: `day:${id}`, at});
    // A message that waited, or a running turn, began before the message above it was stored.
    const change = last === undefined || (mayBeEarlier && at < last.at) ? undefined : clockChange(last.at, at);
    if (change !== undefined) items.push({kind: 'clock', id: `clock:${id}`, label: change});
    const between = items.at(-1);
    const broken =
      between !== undefined &&
      (between.kind === 'divider' ||
        between.kind === 'day' ||
        between.kind === 'clock' ||
        between.kind === 'ending' ||
        between.kind === 'gap' ||
        between.kind === 'gap-end');
    const apart = last !== undefined && !broken && last.turnId !== turnId;
    // Scheduled events always get their own head, even in a row.
    const alone = turnId === undefined && speaker.tone === 'event';
    const named = last === undefined || broken || alone || last.label !== speaker.label;
    const stamped = last === undefined || newDay || at - last.at >= STAMP_AFTER_MS;
    const head = named || stamped;
    const timed = last === undefined || broken || minuteOf(last.shownAt) !== minuteOf(at);
    last = {at, label: speaker.label, turnId, shownAt: last === undefined || (head && timed) ? at : last.shownAt};
    return {id, at, speaker, head, timed, stamped, apart};
  };
  const agent = speakerOf({role: 'assistant', source: {kind: 'agent'}}, session);
  return {
    last: () => last,
    message: (message, queued, calls) => {
      const dueAt = dueOf(message);
      const receipts = receiptsOf(message);
      const badge = receipts.length > 0 ? undefined : badgeOf(message, session);
      items.push({
        kind: 'message',
        message,
        queued,
        receipts,
        dueAt,
        badge,
        calls,
        ...spoken(message.id, message.at, speakerOf(message, session), message.turnId, queued || moved.has(message.id)),
      });
    },
    folded: message => {
      const {id, at} = message;
      const speaker = speakerOf(message, session);
      const quietly = {id, at, speaker, head: false, timed: false, stamped: false, apart: false};
      items.push({kind: 'message', message, queued: false, receipts: [], folded: true, ...quietly});
    },
    tool: (at, tool, turnId) => items.push({kind: 'tool', tool, ...spoken(`tool:${tool.callId}`, at, agent, turnId)}),
    thinking: (id, at, {text, tookMs, more}, turnId) =>
      items.push({
        kind: 'thinking',
        thought: {
          text,
          tookMs,
          more,
          turnId,
        },
        ...spoken(`think:${id}`, at, agent, turnId),
      }),
    writing: (turn, step) =>
      items.push({
        kind: 'writing',
        turn,
        ...spoken(`turn:${turn.turnId}#${step}`, turn.startedAt, agent, turn.turnId, true),
      }),
    sending: send =>
      items.push({
        kind: 'sending',
        send,
        ...spoken(
          `send:${send.key}`,
          send.at,
          speakerOf({role: 'user', source: {kind: 'user'}}, session),
          send.key,
          true,
        ),
      }),
    local: command =>
      items.push({
        kind: 'local',
        command,
        ...spoken(command.id, command.at, speakerOf({role: 'user', source: {kind: 'user'}}, session), command.id, true),
      }),
  };
};

/** The terminal is where the reader is, and the name of a direct conversation says its channel. */
const badgeOf = ({role, channel}: Message, {kind}: Session): string | undefined => {
  const isOverSeveral = kind === 'main' || kind === 'person';
  return isOverSeveral && (role === 'user' || role === 'assistant') && channel !== 'terminal' ? channel : undefined;
};

const NOTHING_BESIDE: Beside = {receiptsOf: () => [], dueOf: () => undefined, moved: new Set()};
const minuteOf = (at: EpochMs): number => Math.floor(at / MINUTE);
const STAMP_AFTER_MS = 5 * MINUTE;
