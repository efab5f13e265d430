// Runs the reflection of an idle conversation: an isolated session reads the messages since the last one and maintains
// the agent's notes. Its last text is the note for the next reflection; the conversation gets nothing. The last message
// it reads is claimed with the run, so later ones belong to the next.

import {memoryFile} from '../../../shared/record-text/memory-file.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {reflectionSession, type SessionKey} from '../../../shared/records/session-key.ts';
import {joinLimits, limitOfTools, pageLimit, reaches} from '../../../shared/records/trust.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {CachedPage, PageCache} from '../../ports/workspace.ts';
import {abandonRun, endRun} from '../../schedule/end-run.ts';
import type {IdleJob, IdleSession} from '../../schedule/idle/idle-job.ts';
import {claimIdle, notResumed, sessionToResume, startWork} from '../../schedule/idle/idle-run.ts';
import {noRun} from '../../schedule/idle/next-run.ts';
import {reflectionInput} from '../../schedule/idle/reflection-input.ts';
import {
  ACTIVITY_SOURCES,
  lastReflection,
  planReflection,
  type ReflectionRules,
} from '../../schedule/idle/reflection-policy.ts';
import {limitsOfContext} from '../../turns/context-trust.ts';
import {forgetTranscripts, limitsOfRun} from '../../turns/run-transcript.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import type {JobRunner} from '../run-job.ts';
import type {ReflectionActions} from './reflection-actions.ts';
import {listedPages, reflectionMessage} from './reflection-message.ts';

type ReflectionDeps = Core & {
  readonly rules: () => ReflectionRules;
  readonly jobs: JobRunner;
  readonly tools: () => Promise<Pick<TurnTools, 'summarize'>>;
  readonly pagesFor: ReflectionActions['pagesFor'];
  readonly cache: Pick<PageCache, 'clear'>;
  readonly topics: () => Promise<readonly string[]>;
  readonly copyPath: (session: SessionKey) => string;
  /** The context size of the first model, if known. */
  readonly contextTokens: () => Promise<number | undefined>;
};

export const createReflection = (deps: ReflectionDeps): IdleJob => {
  const {store} = deps;
  return {
    kind: 'reflection',
    plan: session => {
      if (memoryFile(session) === undefined) return noRun(NOTHING_KEPT);
      const runs = runsOf(deps, session.key);
      const newest = store.messages.newestOf(session.key, ACTIVITY_SOURCES, seenToOf(deps, session.key, runs));
      return planReflection(deps.rules(), {idleSince: session.idleSince, newestAt: newest?.at, runs});
    },
    fire: (session, {at, because}, now) => {
      const {key} = session;
      const seenTo = store.messages.newest(key)?.id;
      const of = {kind: 'reflection', name: key, session: reflectionSession(key), seenTo: seenTo || undefined} as const;
      // Messages may be new without a person's activity, so the due instant may be claimed already.
      const run = claimIdle(deps, {...of, instants: [at, now], because}, now);
      if (run !== undefined) startWork(deps, run, work(deps, session, run));
    },
    resume: (run, session) => {
      const there = sessionToResume(run, session);
      // The turn has ended, so only the run's end is missing.
      if (run.output !== undefined) store.transact(emit => void endRun(deps, run, {status: 'ran'}, emit));
      else if ('why' in there) abandonRun(deps, run, notResumed(there.why));
      else startWork(deps, run, work(deps, there, run));
    },
  };
};

const runsOf = ({store}: ReflectionDeps, session: SessionKey): readonly Run[] =>
  store.runs.list({kind: 'reflection', name: session, limit: MOST_KEPT + 2});

