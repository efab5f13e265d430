// The side pane's part about channels, people, and the agent: its turns, its model and its tokens.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {EMPTY_ROW, type Role, type Row, type Style, span, spread} from '../../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';
import type {ModelLabel} from './header.ts';

export type AgentModel = {
  /** Nothing is known before the daemon has answered. */
  readonly isKnown: boolean;
  readonly channels: readonly ChannelStatus[];
  readonly model?: ModelLabel;
  /** Tokens that its last turn read, and the size of the context. */
  readonly context?: {readonly read: number; readonly of: number};
  readonly tokensToday?: number;
  /** Number of running turns. */
  readonly running: number;
  readonly pending: number;
  /** Presence of people, and the end of their quiet hours. */
  readonly people: readonly {readonly name: string; readonly where: string; readonly quietUntil?: string}[];
};

/** The last rows of a side pane. */
export const agentRows = (model: AgentModel, cells: number): readonly Row[] => {
  const {isKnown, channels, model: used, context, tokensToday, running, pending, people} = model;
  const fact = (name: string, value: string, style: Role | Style = {}): Row =>
    spread([span(` ${name}`, 'dim')], [span(shortenedMiddle(drawnLine(value), cells - name.length - 2), style)], cells);
  return [
    ...(channels.length === 0
      ? []
      : [heading('CHANNELS', '', cells), ...channels.map(channel => channelLine(channel, cells)), EMPTY_ROW]),
    ...(people.length === 0 ? [] : [heading('PEOPLE', '', cells)]),
    ...people.flatMap(({name, where, quietUntil}) => [
      fact(shortened(drawnLine(name), 10), where),
      ...(quietUntil === undefined ? [] : [fact(' quiet until', quietUntil, 'warn')]),
    ]),
    ...(people.length === 0 ? [] : [EMPTY_ROW]),
    heading('AGENT', '', cells),
    ...(isKnown ? [] : [fact('now', 'not known yet', 'dim')]),
    ...(!isKnown
      ? []
      : running === 0
        ? [fact('now', 'idle', 'dim')]
        : [fact('now', running === 1 ? 'answering' : `${running} turns`, 'now')]),
    ...(used === undefined ? [] : [fact('model', used.name, used.ready ? {} : 'warn')]),
    ...(context === undefined ? [] : [fact('context', formatContext(context))]),
    ...(tokensToday === undefined ? [] : [fact('today', `${short(tokensToday)} tokens`)]),
    ...(isKnown ? [fact('reminders', `${pending} pending`)] : []),
  ];
};

/** `38% of 200k` */
const formatContext = ({read, of}: {readonly read: number; readonly of: number}): string =>
  `${Math.min(100, Math.round((read / of) * 100))}% of ${short(of)}`;

/** `950`, `41k`, `1.2M` */
const short = (count: number): string => {
  if (count < 1_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
};

const channelLine = ({channel, inbound, outbound}: ChannelStatus, cells: number): Row => {
  const off = inbound === 'off' && outbound === 'off';
  const down = inbound === 'down' || outbound === 'down';
  const state = off ? span('○ off', 'dim') : down ? span('! down', 'error') : span('● up', 'ok');
  return spread([span(` ${shortenedMiddle(drawnLine(channel), 12)}`)], [state], cells);
};

/** A section's title, and how many it has. */
export const heading = (title: string, count: string, cells: number): Row =>
  spread([span(title, {bold: true})], [span(count, 'dim')], cells);
