// Shared by the matrices: the stories, made once; a pool with one case per processor; and a list of problems with their points. ROUNDS in
// the environment repeats every case that often.
import {availableParallelism} from 'node:os';
import {errorMessage} from '../../src/shared/records/gateway-error.ts';
import {answerToBob} from './crash-edits.ts';
import {comesToItsEnd} from './crash-oracle.ts';
import {FOUND} from './crash-output.ts';
import {buildCrashPrograms, type CrashPrograms} from './crash-programs.ts';
import {isCommit, ROUNDS} from './crash-steps.ts';
import {type Death, makeStory, openScene, type StoryName, TOLD, type Trace} from './crash-story.ts';
import {startEchoModel} from './echo-model.ts';
import {until} from './until.ts';

export type Matrix = AsyncDisposable & {
  readonly programs: CrashPrograms;
  readonly modelUrl: string;
  readonly trace: (name: StoryName) => Promise<Trace>;
};

export const openMatrix = async (): Promise<Matrix> => {
  await using stack = new AsyncDisposableStack();
  const programs = stack.use(await buildCrashPrograms());
  const model = stack.use(
    await startEchoModel(words => {
      const toBob = answerToBob(words);
      if (toBob !== undefined) return toBob;
      const text = words.startsWith('⟦Scheduled task') ? TOLD : FOUND;
      return {kind: 'text', chunks: [text.slice(0, 6), text.slice(6)]};
    }),
  );
  await warmUp(programs, model.baseUrl);
  const stories = new Map<StoryName, Promise<Trace>>();
  const owned = stack.move();
  return {
    programs,
    modelUrl: model.baseUrl,
    trace: name => {
      const made = stories.get(name) ?? makeStory(name, programs, model.baseUrl).then(trace => owned.use(trace));
      stories.set(name, made);
      return made;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** One whole story, which fills Node's compile cache. */
const warmUp = async (programs: CrashPrograms, modelUrl: string): Promise<void> => {
  using trace = await makeStory('a cron announcement', programs, modelUrl);
  using scene = openScene(trace);
  await using daemon = await scene.start();
  await until('the first story is over', scene.isOver, LIMIT_MS);
  daemon.signal('SIGUSR2');
  const isKept = () => scene.steps().some(step => step.startsWith('what was compiled is kept'));
  await until('what was compiled is kept', isKept);
};

/** A case: the points where consecutive daemons die, before the last one may finish. */
export type Case = readonly Death[];

/** One case for each step. */
export const atEach = (steps: readonly string[]): readonly Case[] => steps.map(at => [{at}]);

/** Plays a case and checks its result. Returns whether the last death was reached. */
export const play = async (trace: Trace, deaths: Case): Promise<boolean> => {
  using scene = openScene(trace);
  let reached = true;
  for (const death of deaths) {
    const end = await scene.dies(death);
    if (end !== undefined && end.signal !== 'SIGKILL') throw new Error(`it ended by itself: ${end.stderr}`);
    reached = end !== undefined;
  }
  await comesToItsEnd(scene);
  return reached;
};

/** The steps of a daemon that isn't killed. */
export const stepsOf = async (trace: Trace): Promise<readonly string[]> => {
  using scene = openScene(trace);
  await scene.dies({at: 'never'});
  return scene.steps();
};

/** Plays all cases, several at a time. `problems` describes the failures; `deaths` counts the cases that reached the last death. */
export const playAll = async (
  trace: Trace,
  cases: readonly Case[],
): Promise<{readonly problems: readonly string[]; readonly deaths: number}> => {
  let deathsReached = 0;
  const left = Array.from({length: ROUNDS}, () => cases).flat();
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let deaths = left.shift(); deaths !== undefined; deaths = left.shift()) {
      const where = JSON.stringify(deaths);
      try {
        if (await play(trace, deaths)) deathsReached += 1;
      } catch (error) {
        problems.push(`${trace.name}, ${where}: ${errorMessage(error)}`);
      }
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  return {problems, deaths: deathsReached};
};

/** The commit that a step belongs to; a step outside of any commit is itself. */
export const commitOf = (steps: readonly string[], step: string): string => {
  if (!/^(?:before|after) /u.test(step)) return step;
  return steps.slice(0, steps.indexOf(step) + 1).findLast(isCommit) ?? step;
};

/** Allows for the rounds, and for a machine that runs everything in parallel. */
export const LIMIT_MS = 60_000 * (1 + ROUNDS);
const AT_ONCE = Math.min(4, availableParallelism());