const work = async (deps: ReflectionDeps, session: IdleSession, run: Run): Promise<void> => {
  const {store, jobs, log} = deps;
  const {key, user, trust} = session;
  let listed: readonly CachedPage[] = [];
  await jobs.run({
    run,
    source: {kind: 'system', name: 'reflection'},
    title: 'reflection',
    prompt: async () => {
      const limit = await roomIn(deps);
      const pages = await deps.pagesFor({session: key, trust});
      listed = listedPages(pages, limit * SHARE_OF_PAGES);
      const kept = store.runs.get(run.id) ?? run;
      return await composed(deps, session, kept, {limit, pages: listed, morePages: pages.length - listed.length});
    },
    freshSession: true,
    modelOnly: true,
    mostSteps: MOST_STEPS,
    trust,
    user,
    targets: [],
    announce: 'none',
    // The last text is the note, whatever it says.
    judge: text => ({kind: 'report', text}),
    // Removes only pages that the reflection saw, unchanged since. Without a final text nothing shows that they were
    // handled, and a limited reflection can't have kept anything of them.
    keep: async () => {
      if (limitOfTools(limitsOfRun(store, run) ?? []) !== undefined) return;
      await deps.cache.clear(listed).catch((error: unknown) => {
        log.warn({run: run.id, error}, `Couldn't clear the web cache: ${errorMessage(error)}`);
      });
    },
    onEnd: ended => {
      const spare = lastReflection(runsOf(deps, key))?.id;
      const before = ended.startedAt - LONGEST_KEPT_MS;
      const of = {kind: 'reflection', name: key, keep: MOST_KEPT, before} as const;
      forgetTranscripts(store, store.runs.prune({...of, spare}));
    },
  });
};

/** Messages that were cut off from another conversation may be covered by a reflection there. */
const seenToOf = (deps: ReflectionDeps, key: SessionKey, runs: readonly Run[]): Run['seenTo'] => {
  const own = lastReflection(runs)?.seenTo;
  const origin = deps.store.sessions.get(key)?.origin;
  return own ?? (origin?.how === 'cut' ? lastReflection(runsOf(deps, origin.session))?.seenTo : undefined);
};

/** Number of characters for the material, less for a small context. */
const roomIn = async (deps: ReflectionDeps): Promise<number> =>
  Math.min(MOST_CHARACTERS, ((await deps.contextTokens()) ?? USUAL_TOKENS) * SHARE_IN_CHARACTERS);

type Shown = {readonly limit: number; readonly pages: readonly CachedPage[]; readonly morePages: number};

const composed = async (
  deps: ReflectionDeps,
  {key, user, trust}: IdleSession,
  run: Run,
  {limit, ...shown}: Shown,
): Promise<Pick<Message, 'text' | 'frame' | 'limits'>> => {
  const {store} = deps;
  const [tools, topics] = await Promise.all([deps.tools(), reaches(trust, 'full') ? deps.topics() : undefined]);
  const before = runsOf(deps, key).filter(({id}) => id !== run.id);
  const after = seenToOf(deps, key, before);
  const failure =
    run.seenTo === undefined
      ? {messages: [], older: 0}
      : store.messages.between(key, {upTo: run.seenTo, limit: MOST_MESSAGES, after});
  const zone = deps.people.zoneOf(user);
  const transcript = reflectionInput({
    ...failure,
    zone,
    summarize: tools.summarize,
    copy: deps.copyPath(key),
    limit,
  });
  const noted = before.find(({status, output = ''}) => status === 'ran' && output.trim() !== '');
  const message = reflectionMessage({run, note: noted?.output?.trim(), ...shown, topics, zone, transcript});
  const limits = joinLimits(
    limitsOfContext(failure.messages, store.sessions.get(key)),
    noted && limitsOfRun(store, noted),
    shown.pages.map(pageLimit),
  );
  return {...message, limits};
};

const NOTHING_KEPT = 'At this trust the agent keeps no notes, so there is nothing to reflect on.';
/** A reflection handles pages one by one. */
const MOST_STEPS = 60;
/** The number of kept reflection runs per conversation, besides the last successful one. */
const MOST_KEPT = 30;
const LONGEST_KEPT_MS = 90 * DAY;
const MOST_MESSAGES = 500;
const MOST_CHARACTERS = 60_000;
/** About a third of the context; a token is about four characters. */
const SHARE_IN_CHARACTERS = 1.4;
const USUAL_TOKENS = 32_000;
const SHARE_OF_PAGES = 0.3;
