// The steps of a turn: the model is asked, and what it calls is run, until it answers, fails or is stopped.
import type {RunningTurn} from '../../shared/events/gateway-event.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import {joinLimits, type TextLimit} from '../../shared/records/trust.ts';
import type {TurnOutcome, Usage} from '../../shared/records/turn.ts';
import type {ModelChoice} from '../ports/model.ts';
import type {Tool} from '../ports/tool.ts';
import {limitsOfContext} from './context-trust.ts';
import type {StepEnd, StepRequest} from './model-step.ts';
import {OFFLINE, offlineCalls, runOfflineStep} from './offline-turn.ts';
import {openCalls, withUniqueIds} from './open-calls.ts';
import {visibleTo} from './own-messages.ts';
import {promptMessages} from './prompt/turn-history.ts';
import {picturesIn} from './prompt/turn-pictures.ts';
import {runTools} from './run-tools.ts';
import {createThinking} from './thinking.ts';
import {answerOf, isNothing} from './turn-answer.ts';
import type {TurnDeps, TurnJob, TurnTools} from './turn-job.ts';
import {type Ending, keepBeginning, keepReminded, keepStep} from './turn-record.ts';

type TurnExecution = {
  readonly deps: TurnDeps;
  readonly job: TurnJob;
  /** The running turns, as a client that connects now sees them. */
  readonly live: Map<TurnId, RunningTurn>;
  readonly stop: AbortSignal;
  /** `stop`, or the turn's time limit. */
  readonly signal: AbortSignal;
  /** Until it is disposed, that limit does not run. */
  readonly whileWaiting: () => Disposable;
};

/** Runs the turn to its end, without storing that end. */
export const takeSteps = async (execution: TurnExecution): Promise<Ending> => {
  const {deps, job, live} = execution;
  const {turn} = job;
  const startedAt = deps.clock.now();
  const models = await findModels(deps, job);
  if (models === undefined) return {outcome: {kind: 'failed', error: 'No model is configured.'}, startedAt};
  const running = {
    turnId: turn.id,
    session: turn.session,
    source: turn.source,
    model: models.first.name,
    startedAt,
  };
  live.set(turn.id, {...running, text: ''});
  // The offline assistant reads only the message that it answers.
  const isOffline = models.reachable.length === 0;
  const noted = isOffline ? [] : await deps.limitsOfNotes(job);
  const readLimits = (): readonly TextLimit[] =>
    isOffline ? [] : joinLimits(noted, limitsOfContext(...contextOf(execution, models, false)));
  const limits = keepBeginning(deps, turn, {model: models.first.name, startedAt, readLimits});
  const tools = models.reachable.length === 0 ? undefined : await deps.tools();
  const steps: Steps = {
    ...execution,
    models,
    tools,
    offered: [],
    limits,
    show: shown => live.set(turn.id, {...running, ...shown}),
    usage: {inputTokens: 0, outputTokens: 0},
    interim: deps.store.messages
      .ofTurn(turn.id)
      .flatMap(({text, toolCalls}) => (toolCalls === undefined ? [] : [text])),
    roomMade: false,
  };
  const end = (await carryOnCalls(steps)) ?? (await stepByStep(steps));
  return {...end, usage: steps.usage, startedAt, ...limitsIn(steps)};
};

type TurnModels = {
  /** The one that is asked first. */
  readonly first: ModelChoice;
  /** Those to ask, in order. Empty if only the offline assistant may answer. */
  readonly reachable: readonly ModelChoice[];
  /** The offline assistant answers if no model can be reached. */
  readonly elseOffline: boolean;
};

const findModels = async ({models}: TurnDeps, {model, modelOnly}: TurnJob): Promise<TurnModels | undefined> => {
  const candidates = await models.candidates(model);
  const choices = modelOnly ? candidates.filter(({name}) => name !== OFFLINE) : candidates;
  const [first] = choices;
  if (first === undefined) return undefined;
  // The offline assistant always answers, so models after it are never tried.
  const offlineAt = choices.findIndex(({name}) => name === OFFLINE);
  return {first, reachable: offlineAt === -1 ? choices : choices.slice(0, offlineAt), elseOffline: offlineAt !== -1};
};

/** A turn in its steps: what it works with, and what it has come to so far. */
type Steps = TurnExecution & {
  readonly models: TurnModels;
  tools?: TurnTools;
  offered: readonly Tool[];
  /** The texts from elsewhere that were read so far. */
  limits: readonly TextLimit[];
  readonly show: (shown: Pick<RunningTurn, 'text' | 'thinking'>) => void;
  usage: Usage;
  /** The texts beside tool calls. */
  readonly interim: string[];
  /** The conversation was compacted because the model refused its length. */
  roomMade: boolean;
};

