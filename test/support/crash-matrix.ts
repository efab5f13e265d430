// Shared by the matrices: the stories, made once; a pool with one case per processor; and a list of problems with their points. ROUNDS in
// the environment repeats every case that often.
import {availableParallelism} from 'node:os';
import {afterAll, beforeAll} from 'vitest';
import {errorMessage} from '../../src/shared/text/gateway-error.ts';
import {buildCrashChannel, type CrashChannel} from './crash-channel.ts';
import {answerToBob} from './crash-edits.ts';
import {comesToItsEnd} from './crash-oracle.ts';
import {FOUND} from './crash-output.ts';
import {openScene} from './crash-scene.ts';
import {ROUNDS} from './crash-steps.ts';
import {type Death, type Homes, makeStory, type StoryName, sameHome, TOLD, type Trace} from './crash-story.ts';
import {startEchoModel} from './echo-model.ts';
import type {Edit} from './packages.ts';
import {until} from './until.ts';

type Matrix = AsyncDisposable & {
  readonly trace: (name: StoryName) => Promise<Trace>;
};

/** The matrix of a file's or a block's tests. `homes`: those of a scene's daemons. */
export const matrixForTests = (homes: Homes = sameHome, edits: readonly Edit[] = []): Pick<Matrix, 'trace'> => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix(homes, edits);
  });
  afterAll(async () => {
    await matrix[Symbol.asyncDispose]();
  });
  return {trace: name => matrix.trace(name)};
};

const openMatrix = async (homes: Homes, edits: readonly Edit[]): Promise<Matrix> => {
  await using stack = new AsyncDisposableStack();
  const channel = stack.use(await buildCrashChannel(edits));
  const model = stack.use(
    await startEchoModel(words => {
      const toBob = answerToBob(words);
      if (toBob !== undefined) return toBob;
      const text = words.startsWith('⟦Scheduled task') ? TOLD : FOUND;
      return {kind: 'text', chunks: [text.slice(0, 6), text.slice(6)]};
    }),
  );
  const world = {channel, modelUrl: model.baseUrl};
  for (const name of WARMING) await warmUp(name, world);
  const stories = new Map<StoryName, Promise<Trace>>();
  const owned = stack.move();
  return {
    trace: name => {
      const made = stories.get(name) ?? makeStory(name, {...world, homes}).then(trace => owned.use(trace));
      stories.set(name, made);
      return made;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** One whole story, which fills Node's compile cache. */
const warmUp = async (
  name: StoryName,
  world: {readonly channel: CrashChannel; readonly modelUrl: string},
): Promise<void> => {
  using trace = await makeStory(name, {...world, homes: sameHome});
  using scene = openScene(trace);
  await using daemon = await scene.start();
  await until('the first story is over', scene.isOver, LIMIT_MS);
  daemon.signal('SIGUSR2');
  const isKept = () => scene.steps().some(step => step.startsWith('what was compiled is kept'));
  await until('what was compiled is kept', isKept);
};

/** One story of each program. */
const WARMING = ['a cron announcement', 'a reminder for the agent'] as const;

/** A case: the points where consecutive daemons die, before the last one may finish. */
export type Case = readonly Death[];

/** One case for each step. */
export const atEach = (steps: readonly string[]): readonly Case[] => steps.map(at => [{at}]);

/** Plays a case and checks its result. Returns whether the last death was reached. */
export const play = async (trace: Trace, deaths: Case): Promise<boolean> => {
  using scene = openScene(trace);
  let reached = true;
  for (const death of deaths) {
    if ('stopsAt' in death) {
      await scene.stops(death.stopsAt);
      continue;
    }
    const end = await scene.dies(death);
    if (end !== undefined && end.signal !== 'SIGKILL') throw new Error(`it ended by itself: ${end.stderr}`);
    reached = end !== undefined;
  }
  await comesToItsEnd(scene);
  return reached;
};

/** The steps of a daemon that isn't killed, after these deaths of others. */
export const stepsOf = async (trace: Trace, after: Case = []): Promise<readonly string[]> => {
  using scene = openScene(trace);
  for (const death of after) await scene.dies(death);
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

/** Allows for the rounds, and for a machine that runs everything in parallel. */
export const LIMIT_MS = 300_000 * (1 + ROUNDS);
const AT_ONCE = Math.min(4, availableParallelism());
