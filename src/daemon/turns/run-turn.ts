// Runs a turn: model and tools alternate until the model answers. Each step is stored before its effects. The last message, the outcome
// and its consequences are stored in one transaction. A turn never throws.

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
  readonly model?: string;
  /** Above 1 after an interrupted attempt. */
  readonly attempt?: number;
  /** Time limit of the turn. @default TURN_LIMIT_MS */
  readonly limitMs?: number;
  /** Deadline: a queued turn is withdrawn then, a running one is aborted. */
  readonly until?: EpochMs;
  /** A conversation that the model reads before the turn's own messages. Nothing is written to it. */
  readonly reads?: SessionKey;
  /** The offline assistant must not answer instead of a model. */
  readonly modelOnly?: true;
  /** Only the final text counts. Text beside tool calls isn't part of the reply. */
  readonly onlyEnd?: true;
  /** The highest number of model calls. The last one must answer. @default MOST_STEPS */
  readonly mostSteps?: number;
  /** Why the model is not asked again, from what the turn has used so far; undefined while it may be. */
  readonly whyStop?: (usage: Usage, model: string) => string | undefined;
};

/** Lists the tools offered to a turn, and runs a call. Running never throws. */
export interface TurnTools {
  offered(trust: Turn['trust'], session: Turn['session']): readonly Tool[];
  run(call: ToolCall, context: ToolContext): Promise<ToolOutput & {readonly tookMs: number}>;
  /** One-line summary of a tool call, also for tools this session isn't offered. */
  summarize(call: Pick<ToolCall, 'name' | 'input'>): string;
}

type TurnDeps = RecordDeps & {
  readonly models: Models;
  readonly tools: () => Promise<TurnTools>;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  /** Answers if no model is configured, or if no model before it in the list is reachable. */
  readonly answerOffline: AnswerOffline;
  /** A workspace file, up to the limit. Undefined if the file doesn't exist. */
  readonly readFile: (path: string, limit: number) => Promise<Uint8Array | undefined>;
  readonly systemPrompt: (job: TurnJob, tools: readonly Tool[]) => Promise<string>;
  /** Compacts the conversation if the context is nearly full. Never rejects. */
  readonly compactContext: (turn: Turn, choice: ModelChoice, signal: AbortSignal, force: boolean) => Promise<void>;
  /** The newest part of another conversation that fits, followed by the turn's own messages. `force` makes that part smaller. */
  readonly readBeside: (turn: Turn, reads: SessionKey, choice: ModelChoice, force: boolean) => readonly Message[];
  /** The text that a tool has sent as the answer. The turn then sends no reply of its own. */
  readonly sentByTool: (turn: Turn) => string | undefined;
  readonly onDelta: (delta: Delta) => void;
  readonly onThinking: (delta: ThinkingDelta) => void;
  /** The daemon is closing. What can't be stored now is left to the next start. */
  readonly closing: () => boolean;
};

export type Turns = {
  /** Runs the turn, and resolves with its outcome once that is stored. */
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
              error: `${known ? '' : 'Rooster had an internal error: '}${errorMessage(error)}`,
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
      // If storing failed, the next start finds the turn running and marks it interrupted.
      return saved ?? outcome;
    },
  };
};

