// Reports changes as lines for screen readers: finished sentences or paragraphs, each printed once and never changed. A
// growing reply is printed paragraph by paragraph. Pure except for remembering what was printed.

import type {LiveTool, LiveTurn} from '../../shared/events/live-turn.ts';
import type {Ending, Transcript} from '../../shared/events/transcript.ts';
import {heldLine} from '../../shared/record-text/checks.ts';
import {saysNothing, spokenIn, spokenSoFar} from '../../shared/record-text/sentinels.ts';
import {
  channelOfSource,
  type Message,
  nameOfSource,
  type ToolAnswer,
  type ToolCall,
} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {sanitize} from '../../shared/text/sanitize.ts';
import {shortId} from '../../shared/text/short-id.ts';
import {clockTime, formatWhen, isSameDay, shortDate} from '../../shared/time/format-time.ts';
import {isFinding} from '../conversation/announced-results.ts';
import {speakerOf} from '../conversation/speaker.ts';
import {toolSummary} from '../conversation/tool-summary.ts';
import {answeredByPerson} from '../format/format-answer.ts';
import {elapsed, formatTook} from '../format/how-long.ts';
import {ringsOf} from '../lists/rings.ts';
import {whatRuns} from '../nouns/approval.ts';
import {formatAnswer} from '../nouns/format/format-noun.ts';
import type {AppState} from '../state/app-state.ts';
import {formatEnd, type LocalCommand, type LocalEnd, outputOf} from '../state/local-command.ts';
import {daemonNow, openAgent, openSession, openTranscript, runningTurn} from '../state/selectors.ts';
import type {Mark, Toast} from '../state/ui-state.ts';
import {drawnLine} from '../text/width.ts';

type Narrator = {
  /** The new lines since the last call, oldest first. */
  narrate(state: AppState): readonly string[];
  /** The person typed this text, so it isn't printed again. */
  typed(text: string): void;
};

export const createNarrator = (): Narrator => {
  const narrated = new Set<string>();
  const typed: string[] = [];
  let before: AppState | undefined;
  let session: Session['key'] | undefined;
  let began = false;
  let lastDay: number | undefined;
  /** The reply being written: its turn, and how much was printed. */
  let writing: {readonly turnId: string; narrated: string} | undefined;

  const once = (id: string, lines: () => readonly string[]): readonly string[] => {
    if (narrated.has(id)) return [];
    narrated.add(id);
    return lines();
  };

  const dayLine = (at: number): readonly string[] => {
    const other = lastDay !== undefined && !isSameDay(lastDay, at);
    lastDay = at;
    return other ? [`${shortDate(at)}.`] : [];
  };

  const message = (one: Message, state: AppState): readonly string[] => {
    if (one.tool !== undefined) {
      const {tool} = one;
      return once(`${tool.callId}:end`, () => [endSentence(tool)]);
    }
    const calls = (one.toolCalls ?? []).flatMap(call =>
      once(`${call.callId}:start`, () => [callSentence(call, state)]),
    );
    const thought =
      one.thinking === undefined ? [] : [`${openAgent(state)} thought for ${formatTook(one.thinking.tookMs)}.`];
    if (one.text.trim() === '') return [...thought, ...calls];
    const mine = one.source.kind === 'user' ? typed.indexOf(one.text.trim()) : -1;
    if (mine >= 0) {
      typed.splice(mine, 1);
      return [];
    }
    // An announced or verbatim finding is printed once.
    if (isFinding(one, openSession(state))) return [];
    if (saysNothing(one)) {
      writing = undefined;
      return [...dayLine(one.at), ...thought, `${clockTime(one.at)} ${openAgent(state)} sent no reply.`, ...calls];
    }
    const spoken = spokenIn(one);
    const half = writing !== undefined && writing.turnId === one.turnId && spoken.startsWith(writing.narrated);
    const rest = half ? spoken.slice(writing?.narrated.length) : spoken;
    const head = half && writing?.narrated !== '' ? '' : `${clockTime(one.at)} ${authorOf(one, openSession(state))}: `;
    if (one.role === 'assistant') writing = undefined;
    return [...dayLine(one.at), ...(half ? [] : thought), ...paragraphs(head, rest), ...calls];
  };

  const transcript = (state: AppState): readonly string[] => {
    const held = openTranscript(state);
    if (held === undefined || !held.loaded) return [];
    const lines: string[] = [];
    if (!began) {
      began = true;
      for (const id of idsBeforeStart(held)) narrated.add(id).add(`${id}:answer`);
    }
    for (const one of held.messages) {
      if (state.ui.divider?.before === one.id) lines.push(...newLines(one.id, state.ui.divider.count, once));
      lines.push(...once(one.id, () => message(one, state)), ...answerLines(one, once));
      // A turn's ending follows its last message, even if everything is printed at once.
      const ended = held.endings.find(({turnId}) => turnId === one.turnId);
      if (ended !== undefined && held.messages.findLast(({turnId}) => turnId === one.turnId) === one)
        lines.push(...ending(ended));
    }
    return [...lines, ...held.endings.flatMap(ending)];
  };

  const ending = (one: Ending): readonly string[] => once(one.turnId, () => [endingSentence(one)]);

  const turn = (now: LiveTurn | undefined, state: AppState): readonly string[] => {
    if (now === undefined) return [];
    const agent = openAgent(state);
    const lines = now.tools.flatMap(tool => toolLines(tool, agent, once));
    if (now.thinking !== undefined) lines.push(...once(`think:${now.turnId}`, () => [`${agent} is thinking.`]));
    const spoken = spokenSoFar(now.text);
    if (now.missing > 0 || spoken === '') return lines;
    if (writing?.turnId !== now.turnId || !spoken.startsWith(writing.narrated))
      writing = {turnId: now.turnId, narrated: ''};
    const fresh = spoken.slice(writing.narrated.length, spoken.lastIndexOf('\n') + 1);
    if (fresh.trim() === '') return lines;
    const head = writing.narrated === '' ? `${clockTime(now.startedAt)} ${agent}: ` : '';
    writing.narrated += fresh;
    return [...lines, ...paragraphs(head, fresh)];
  };

  const local = localNarrator(once, sent => typed.push(sent.trim()));

  return {
    typed: text => typed.push(text.trim()),
    narrate: state => {
      const {ui} = state;
      // Today's entries need no date.
      lastDay ??= daemonNow(state);
      const lines = [...connectionLines(before, state), ...oldLines(before, state)];
      if (ui.zone !== undefined && ui.zone !== before?.ui.zone) lines.push(`Times are in ${ui.zone}.`);
      if (ui.session !== undefined && ui.session !== session && ui.connection.kind === 'live') {
        session = ui.session;
        began = false;
        writing = undefined;
        lines.push(`Conversation: ${drawnLine(openSession(state).title)}.`);
      }
      for (const mark of ui.marks) lines.push(...once(mark.id, () => [markSentence(mark)]));
      for (const command of ui.local) lines.push(...local(command));
      lines.push(...transcript(state), ...turn(runningTurn(state), state), ...ringLines(state, once));
      lines.push(...callLines(state, once));
      for (const toast of ui.toasts) lines.push(...once(`${toast.until}:${toast.text}`, () => toastLines(toast)));
      before = state;
      return lines;
    },
  };
};

