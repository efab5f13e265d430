// The scene of a story: daemons live and die on copies of its home, one after the other.
import {cpSync} from 'node:fs';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {restsOrDies} from './armed-daemon.ts';
import {isStopped} from './asleep.ts';
import {linesOf} from './crash-edits.ts';
import {type Death, isOver, optionsOf, placesIn, sameHome, type Trace} from './crash-story.ts';
import {type DaemonEnd, type DaemonProcess, type RealDaemon, spawnDaemon, startRealDaemon} from './real-daemon.ts';
import {removeFolder, tempDir} from './temp-dir.ts';
import {until} from './until.ts';
import {type Watcher, watchEvents} from './watch-events.ts';

/** The story's state after its daemon has died there. */
export const storyAfter = async (trace: Trace, death: Death): Promise<Trace> => {
  const scene = openScene(trace);
  const end = await scene.dies(death);
  if (end?.signal !== 'SIGKILL') throw new Error(`it was to die, and did not: ${JSON.stringify(death)} ${end?.stderr}`);
  return {
    ...trace,
    home: scene.home,
    world: scene.world,
    deaths: scene.deaths(),
    [Symbol.dispose]: scene[Symbol.dispose],
  };
};

/** A copy of the story's home in which daemons start one after the other. */
export const openScene = (trace: Trace): Scene => {
  const folder = tempDir();
  const {home: first, world} = placesIn(folder.path);
  // Without a socket, which can't be copied.
  cpSync(trace.home, first, {recursive: true, filter: source => !source.endsWith('.sock')});
  cpSync(trace.world, world, {recursive: true});
  const isInFleet = trace.homes !== sameHome;
  const nextHome = trace.homes(first);
  let home = first;
  let lives = 0;
  let deaths = trace.deaths;
  const watchers: Watcher[] = [];
  const stopped: Stopped[] = [];
  const late: string[] = [];
  // A step counts in one life.
  const notesOf = (life: number): string => `${folder.path}/notes-${life}`;
  const notes = (): string => notesOf(lives);
  const optionsFor = async (death?: Death) => {
    // The next daemon of a fleet has nothing but the content of PostgreSQL.
    if (isInFleet && lives > 0 && !stopped.some(({daemon}) => isStopped(daemon.pid))) removeFolder(home);
    home = await nextHome();
    lives += 1;
    if (death !== undefined && isInFleet) watchers.push(watchEvents(home));
    return optionsOf(trace, {home, world}, {notes: notes(), ...(death === undefined ? {} : {death})});
  };
  return {
    trace,
    world,
    get home() {
      return home;
    },
    steps: () => linesOf(notes()),
    lives: () => Array.from({length: lives}, (_, index) => linesOf(notesOf(index + 1))),
    post: () => linesOf(`${world}/post`).map(line => JSON.parse(line)),
    isOver: () => isOver(home, trace),
    start: async () => startRealDaemon(await optionsFor()),
    seen: () => watchers.flatMap(({events}) => events()),
    stops: async at => {
      const daemon = spawnDaemon(await optionsFor({stopsAt: at}));
      stopped.push({daemon, notes: notes(), at});
      await until(`it stops ${at}`, () => isStopped(daemon.pid));
      deaths += 1;
    },
    goOn: async () => {
      for (const {daemon, notes: own, at} of stopped) {
        daemon.signal('SIGCONT');
        await until(`the daemon that stopped ${at} ends`, daemon.isOver);
        const steps = linesOf(own);
        const effects = steps.slice(steps.indexOf(at) + 1).filter(step => / asked #/u.test(step));
        // Of two sessions, one may have asked the model in the moment in which the other one stopped. Its answer can't be stored.
        const isAlone = trace.addresses.length === 1;
        late.push(...effects.filter(step => isAlone || !step.startsWith('model')));
      }
    },
    late: () => late,
    dies: async death => {
      await using daemon = spawnDaemon(await optionsFor(death));
      const isDead = daemon.isOver;
      const neither = (): string => `its death or its end: ${linesOf(notes()).join('; ')}`;
      await until(neither, () => isDead() || isOver(home, trace));
      await restsOrDies(daemon);
      const isAt = 'at' in death && linesOf(notes()).some(step => step === death.at);
      if (!isDead() && !isAt) return undefined;
      deaths += 1;
      return await daemon.ended;
    },
    deaths: () => deaths,
    [Symbol.dispose]: () => {
      for (const {daemon} of stopped) daemon.signal('SIGKILL');
      for (const watcher of watchers) watcher[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
};

export type Scene = Disposable & {
  readonly trace: Trace;
  readonly world: string;
  /** The home of the newest daemon. */
  readonly home: string;
  /** The steps of the newest daemon, in order. */
  readonly steps: () => readonly string[];
  /** The steps of each daemon, in order. */
  readonly lives: () => readonly (readonly string[])[];
  /** The texts that the channel got. */
  readonly post: () => readonly {readonly key: string; readonly to: string; readonly repeat: boolean}[];
  readonly isOver: () => boolean;
  readonly start: () => Promise<RealDaemon>;
  /** A daemon lives until it dies there; undefined when the story finished before (then it is killed there). */
  readonly dies: (death: Death) => Promise<DaemonEnd | undefined>;
  /** A daemon stops there. */
  readonly stops: (at: string) => Promise<void>;
  /** The stopped ones go on, and resolves when they have ended. */
  readonly goOn: () => Promise<void>;
  /** Requests of a stopped daemon after it went on. */
  readonly late: () => readonly string[];
  /** The events that clients of daemons saw which died or stopped. Only of those that a daemon elsewhere follows. */
  readonly seen: () => readonly GatewayEvent[];
  /** The number of deaths and stops. */
  readonly deaths: () => number;
};

type Stopped = {readonly daemon: DaemonProcess; readonly notes: string; readonly at: string};
