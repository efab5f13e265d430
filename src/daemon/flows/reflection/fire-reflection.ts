// The reflection on a quiet conversation: an isolated session is shown what was said since the last one, tends the agent's notes with
// tools of its own, and its last words are the note for the next. Nothing of it is put into the conversation. Up to which message it
// sees is claimed with the run, so that what is said meanwhile is the next one's.
import {wordsFor} from '../../../shared/gateway-error.ts';
import type {Run} from '../../../shared/jobs.ts';
import {memoryFile} from '../../../shared/memory-file.ts';
import {reflectionSession, type SessionKey} from '../../../shared/session-key.ts';
import {DAY, type EpochMs, LATE_AFTER_MS} from '../../../shared/time.ts';
import {reaches} from '../../../shared/trust.ts';
import type {CachedPage, PageCache, World} from '../../ports.ts';
import type {QuietJob, QuietSession} from '../../schedule/quiet-job.ts';
import {reflectionInput} from '../../schedule/reflection-input.ts';
import {
  lastReflection,
  NEWS_OF,
  planReflection,
  type ReflectionPlan,
  type ReflectionRules,
} from '../../schedule/reflection-policy.ts';
import {forgetTranscripts} from '../../turns/run-transcript.ts';
import type {TurnTools} from '../../turns/run-turn.ts';
import type {JobRunner} from '../run-job.ts';
import type {ReflectionDeeds} from './reflection-deeds.ts';
import {listedPages, reflectionPrompt} from './reflection-prompt.ts';

type ReflectionDeps = World & {
  readonly rules: () => ReflectionRules;
  readonly jobs: JobRunner;
  readonly tools: () => Promise<Pick<TurnTools, 'summarize'>>;
  readonly pagesFor: ReflectionDeeds['pagesFor'];
  readonly cache: Pick<PageCache, 'clear'>;
  /** The topics that references are kept under. */
  readonly topics: () => Promise<readonly string[]>;
  readonly zoneOf: (user: string | undefined) => string;
  /** The readable copy of a conversation. */
  readonly copyPath: (session: SessionKey) => string;
  /** How much fits into the model that is asked first, as far as is known. */
  readonly contextTokens: () => Promise<number | undefined>;
};

export const createReflection = (deps: ReflectionDeps): QuietJob => {
  const planOf = (session: QuietSession): ReflectionPlan => {
    if (memoryFile(session) === undefined) return {kind: 'none', why: NOTHING_KEPT};
    const runs = runsOf(deps, session.key);
    const news = deps.store.messages.newestOf(session.key, NEWS_OF, lastReflection(runs)?.seenTo);
    return planReflection(deps.rules(), {quietSince: session.quietSince, newsAt: news?.at, runs});
  };
  return {
    kind: 'reflection',
    nextAt: session => {
      const plan = planOf(session);
      return plan.kind === 'at' ? plan.at : undefined;
    },
    why: session => {
      const plan = planOf(session);
      return plan.kind === 'none' ? plan.why : undefined;
    },
    fire: (session, now) => {
      const plan = planOf(session);
      if (plan.kind === 'none' || plan.at > now) return;
      const run = claim(deps, session.key, plan, now);
      if (run !== undefined) void work(deps, session, run);
    },
    carryOn: (run, session) => {
      const why = 'why' in session ? session.why : tooOften(run);
      // Its turn has ended: nothing is left to do but to say so.
      if (run.output !== undefined) end(deps, run, {status: 'ran'});
      else if (why === undefined && !('why' in session)) void work(deps, session, run);
      else end(deps, run, {status: 'failed', error: `It was interrupted, and not begun again: ${why ?? ''}`});
    },
  };
};

const runsOf = ({store}: ReflectionDeps, session: SessionKey): readonly Run[] =>
  store.runs.list({kind: 'reflection', name: session, limit: MOST_KEPT + 2});

/** The instant that was due, or this one where that has been claimed: what is new need not have come from a person. */
const claim = (
  {store, ids}: ReflectionDeps,
  session: SessionKey,
  {at, because}: Extract<ReflectionPlan, {kind: 'at'}>,
  now: EpochMs,
): Run | undefined =>
  store.transact(emit => {
    const seenTo = store.messages.newest(session)?.id;
    const claimed = [at, now].reduce<Run | undefined>(
      (run, scheduledFor) =>
        run ??
        store.runs.claim({
          id: ids.next('run'),
          kind: 'reflection',
          name: session,
          session: reflectionSession(session),
          status: 'running',
          scheduledFor,
          startedAt: now,
          attempt: 1,
          late: now - scheduledFor > LATE_AFTER_MS,
          schedule: because,
          ...(seenTo === undefined ? {} : {seenTo}),
        }),
      undefined,
    );
    if (claimed !== undefined) emit({type: 'run.started', session: claimed.session, cause: session, run: claimed});
    return claimed;
  });

