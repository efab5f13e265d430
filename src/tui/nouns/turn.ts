// Turns that started elsewhere or failed, in the terminal UI.

import {conversationName} from '../../shared/record-text/names.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {MessageSource} from '../../shared/records/message.ts';
import {channelOfSource, nameOfSource} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {formatWhen} from '../../shared/time/format-time.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {formatSource} from '../format/format-source.ts';
import {briefly, inSentence, tookIfLong, withError} from './format/format-noun.ts';
import type {NounView, State} from './noun-view.ts';

/** A turn that started elsewhere, or that failed. */
export type NotedTurn = {
  readonly turnId: TurnId;
  readonly session: SessionKey;
  readonly source: MessageSource;
  /** The message that it answered. */
  readonly text: string;
  /** When its trigger arrived. */
  readonly at: EpochMs;
  readonly state: 'queued' | 'running' | 'replied' | 'silent' | 'failed' | 'aborted';
  readonly error?: string;
  readonly tookMs?: number;
};

export const turn: NounView<NotedTurn> = {
  kind: 'turn',
  label: () => 'turn',
  sign: () => 'message',
  name: 'a turn',
  ref: ({turnId}) => ({kind: 'turn', id: turnId}),
  list: 'timeline',
  row: ({turnId}) => turnId,
  state: ({state}) => STATES[state],
  line: ({at, source, text, error, tookMs}) => {
    const who = source.kind === 'operator' ? 'operator' : (nameOfSource(source) ?? channelOfSource(source) ?? 'you');
    const about = text === '' ? '' : `: ${text}`;
    return {
      shape: 'past',
      at,
      what: `${who}${about}${error === undefined ? '' : ` (${error})`}`,
      took: tookMs === undefined ? '' : tookIfLong(tookMs),
    };
  },
  detail: ({text, error = '', session, source, turnId}, {names}) => ({
    text,
    facts: [error, `in ${conversationName(session, names)}`, `from ${formatSource(source)}`, turnId],
  }),
  sentence: ({at, source, text, state, error}, {now}) => {
    const from = source.kind === 'operator' ? 'from the operator' : `from ${formatSource(source)}`;
    const what = `${formatWhen(at, now)}, ${from}: ${briefly(text)}`;
    return withError([what, ...inSentence(STATES[state])].join(', '), error);
  },
  search: ({turnId, session, source, text, state, error = ''}) => [
    turnId,
    session,
    formatSource(source),
    text,
    state,
    error,
  ],
  filters: ({state}) => ['turns', ...(state === 'failed' || state === 'aborted' ? ['failed'] : [])],
  contexts: () => [],
  changes: () => [],
  isMarked: ({state}) => state === 'failed',
};

/** A stopped turn shows the reason in its text. */
const STATES: Readonly<Record<NotedTurn['state'], State>> = {
  queued: {text: 'queued', tone: 'quiet'},
  running: {text: 'running', sign: '~', tone: 'busy'},
  replied: {text: 'replied', tone: 'good'},
  silent: {text: 'no reply', tone: 'quiet'},
  failed: {text: 'failed', sign: '!', tone: 'bad'},
  aborted: {text: 'aborted', sign: '!', tone: 'busy'},
};