type Once = (id: string, lines: () => readonly string[]) => readonly string[];

const newLines = (id: string, count: number, once: Once): readonly string[] =>
  once(`new:${id}`, () => [`${count === 1 ? 'The next one is' : `The next ${count} are`} new.`]);

/** The answer to a reminder that rang. */
const answerLines = ({id, text, at, details}: Message, once: Once): readonly string[] => {
  const answer = details?.answer;
  if (answer === undefined) return [];
  return once(`${id}:answer`, () => [sentence(`${drawnLine(text)}: ${formatAnswer(answer, at)}`)]);
};

/** The person's own commands: each line once it is whole, so that nothing is written over. */
const localNarrator = (once: Once, onSent: (text: string) => void): ((command: LocalCommand) => readonly string[]) => {
  const printed = new Map<string, number>();
  return command => {
    const {id, sent, dropped, output, end} = command;
    const start = once(id, () => [`Running here: ${drawnLine(command.line)}`]);
    const whole = end === undefined ? output.replace(/\n$/u, '') : outputOf(command);
    const first = Math.max(0, (printed.get(id) ?? 0) - dropped);
    const fresh = whole === '' ? [] : whole.split('\n').slice(first);
    printed.set(id, dropped + first + fresh.length);
    const last = end === undefined ? [] : once(`${id}:end`, () => [endOfLocal(command, end)]);
    // The message has what is printed here.
    if (sent !== undefined && once(`${id}:sent`, () => [sent]).length > 0) onSent(sent);
    return [...start, ...fresh.map(sanitize), ...last];
  };
};

const endOfLocal = ({stopped, sends}: LocalCommand, end: LocalEnd): string => {
  const took = formatTook(end.tookMs);
  if (stopped) return `Stopped after ${took}. Nothing was sent.`;
  const outcome = end.kind === 'exit' ? `Exit ${end.code}` : formatEnd(end);
  return `${outcome}, after ${took}. ${sends && end.kind !== 'failed' ? 'The output is sent.' : 'Nothing was sent.'}`;
};

const ringLines = (state: AppState, once: Once): readonly string[] =>
  ringsOf(state).flatMap(({reminder, text, rangAt}) =>
    once(`${reminder.id}:${rangAt}`, () => [
      `The reminder "${drawnLine(text)}" waits for your answer: /done, or /snooze 20m.`,
    ]),
  );

