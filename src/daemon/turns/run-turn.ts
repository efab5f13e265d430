// One run of the agent on a session: model, tools, model, until it answers. Every step is stored before its effects begin,
// and the end of a turn (its last message, its outcome, what it leads to) is one transaction. A turn never throws.

import type {Delta, RunningTurn, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import {present} from '../../shared/fields/present.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message, ToolCall} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn, TurnOutcome, Usage} from '../../shared/records/turn.ts';
import {spokenText} from '../../shared/text/sentinels.ts';
import {formatDuration} from '../../shared/time/format-time.ts';
import {type EpochMs, MINUTE, SECOND} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {ModelChoice, Models} from '../ports/model.ts';
import type {Tool, ToolContext, ToolOutput} from '../ports/tool.ts';
import type {StepEnd, StepRequest} from './model-step.ts';
import {type AnswerOffline, OFFLINE, runOfflineStep} from './offline-turn.ts';
import {joinedParts} from './said-parts.ts';
import {createThinking} from './thinking.ts';
import {promptMessages} from './turn-history.ts';
import {picturesIn} from './turn-pictures.ts';
import {
  type Ending,
  keepBeginning,
  keepEnding,
  keepStep,
  keepToolAnswer,
  keepToolUse,
  type RecordDeps,
  type Settle,
} from './turn-record.ts';

export type TurnJob = {
  readonly turn: Turn;
  readonly zone: string;
  readonly settle?: Settle;
  /** The model to use instead of the configured one. */
  readonly model?: string;
  /** Above 1, an earlier attempt at this was interrupted. */
  readonly attempt?: number;
  /** How long the turn may take. @default TURN_LIMIT_MS */
  readonly limitMs?: number;
  /** It has ended by then: a turn that still waits is taken back, one that runs is ended. */
  readonly until?: EpochMs;
  /** A conversation that the model is shown before the turn's own, as it stands. Nothing is written into it. */
  readonly reads?: SessionKey;
  /** The offline assistant does not stand in for a model. */
  readonly modelOnly?: true;
  /** Only what it ends with counts: the text beside its tool calls is no part of what it says. */
  readonly onlyEnd?: true;
  /** How often the model may be asked before it has to answer. @default MOST_STEPS */
  readonly mostSteps?: number;
};

/** The tools of a turn: which are offered, and the use of one, which never throws. */
export interface TurnTools {
  offered(trust: Turn['trust'], session: Turn['session']): readonly Tool[];
  run(call: ToolCall, context: ToolContext): Promise<ToolOutput & {readonly tookMs: number}>;
  /** In how many words a call is told on one line, also one of a tool that is not offered. */
  summarize(call: Pick<ToolCall, 'name' | 'input'>): string;
}

type TurnDeps = RecordDeps & {
  readonly models: Models;
  readonly tools: () => Promise<TurnTools>;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  /** Answers where no model is configured, or where none before it in the line could be reached. */
  readonly answerOffline: AnswerOffline;
  /** A file of the workspace, as far as the limit; undefined when there is none. */
  readonly readFile: (path: string, limit: number) => Promise<Uint8Array | undefined>;
  readonly systemPrompt: (job: TurnJob, tools: readonly Tool[]) => Promise<string>;
  /** Makes room in the model's window where it is needed; never rejects. */
  readonly compactContext: (turn: Turn, choice: ModelChoice, signal: AbortSignal, force: boolean) => Promise<void>;
  /** The newest part of another conversation that fits, and the turn's own messages behind it; smaller when it is forced. */
  readonly readBeside: (turn: Turn, reads: SessionKey, choice: ModelChoice, force: boolean) => readonly Message[];
  /** What a tool has sent as the turn's answer: nothing is said on top of it. */
  readonly sentByTool: (turn: Turn) => string | undefined;
  readonly onDelta: (delta: Delta) => void;
  readonly onThinking: (delta: ThinkingDelta) => void;
  /** The daemon is closing: what cannot be saved now is left to the next one. */
  readonly closing: () => boolean;
};

export type Turns = {
  /** Performs the turn; resolves with its outcome once that is stored. */
  readonly run: (job: TurnJob, signal: AbortSignal) => Promise<TurnOutcome>;
  readonly running: () => readonly RunningTurn[];
};

export const createTurns = (deps: TurnDeps): Turns => {
  const live = new Map<TurnId, RunningTurn>();
  return {
    running: () => [...live.values()],
    run: async (job, stop) => {
      const limit = new AbortController();
      const begunAt = deps.clock.now();
      const {limitMs, formatOverdue} = limitOf(job, begunAt);
      using _timer = deps.clock.after(limitMs, () => limit.abort());
      const ending = await perform({deps, job, live, stop, signal: AbortSignal.any([stop, limit.signal])}).catch(
        (error: unknown): Ending => {
          deps.log.error({error, turn: job.turn.id}, `a turn broke: ${errorMessage(error)}`);
          const known = error instanceof GatewayError;
          return {
            outcome: {
              kind: 'failed',
              error: `${known ? '' : 'Something went wrong inside Rooster: '}${errorMessage(error)}`,
            },
          };
        },
      );
      const overdue = ending.outcome.kind === 'aborted' && limit.signal.aborted && !stop.aborted;
      const outcome: TurnOutcome = overdue ? {kind: 'failed', error: formatOverdue} : ending.outcome;
      live.delete(job.turn.id);
      const saved = await untilSaved(() => keepEnding(deps, job, {...ending, outcome}), {
        ...deps,
        onWait: reason => deps.log.error({turn: job.turn.id}, `the end of a turn waits to be saved: ${reason}`),
      });
      // The next start finds the turn running, and tells it as interrupted.
      return saved ?? outcome;
    },
  };
};

/** How long a turn may take that begins now, and what is said of one that takes longer. */
const limitOf = ({limitMs = TURN_LIMIT_MS, until, turn}: TurnJob, now: EpochMs) => {
  const leftMs = until === undefined ? limitMs : Math.max(1, until - now);
  if (leftMs >= limitMs || now - turn.queuedAt < SECOND) {
    const ms = Math.min(leftMs, limitMs);
    return {limitMs: ms, formatOverdue: `It took longer than ${formatDuration(ms)} and was ended.`};
  }
  const waited = formatDuration(now - turn.queuedAt);
  const formatOverdue = `It waited ${waited} for its place, and its time was up ${formatDuration(leftMs)} after it began.`;
  return {limitMs: leftMs, formatOverdue};
};

type Performance = {
  readonly deps: TurnDeps;
  readonly job: TurnJob;
  readonly live: Map<TurnId, RunningTurn>;
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
};

const perform = async ({deps, job, live, stop, signal}: Performance): Promise<Ending> => {
  const {turn} = job;
  const startedAt = deps.clock.now();
  const candidates = await deps.models.candidates(job.model);
  const choices = job.modelOnly ? candidates.filter(({name}) => name !== OFFLINE) : candidates;
  // The offline assistant always answers: what stands behind it in the line is never asked.
  const offlineAt = choices.findIndex(({name}) => name === OFFLINE);
  const models = offlineAt === -1 ? choices : choices.slice(0, offlineAt);
  const [first] = choices;
  if (first === undefined) return {outcome: {kind: 'failed', error: 'No model is configured.'}, startedAt};
  const running = {turnId: turn.id, session: turn.session, source: turn.source, model: first.name, startedAt};
  live.set(turn.id, {...running, text: ''});
  keepBeginning(deps, turn, first.name, startedAt);

  const loaded = models.length === 0 ? undefined : await deps.tools();
  const offered = loaded?.offered(turn.trust, turn.session) ?? [];
  let usage: Usage = {inputTokens: 0, outputTokens: 0};
  const interim: string[] = [];
  let roomMade = false;
  const {mostSteps = MOST_STEPS} = job;
  /** `usable`: the last step has to be an answer, and is offered nothing to call. */
  const askModels = async (
    usable: readonly Tool[],
    heard: Pick<StepRequest, 'onText' | 'onThinking'>,
  ): Promise<StepEnd | undefined> => {
    if (models.length === 0) return undefined;
    const context =
      job.reads === undefined
        ? deps.store.messages.context(turn.session, turn.id)
        : deps.readBeside(turn, job.reads, first, roomMade);
    // Where nobody sees, nothing is read: the model is told that there is a picture all the same.
    const pictures = await picturesIn(context, models.some(({sees}) => sees) ? deps.readFile : unread);
    return deps.runStep({
      choices: models,
      system: await deps.systemPrompt(job, offered),
      messages: promptMessages(context, pictures),
      tools: usable.map(tool => tool.spec),
      signal,
      clock: deps.clock,
      log: deps.log,
      ...heard,
    });
  };
  for (let step = 1; step <= mostSteps; step += 1) {
    if (job.reads === undefined) await deps.compactContext(turn, first, signal, false);
    let written = '';
    const shown = (): void => void live.set(turn.id, {...running, text: written, ...thinking.live()});
    const thinking = createThinking(deps.clock, piece => {
      deps.onThinking({session: turn.session, turnId: turn.id, ...piece});
      shown();
    });
    const onText = (text: string): void => {
      thinking.over();
      deps.onDelta({session: turn.session, turnId: turn.id, text, offset: written.length});
      written += text;
      shown();
    };
    const asked = await askModels(step === mostSteps ? [] : offered, {onText, onThinking: thinking.hear});
    const end =
      asked === undefined || (offlineAt !== -1 && isOutOfReach(asked))
        ? await runOfflineStep({...deps, turn, zone: job.zone, signal, onText})
        : asked;
    const thought = thinking.kept();
    if (end.kind === 'aborted') {
      return {
        outcome: {kind: 'aborted', error: reasonOf(stop)},
        text: end.text,
        partial: true,
        usage,
        startedAt,
        ...thought,
      };
    }
    if (end.kind === 'failed') {
      // Once, a window that is too full is made room in; what was already shown is not written twice.
      if (end.contextTooLong && !roomMade && end.text === '') {
        roomMade = true;
        if (job.reads === undefined) await deps.compactContext(turn, first, signal, true);
        continue;
      }
      return {
        outcome: {kind: 'failed', error: end.error},
        text: end.text,
        partial: true,
        model: end.model,
        usage,
        startedAt,
        ...thought,
      };
    }
    usage = added(usage, end.usage);
    if (end.toolCalls.length === 0 || loaded === undefined) {
      const text = end.text.trim() === '' ? undefined : end.text;
      const said = deps.sentByTool(turn) ?? saidBy(job, interim, text);
      const outcome: TurnOutcome =
        said === undefined || isNothing(turn, said) ? {kind: 'silent'} : {kind: 'replied', text: said};
      return {outcome, ...present({text}), model: end.model, usage, startedAt, ...thought};
    }
    interim.push(end.text);
    live.set(turn.id, {...running, text: ''});
    keepStep(deps, turn, {text: end.text, toolCalls: end.toolCalls, ...thought});
    const stopped = await runTools({deps, job, tools: loaded, offered, calls: end.toolCalls, signal});
    if (stopped) return {outcome: {kind: 'aborted', error: reasonOf(stop)}, model: end.model, usage, startedAt};
  }
  return {
    outcome: {kind: 'failed', error: `It did not come to an answer within ${mostSteps} steps.`},
    usage,
    startedAt,
  };
};

/** The next in the line may be asked: nothing was shown yet, and a window that is too full is made room in first. */
const isOutOfReach = (end: StepEnd): boolean => end.kind === 'failed' && end.text === '' && end.contextTooLong !== true;

type ToolUse = Omit<Performance, 'live' | 'stop'> & {
  readonly tools: TurnTools;
  readonly offered: readonly Tool[];
  readonly calls: readonly ToolCall[];
};

/** Uses the tools one after the other. True when the turn was stopped meanwhile: the rest stays unanswered. */
const runTools = async ({deps, job, tools, offered, calls, signal}: ToolUse): Promise<boolean> => {
  const {turn} = job;
  for (const call of calls) {
    if (signal.aborted) return true;
    const tool = offered.find(({spec}) => spec.name === call.name);
    const told = {turnId: turn.id, callId: call.callId, name: call.name, summary: tool?.summarize(call.input) ?? ''};
    keepToolUse(deps, turn, told);
    const context: ToolContext = {
      session: turn.session,
      turnId: turn.id,
      callId: call.callId,
      trust: turn.trust,
      ...present({user: turn.user}),
      zone: job.zone,
      ...(isTyped(turn) ? {atTerminal: true} : {}),
      signal,
    };
    const {ok, text, tookMs} = await tools.run(call, context);
    keepToolAnswer(deps, turn, told, {ok, text, tookMs});
  }
  return signal.aborted;
};

/**
 * What there is to be told. With a sentinel alone at the end, what a clock began has nothing to tell; a person who asked still gets
 * what was said to them on the way.
 */
const saidBy = ({turn, onlyEnd}: TurnJob, interim: readonly string[], end: string | undefined): string | undefined => {
  const onTheWay = onlyEnd ? [] : interim.map(spokenText);
  const isSentinel = end !== undefined && spokenText(end).trim() === '';
  if (isSentinel) return (isByPerson(turn) ? joinedParts(onTheWay) : undefined) ?? end;
  return end === undefined || onTheWay.every(part => part.trim() === '')
    ? (end ?? joinedParts(onTheWay))
    : joinedParts([...onTheWay, spokenText(end)]);
};

const isTyped = ({source}: Turn): boolean => source.kind === 'user' && source.channel === 'terminal';

/** A person who asked is answered by silence, and not by a sentinel; what a clock began is judged by who began it. */
const isNothing = (turn: Turn, said: string): boolean => isByPerson(turn) && spokenText(said).trim() === '';

const isByPerson = ({source}: Turn): boolean => source.kind === 'user' || source.kind === 'operator';

const added = (sum: Usage, more: Usage | undefined): Usage => ({
  inputTokens: sum.inputTokens + (more?.inputTokens ?? 0),
  outputTokens: sum.outputTokens + (more?.outputTokens ?? 0),
});

const unread = async (): Promise<Uint8Array> => Uint8Array.of(0);

const reasonOf = (stop: AbortSignal): string => (typeof stop.reason === 'string' ? stop.reason : 'It was stopped.');

const TURN_LIMIT_MS = 15 * MINUTE;
const MOST_STEPS = 25;