/** The time limit of a turn that starts now, and the message when it is exceeded. */
const limitOf = ({limitMs = TURN_LIMIT_MS, until, turn}: TurnJob, now: EpochMs) => {
  const leftMs = until === undefined ? limitMs : Math.max(1, until - now);
  if (leftMs >= limitMs || now - turn.queuedAt < SECOND) {
    const ms = Math.min(leftMs, limitMs);
    return {limitMs: ms, formatOverdue: `The run took longer than ${formatDuration(ms)} and was aborted.`};
  }
  const waited = formatDuration(now - turn.queuedAt);
  const formatOverdue = `The run waited ${waited} in the queue and reached its time limit ${formatDuration(leftMs)} after it started.`;
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
  // The offline assistant always answers, so models after it are never tried.
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
  /** `usable` is empty in the last step, which must be an answer. */
  const askModels = async (
    usable: readonly Tool[],
    listeners: Pick<StepRequest, 'onText' | 'onThinking'>,
  ): Promise<StepEnd | undefined> => {
    if (models.length === 0) return undefined;
    const context =
      job.reads === undefined
        ? deps.store.messages.context(turn.session, turn.id)
        : deps.readBeside(turn, job.reads, first, roomMade);
    // Without a model that accepts images, the files aren't read. The model still gets a note about each image.
    const pictures = await picturesIn(context, models.some(({sees}) => sees) ? deps.readFile : unread);
    return deps.runStep({
      choices: models,
      system: await deps.systemPrompt(job, offered),
      messages: promptMessages(context, pictures),
      tools: usable.map(tool => tool.spec),
      signal,
      clock: deps.clock,
      log: deps.log,
      ...listeners,
    });
  };
  for (let step = 1; step <= mostSteps; step += 1) {
    const whyStop = step === 1 ? undefined : job.whyStop?.(usage, first.name);
    if (whyStop !== undefined) return {outcome: {kind: 'failed', error: whyStop}, usage, startedAt};
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
    const asked = await askModels(step === mostSteps ? [] : offered, {onText, onThinking: thinking.onPart});
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
      // A full context is compacted once, unless text was shown: the retry would write that text twice.
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
      const answer = deps.sentByTool(turn) ?? answerOf(job, interim, text);
      const outcome: TurnOutcome =
        answer === undefined || isNothing(turn, answer) ? {kind: 'silent'} : {kind: 'replied', text: answer};
      return {outcome, ...present({text}), model: end.model, usage, startedAt, ...thought};
    }
    interim.push(end.text);
    live.set(turn.id, {...running, text: ''});
    keepStep(deps, turn, {text: end.text, toolCalls: end.toolCalls, ...thought});
    const stopped = await runTools({deps, job, tools: loaded, offered, calls: end.toolCalls, signal});
    if (stopped) return {outcome: {kind: 'aborted', error: reasonOf(stop)}, model: end.model, usage, startedAt};
  }
  return {
    outcome: {kind: 'failed', error: `The agent did not finish within ${mostSteps} steps.`},
    usage,
    startedAt,
  };
};

/** The next model may be tried: no text was shown, and the context wasn't too long. A too long context is compacted first. */
const isOutOfReach = (end: StepEnd): boolean => end.kind === 'failed' && end.text === '' && end.contextTooLong !== true;

type ToolUse = Omit<Performance, 'live' | 'stop'> & {
  readonly tools: TurnTools;
  readonly offered: readonly Tool[];
  readonly calls: readonly ToolCall[];
};

/** Runs the tool calls one after the other. Returns true if the turn was stopped; the remaining calls then have no answer. */
const runTools = async ({deps, job, tools, offered, calls, signal}: ToolUse): Promise<boolean> => {
  const {turn} = job;
  for (const call of calls) {
    if (signal.aborted) return true;
    const tool = offered.find(({spec}) => spec.name === call.name);
    const fields = {turnId: turn.id, callId: call.callId, name: call.name, summary: tool?.summarize(call.input) ?? ''};
    keepToolUse(deps, turn, fields);
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
    keepToolAnswer(deps, turn, fields, {ok, text, tookMs});
  }
  return signal.aborted;
};

/**
 * The reply of the turn. If the last text is a sentinel, a scheduled turn has no reply. A person still gets the text beside the tool
 * calls.
 */
const answerOf = (
  {turn, onlyEnd}: TurnJob,
  interim: readonly string[],
  end: string | undefined,
): string | undefined => {
  const onTheWay = onlyEnd ? [] : interim.map(spokenText);
  const isSentinel = end !== undefined && spokenText(end).trim() === '';
  if (isSentinel) return (isByPerson(turn) ? joinedParts(onTheWay) : undefined) ?? end;
  return end === undefined || onTheWay.every(part => part.trim() === '')
    ? (end ?? joinedParts(onTheWay))
    : joinedParts([...onTheWay, spokenText(end)]);
};

const isTyped = ({source}: Turn): boolean => source.kind === 'user' && source.channel === 'terminal';

/** A person never sees a sentinel: such a turn ends silent. For scheduled turns their starter decides. */
const isNothing = (turn: Turn, answer: string): boolean => isByPerson(turn) && spokenText(answer).trim() === '';

const isByPerson = ({source}: Turn): boolean => source.kind === 'user' || source.kind === 'operator';

const added = (sum: Usage, more: Usage | undefined): Usage => ({
  inputTokens: sum.inputTokens + (more?.inputTokens ?? 0),
  outputTokens: sum.outputTokens + (more?.outputTokens ?? 0),
});

const unread = async (): Promise<Uint8Array> => Uint8Array.of(0);

const reasonOf = (stop: AbortSignal): string =>
  typeof stop.reason === 'string' ? stop.reason : 'The turn was aborted.';

const TURN_LIMIT_MS = 15 * MINUTE;
const MOST_STEPS = 25;