/** Carries on the calls of an interrupted turn, each under its own id. Undefined: the turn goes on. */
const carryOnCalls = async (steps: Steps): Promise<StepsEnd | undefined> => {
  const {deps, job, stop} = steps;
  const {turn} = job;
  const calls = openCalls(deps.store.messages.ofTurn(turn.id));
  if (calls.length === 0) return undefined;
  steps.tools ??= await deps.tools();
  readContext(steps);
  const events = await deps.store.events.ofTypes(['turn.tool'], Math.min(...calls.map(({askedAt}) => askedAt)));
  const begun = new Set(
    events.flatMap(event => (event.type === 'turn.tool' && event.turnId === turn.id ? [event.callId] : [])),
  );
  const stopped = await runTools({...steps, tools: steps.tools, calls, begun});
  return stopped ? {outcome: {kind: 'aborted', error: reasonOf(stop)}} : undefined;
};

type StepsEnd = Omit<Ending, 'usage' | 'startedAt'>;

const stepByStep = async (steps: Steps): Promise<StepsEnd> => {
  const {mostSteps = MOST_STEPS, whyStop, turn} = steps.job;
  for (let step = 1; step <= mostSteps; step += 1) {
    const reason = step === 1 ? undefined : whyStop?.(steps.usage, steps.models.first.name);
    if (reason !== undefined) return {outcome: {kind: 'failed', error: reason}};
    // Not before the first step: a turn without calls is not carried on after a crash. The last step can't act on more.
    if (step > 1 && step < mostSteps) steps.deps.addSteering(turn);
    const end = await takeStep(steps, step === mostSteps);
    if (end !== undefined) return end;
  }
  return {outcome: {kind: 'failed', error: `The agent did not finish within ${mostSteps} steps.`}};
};

/**
 * Asks the model once and runs what it calls; without tools in the last step, which must be an answer. Undefined:
 * another step follows.
 */
const takeStep = async (steps: Steps, isLast: boolean): Promise<StepsEnd | undefined> => {
  const {deps, job, models, tools, signal, stop} = steps;
  const isOffline = models.reachable.length === 0;
  if (job.reads === undefined && !isOffline) await deps.compactContext(job.turn, models.first, signal, false);
  const context = isOffline ? [] : readContext(steps);
  const listeners = listenersOf(steps);
  const end = await askOnce(steps, {context, usable: isLast ? [] : steps.offered}, listeners);
  const thought = listeners.thought();
  if (end.kind === 'aborted')
    return {outcome: {kind: 'aborted', error: reasonOf(stop)}, text: end.text, partial: true, ...thought};
  if (end.kind === 'failed') {
    if (await makeRoom(steps, end)) return undefined;
    return {outcome: {kind: 'failed', error: end.error}, text: end.text, partial: true, model: end.model, ...thought};
  }
  steps.usage = added(steps.usage, end.usage);
  if (end.toolCalls.length === 0 || tools === undefined) {
    const reminder = isByTool(steps) && !isLast ? deps.replyGuard.reminder(job.turn, end.text) : undefined;
    if (reminder === undefined) return {...answered(steps, end), ...thought};
    steps.show({text: ''});
    keepReminded(deps, job.turn, {text: end.text, ...thought, ...limitsIn(steps)}, reminder);
    return undefined;
  }
  steps.interim.push(end.text);
  steps.show({text: ''});
  const calls = withUniqueIds(deps.store.messages.ofTurn(job.turn.id), end.toolCalls, offlineCalls(job.turn));
  keepStep(deps, job.turn, {text: end.text, toolCalls: calls, ...thought, ...limitsIn(steps)});
  const stopped = await runTools({...steps, tools, calls});
  return stopped ? {outcome: {kind: 'aborted', error: reasonOf(stop)}, model: end.model} : undefined;
};

type Listeners = Required<Pick<StepRequest, 'onText' | 'onThinking'>> & {
  /** The thinking of the step, once it has ended. */
  readonly thought: () => Pick<Ending, 'thinking'>;
};

/** Publishes what the model writes and thinks in a step. */
const listenersOf = ({deps, job: {turn}, show}: Steps): Listeners => {
  let written = '';
  const thinking = createThinking(deps.clock, piece => {
    deps.onThinking({session: turn.session, turnId: turn.id, ...piece});
    shown();
  });
  const shown = (): void => show({text: written, ...thinking.live()});
  return {
    onText: text => {
      thinking.over();
      deps.onDelta({session: turn.session, turnId: turn.id, text, offset: written.length});
      written += text;
      shown();
    },
    onThinking: thinking.onPart,
    thought: thinking.kept,
  };
};