const work = async (deps: ReflectionDeps, session: QuietSession, run: Run): Promise<void> => {
  const {store, clock, jobs, log} = deps;
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
      const prompt = await composed(deps, session, kept, {
        limit,
        pages: listed,
        morePages: pages.length - listed.length,
      });
      // What the last one did is with its run.
      store.transact(emit => {
        if (store.sessions.get(run.session) === undefined) return;
        store.sessions.reset(run.session, clock.now());
        emit({type: 'session.reset', session: run.session, cause: run.id});
      });
      return prompt;
    },
    modelOnly: true,
    mostSteps: MOST_STEPS,
    trust,
    ...(user === undefined ? {} : {user}),
    targets: [],
    announce: 'none',
    // Its last words are its note, whatever they are.
    judge: text => ({kind: 'report', text}),
    // Exactly what it was shown, and only as it was then. Of one that ended without a word nothing is known to be done.
    keep: async () => {
      await deps.cache.clear(listed).catch((error: unknown) => {
        log.warn({run: run.id, error}, `the web cache could not be cleared: ${wordsFor(error)}`);
      });
    },
    onEnd: ended => {
      const spare = lastReflection(runsOf(deps, key))?.id;
      const before = ended.startedAt - LONGEST_KEPT_MS;
      const of = {kind: 'reflection', name: key, keep: MOST_KEPT, before} as const;
      forgetTranscripts(store, store.runs.prune({...of, ...(spare === undefined ? {} : {spare})}));
    },
  });
};

/** How many characters may be told: less where the model's window is small. */
const roomIn = async (deps: ReflectionDeps): Promise<number> =>
  Math.min(MOST_CHARACTERS, ((await deps.contextTokens()) ?? USUAL_TOKENS) * SHARE_IN_CHARACTERS);

type Shown = {readonly limit: number; readonly pages: readonly CachedPage[]; readonly morePages: number};

const composed = async (
  deps: ReflectionDeps,
  {key, user, trust}: QuietSession,
  run: Run,
  {limit, ...shown}: Shown,
): Promise<ReturnType<typeof reflectionPrompt>> => {
  const {store} = deps;
  const [tools, topics] = await Promise.all([deps.tools(), reaches(trust, 'full') ? deps.topics() : undefined]);
  const before = runsOf(deps, key).filter(({id}) => id !== run.id);
  const after = lastReflection(before)?.seenTo;
  const said =
    run.seenTo === undefined
      ? {messages: [], older: 0}
      : store.messages.between(key, {upTo: run.seenTo, limit: MOST_MESSAGES, ...(after === undefined ? {} : {after})});
  const zone = deps.zoneOf(user);
  const transcript = reflectionInput({
    ...said,
    zone,
    summarize: tools.summarize,
    copy: deps.copyPath(key),
    limit,
  });
  const note = before.find(({status, output = ''}) => status === 'ran' && output.trim() !== '')?.output?.trim();
  return reflectionPrompt({run, note, ...shown, topics, zone, transcript});
};

/** What kills the daemon each time must not be begun for ever. */
const tooOften = ({attempt}: Run): string | undefined =>
  attempt > MOST_ATTEMPTS ? `It was interrupted ${attempt - 1} times.` : undefined;

const end = ({store, clock}: ReflectionDeps, run: Run, how: Pick<Run, 'status' | 'error'>): void =>
  store.transact(emit => {
    const ended: Run = {...run, ...how, endedAt: clock.now()};
    store.runs.update(ended, run);
    emit({type: 'run.ended', session: run.session, cause: run.name, run: ended});
  });

const NOTHING_KEPT = 'Of somebody at this trust nothing is kept, so there is nothing to tend.';
const MOST_ATTEMPTS = 3;
/** A reflection goes through pages one by one. */
const MOST_STEPS = 60;
/** What is kept of a conversation's reflections, besides the last that succeeded. */
const MOST_KEPT = 30;
const LONGEST_KEPT_MS = 90 * DAY;
const MOST_MESSAGES = 500;
const MOST_CHARACTERS = 60_000;
/** Of a window, a third or so: a token is about four characters. */
const SHARE_IN_CHARACTERS = 1.4;
const USUAL_TOKENS = 32_000;
const SHARE_OF_PAGES = 0.3;