/** A call that waits, as it is, with the id that answers it. */
const callLines = ({gateway}: AppState, once: Once): readonly string[] =>
  gateway.approvals.flatMap(approval =>
    once(approval.id, () => {
      const id = shortId(approval.id);
      return [
        `${approval.proposed === true ? 'A proposed note waits for your yes' : 'A call of the agent waits for your answer'}, ${id}: ${drawnLine(approval.effect)}`,
        ...whatRuns(approval).split('\n').slice(0, MOST_ARGUMENT_LINES).map(drawnLine),
        `Type /approve ${id} or /deny ${id}. /approvals ${id} reads all of it.`,
      ];
    }),
  );

const connectionLines = (before: AppState | undefined, {ui}: AppState): readonly string[] => {
  const was = before?.ui.connection.kind;
  const held = ui.held === before?.ui.held ? [] : [heldLine(ui.held)];
  switch (ui.connection.kind) {
    case 'dialing':
      return was === undefined ? ['Connecting.', ...held] : held;
    case 'live':
      return was === 'live' ? held : [was === 'lost' ? 'Connected again.' : 'Connected.', ...held];
    case 'lost':
      return was === 'lost' ? [] : [`No connection: ${sentence(ui.connection.reason)} Reconnecting automatically.`];
  }
};

/** The state of an earlier run, until a daemon answers. */
const oldLines = (before: AppState | undefined, state: AppState): readonly string[] => {
  const {oldAt} = state.ui;
  if (oldAt === undefined || before?.ui.oldAt !== undefined) return [];
  const now = daemonNow(state);
  return [`The last known state is of ${formatWhen(oldAt, now)}, ${elapsed(now - oldAt)} ago.`];
};

/** `you`; `signal, Anna, untrusted`; `reminder`. */
const authorOf = (message: Message, session: Session): string => {
  const {label, tone} = speakerOf(message, session);
  const channel = channelOfSource(message.source);
  if (channel === undefined || channel === 'terminal') return label;
  return [
    channel,
    drawnLine(nameOfSource(message.source) ?? 'someone'),
    ...(tone === 'untrusted' ? ['untrusted'] : []),
  ].join(', ');
};

const toolLines = ({callId, name, summary, end}: LiveTool, agent: string, once: Once): readonly string[] => [
  ...once(`${callId}:start`, () => [startSentence(agent, name, summary)]),
  ...(end === undefined ? [] : once(`${callId}:end`, () => [endSentence({name, ...end})])),
];

const startSentence = (agent: string, name: string, summary: string): string =>
  summary === '' ? `${agent} uses ${name}.` : `${agent} uses ${name}: ${sentence(drawnLine(summary))}`;

const endSentence = ({name, ok, tookMs, notRun, asked}: Partial<ToolAnswer>): string => {
  const answer = answeredByPerson(asked);
  const how = answer === undefined ? '' : `: ${answer}`;
  if (notRun === true) return `${name} was not run${how}.`;
  const after = tookMs === undefined ? '' : ` after ${formatTook(tookMs)}`;
  return `${name} ${ok ? 'is done' : 'failed'}${after}${how}.`;
};

const markSentence = ({title, words: text, from, until}: Mark): string => {
  const when = (at: number): string => (isSameDay(from, until) ? clockTime(at) : `${shortDate(at)} ${clockTime(at)}`);
  const what = text === '' ? '' : `: ${text}`;
  return sentence(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}, ${when(from)} to ${when(until)}${what}`);
};

/** Missed events have their own line. */
const toastLines = ({tone, text, marked}: Toast): readonly string[] =>
  marked ? [] : [`${TONES[tone]}${sentence(drawnLine(text))}`];

/** Each line of a text separately, without empty ones. */
const paragraphs = (head: string, text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line.trim() !== '')
    .map((line, index) => (index === 0 ? head + line : line));

const callSentence = ({callId, name, input}: ToolCall, state: AppState): string =>
  startSentence(openAgent(state), name, openTranscript(state)?.summaries.get(callId) ?? toolSummary(input));

const endingSentence = ({outcome, error}: Ending): string =>
  outcome === 'failed'
    ? `The turn failed: ${sentence(error ?? 'unknown reason')}`
    : sentence(error ?? 'The turn was aborted');

/** The messages and endings that are older than the first printed ones. */
const idsBeforeStart = ({messages, endings}: Pick<Transcript, 'messages' | 'endings'>): readonly string[] => {
  const first = messages.slice(-FIRST_MESSAGES);
  return [
    ...messages.slice(0, -FIRST_MESSAGES).map(({id}) => id),
    ...endings.map(({turnId}) => turnId).filter(turnId => !first.some(one => one.turnId === turnId)),
  ];
};

const sentence = (text: string): string => (/[.!?…:]["'`)]?$/u.test(text) ? text : `${text}.`);

const TONES: Readonly<Record<Toast['tone'], string>> = {event: '', ok: 'Note: ', warn: 'Warning: ', error: 'Error: '};
const MOST_ARGUMENT_LINES = 20;
const FIRST_MESSAGES = 10;