/** Asks the models in order, then the offline assistant. */
const askOnce = async (steps: Steps, asking: Asking, {onText, onThinking}: Listeners): Promise<StepEnd> => {
  const {deps, job, models, signal, whileWaiting} = steps;
  const asked =
    models.reachable.length === 0
      ? undefined
      : await deps.runStep({...(await requestOf(steps, asking)), whileWaiting, onText, onThinking});
  return asked === undefined || (models.elseOffline && isOutOfReach(asked))
    ? runOfflineStep({...deps, turn: job.turn, zone: job.zone, signal, onText})
    : asked;
};

/** The messages of a step, and the tools that it may use. */
type Asking = {readonly context: readonly Message[]; readonly usable: readonly Tool[]};

/** Reads the context, and limits the tools to what it may lead to. A limit holds until the turn ends. */
const readContext = (steps: Steps): readonly Message[] => {
  const {job, models, tools, roomMade} = steps;
  const {turn, onlyTools} = job;
  const read = contextOf(steps, models, roomMade);
  const [context] = read;
  steps.limits = joinLimits(steps.limits, limitsOfContext(...read));
  const offered = tools?.offered({...turn, limits: steps.limits}) ?? [];
  steps.offered = offered.filter(({spec}) => onlyTools?.includes(spec.name) ?? true);
  return context;
};

/** The messages that the turn reads, and the conversation that they are from. */
const contextOf = (
  {deps, job: {turn, reads}}: Pick<TurnExecution, 'deps' | 'job'>,
  {first, reachable}: TurnModels,
  roomMade: boolean,
): Parameters<typeof limitsOfContext> => {
  const context =
    reads === undefined
      ? visibleTo(turn, deps.store.messages.context(turn.session, turn.id))
      : deps.readBeside(turn, reads, first, roomMade);
  return [context, deps.store.sessions.get(reads ?? turn.session), reachable.some(({sees}) => sees)];
};

const limitsIn = ({limits}: Pick<Steps, 'limits'>): Pick<Message, 'limits'> => (limits.length === 0 ? {} : {limits});

const requestOf = async (
  {deps, job, models, offered, limits, signal}: Steps,
  {context, usable}: Asking,
): Promise<Omit<StepRequest, 'onText' | 'onThinking'>> => {
  // Without a model that accepts images, the files aren't read. The model still gets a note about each image.
  const pictures = await picturesIn(
    context,
    models.reachable.some(({sees}) => sees) ? deps.readFile : placeholderImage,
  );
  return {
    choices: models.reachable,
    system: await deps.systemPrompt(job, offered, limits),
    messages: promptMessages(context, pictures),
    tools: usable.map(tool => tool.spec),
    signal,
    clock: deps.clock,
    log: deps.log,
  };
};

/**
 * The next model may be tried: no text was shown, and the context wasn't too long. A too long context is compacted
 * first.
 */
const isOutOfReach = (end: StepEnd): boolean => end.kind === 'failed' && end.text === '' && end.contextTooLong !== true;

/** Compacts a context that was too long, once, unless text was shown: the retry would write that text twice. */
const makeRoom = async (steps: Steps, end: Extract<StepEnd, {kind: 'failed'}>): Promise<boolean> => {
  const {deps, job, models, signal} = steps;
  if (!end.contextTooLong || steps.roomMade || end.text !== '') return false;
  steps.roomMade = true;
  if (job.reads === undefined) await deps.compactContext(job.turn, models.first, signal, true);
  return true;
};

/** The person sees only what a tool sends. Turns without that tool are answered with their text. */
const isByTool = ({deps, job, offered}: Steps): boolean => {
  const sendTool = deps.replyGuard.sendTool(job.turn);
  return sendTool !== undefined && offered.some(({spec}) => spec.name === sendTool);
};

const answered = (steps: Steps, end: Extract<StepEnd, {kind: 'answered'}>): StepsEnd => {
  const {deps, job, interim} = steps;
  const text = end.text.trim() === '' ? undefined : end.text;
  const answer = deps.sentByTool(job.turn) ?? (isByTool(steps) ? undefined : answerOf(job, interim, text));
  const outcome: TurnOutcome =
    answer === undefined || isNothing(job.turn, answer) ? {kind: 'silent'} : {kind: 'replied', text: answer};
  return {outcome, text, model: end.model};
};

const added = (sum: Usage, more: Usage | undefined): Usage => ({
  inputTokens: sum.inputTokens + (more?.inputTokens ?? 0),
  outputTokens: sum.outputTokens + (more?.outputTokens ?? 0),
});

/** Takes the place of each image if no model can see it. The prompt then has only a note, so the bytes don't matter. */
const placeholderImage = async (): Promise<Uint8Array> => Uint8Array.of(0);

const reasonOf = (stop: AbortSignal): string =>
  typeof stop.reason === 'string' ? stop.reason : 'The turn was aborted.';

const MOST_STEPS = 25;
