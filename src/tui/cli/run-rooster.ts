// One call of `rooster`: finds the verb, runs it, and turns any error into a sentence and an exit code.

import {type Names, NO_NAMES} from '../../shared/record-text/names.ts';
import type {DaemonAddress, Host} from '../../shared/records/host.ts';
import {type Environment, placesOf} from '../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {ShownZone} from '../format/shown-zone.ts';
import {wantsJson} from './args.ts';
import {type Args, onlyReads, type Parsed, parseArguments, UsageError, type Verb} from './arguments.ts';
import type {Connect} from './client/connect.ts';
import {followMoved} from './client/follow-moved.ts';
import {MovedVerb, NoDaemonError, noneRuns, socketGone} from './client/no-daemon-error.ts';
import {reachDaemon} from './client/reach-daemon.ts';
import {reachHost} from './client/reach-host.ts';
import {reachIfRunning} from './client/reach-if-running.ts';
import {withReasons} from './client/slow-answers.ts';
import type {CommandWorld, ExitCode, Input, RunAt} from './command.ts';
import {canAnswer, lineFor, yesOrNo} from './commands/yes-or-no.ts';
import {helpFor} from './help.ts';
import {chosenHost, noteHost, placesAt, withoutHost} from './host/chosen-host.ts';
import {createPrint, type Outlet, type Print} from './print.ts';
import {ENTRIES, LINE_BY_LINE, ROOT_OPTIONS} from './verbs.ts';

/** The process as a command sees it. Streams are opened on first use, because opening costs time. */
type CommandProcess = {
  readonly version: string;
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly platform: string;
  readonly userHome: string;
  readonly processId: number;
  readonly clock: Clock;
  readonly shownZone: ShownZone;
  readonly stdin: () => Input;
  readonly stdout: () => NodeJS.WritableStream & Outlet;
  readonly stderr: () => Outlet;
  /** The running Node, and the daemon's entry file next to this one. */
  readonly node: string;
  readonly daemonEntry: string;
  /** The words that call Rooster on the machine of the person, who runs this over ssh; else undefined. */
  readonly calledAs: string | undefined;
  readonly runAt: RunAt;
  /** Runs the terminal UI line by line; resolves with the exit code when the person quits. */
  readonly openPlain: (world: CommandWorld, options: ScreenOptions) => Promise<number>;
  /** Runs the terminal UI full screen; resolves with the exit code when the person quits. */
  readonly openScreen: (world: CommandWorld, options: ScreenOptions) => Promise<number>;
};

export type ScreenOptions = {
  /** The first session. */
  readonly session: string | undefined;
  /** Use ASCII signs only. */
  readonly ascii: boolean;
  /** Nothing can be changed from the terminal UI. */
  readonly watches: boolean;
};

export const runRooster = async (own: CommandProcess): Promise<number> => {
  let calledAs = own.calledAs;
  const print = createPrint(own.stdout(), own.stderr, own.env, () => calledAs);
  let path: readonly string[] = [];
  try {
    const {host, words} = withoutHost(own.argv);
    const parsed = parseArguments(words, ENTRIES, ROOT_OPTIONS);
    if (parsed.kind === 'run') path = parsed.path;
    const onHost = (found: Host | undefined): Host | undefined => {
      calledAs ??= found?.called;
      return found;
    };
    return await run(own, print, parsed, {flag: host, words, onHost});
  } catch (thrown) {
    return explain(print, thrown, path);
  }
};

/** The words of the command without `--host`, and its host. */
type Called = {
  readonly flag: string | undefined;
  readonly words: readonly string[];
  /** From then on the host is in the commands of sentences. */
  readonly onHost: (host: Host | undefined) => Host | undefined;
};

const run = async (own: CommandProcess, print: Print, parsed: Parsed, called: Called): Promise<number> => {
  switch (parsed.kind) {
    case 'version':
      print.line(own.version);
      return 0;
    case 'help':
      print.line(helpFor(parsed.path));
      return 0;
    case 'misuse':
      return misuse(print, parsed.sentence, parsed.path);
    case 'run': {
      const host = parsed.verb.place === 'here' ? undefined : hostOf(own, called);
      const atHost = (there: Host): Promise<number> =>
        runAtHost(own, print, parsed, {host: there, words: called.words});
      if (host !== undefined && parsed.verb.place === 'host') return await atHost(host);
      try {
        return await runVerb(parsed.verb, worldOf(own, print, host, parsed.verb), parsed.args);
      } catch (thrown) {
        // A command that was sent here over ssh isn't sent on.
        if (!(thrown instanceof MovedVerb) || own.calledAs !== undefined) throw thrown;
        return await atHost(thrown.host);
      }
    }
    case 'open':
      return await open(own, print, parsed.args, hostOf(own, called));
  }
};

type There = {readonly host: Host; readonly words: readonly string[]};

/** Runs a verb that needs the machine of the daemon, on that machine. */
const runAtHost = async (
  own: CommandProcess,
  print: Print,
  {verb, args}: Extract<Parsed, {kind: 'run'}>,
  {host, words}: There,
): Promise<number> => {
  if (verb.fromHere !== undefined)
    return await verb.fromHere(worldOf(own, print, host), args, {host, runAt: own.runAt});
  const {code} = await own.runAt(host, words);
  if (code === 0 && !onlyReads(verb, args)) noteHost(print, host, args);
  return code;
};

const hostOf = ({env, userHome}: CommandProcess, {flag, onHost}: Called): Host | undefined =>
  onHost(chosenHost({flag, env, places: placesOf(env, userHome)}));

const open = async (own: CommandProcess, print: Print, args: Args, host: Host | undefined): Promise<number> => {
  const world = worldOf(own, print, host);
  const {env} = own;
  const options = {
    session: args.values['session'],
    ascii: args.switches.has('ascii'),
    watches: args.switches.has('watch'),
  };
  const hasScreen = print.onTerminal && own.stdin().isTTY === true && env['TERM'] !== 'dumb';
  if (options.watches && (!hasScreen || args.switches.has('plain')))
    return misuse(print, '--watch needs the full screen. For lines of text: rooster watch.', []);
  if (args.switches.has('plain') || env['ACCESSIBLE']) return await own.openPlain(world, options);
  if (!print.onTerminal || own.stdin().isTTY !== true) return await LINE_BY_LINE.run(world, args);
  return env['TERM'] === 'dumb' ? await own.openPlain(world, options) : await own.openScreen(world, options);
};

const worldOf = (
  own: CommandProcess,
  print: Print,
  host: Host | undefined,
  {follows, place}: Pick<Verb, 'follows' | 'place'> = {},
): CommandWorld => {
  const {version, platform, userHome, processId, clock, shownZone, node, daemonEntry: entry} = own;
  const env = own.env;
  const ownPlaces = placesOf(env, userHome);
  const places = host === undefined ? ownPlaces : placesAt(ownPlaces, host);
  const onStarted = (): void => {
    if (own.stderr().isTTY === true)
      print.note('Started the daemon in the background. To stop it: rooster daemon stop');
  };
  let names = NO_NAMES;
  const onWaiting = (pid: number): void => print.note(`${socketGone(pid)} Waiting for it to come back…`);
  const onNames = (known: Names | undefined): void => {
    names = known ?? NO_NAMES;
  };
  let movedTo: DaemonAddress | undefined;
  const reached = {version, clock, onZone: shownZone.follow, onNames};
  const ssh = {onTerminal: () => own.stdin().isTTY === true, onOther: print.note};
  const daemon =
    host === undefined
      ? reachDaemon({
          ...reached,
          places,
          env,
          node,
          entry,
          onStarted,
          onWaiting,
          onStarting: ms => print.note(`The daemon is starting (${Math.round(ms / SECOND)} s so far).`),
        })
      : reachHost({...reached, ...ssh, host});
  const connect =
    follows === 'none'
      ? daemon.connect
      : followMoved(daemon.connect, {
          ...{...reached, ...ssh, places: ownPlaces, host, follows},
          needsMachine: place === 'host',
          onMoved: at => {
            movedTo = at;
          },
        });
  return {
    host,
    version,
    env,
    places,
    platform,
    userHome,
    processId,
    clock,
    shownZone,
    names: () => names,
    print,
    ...daemon,
    connect: withReasons(connect, {clock, version, note: print.note}),
    movedTo: () => movedTo,
    get stdin() {
      return own.stdin();
    },
    get stdout() {
      return own.stdout();
    },
  };
};

const explain = (print: Print, thrown: unknown, path: readonly string[]): ExitCode => {
  if (thrown instanceof UsageError) return misuse(print, thrown.message, path);
  print.failure(errorMessage(thrown));
  if (thrown instanceof NoDaemonError) return 3;
  if (!(thrown instanceof GatewayError) && thrown instanceof Error && thrown.stack !== undefined)
    print.note(thrown.stack);
  return 1;
};

const misuse = (print: Print, sentence: string, path: readonly string[]): ExitCode => {
  print.failure(sentence);
  print.note(`See: ${['rooster', ...path, '--help'].join(' ')}`);
  return 2;
};

/** Runs a verb. A verb that only reads doesn't start the daemon: it asks, or says that none runs. */
export const runVerb = async (verb: Verb, world: CommandWorld, args: Args): Promise<ExitCode> => {
  if (onlyReads(verb, args)) return await verb.run(withoutStarting(world, args), args);
  const code = await verb.run(world, args);
  const moved = world.movedTo();
  const host = moved?.kind === 'host' ? moved.host : world.host;
  if (code === 0 && host !== undefined) noteHost(world.print, host, args);
  return code;
};

/** Without a daemon nothing rings, so a person at the terminal is asked whether to start it. */
const withoutStarting = (world: CommandWorld, args: Args): CommandWorld => {
  const connect: Connect = async (options = {}) => {
    if (options.starts === false) return await world.connect(options);
    const connection = await reachIfRunning(world, options);
    if (connection !== undefined) return connection;
    if (!wantsJson(args) && (await isToStart(world))) return await world.connect(options);
    throw new NoDaemonError(noneRuns(world.host), {daemonState: 'absent'});
  };
  // Not a copy, which would open the streams.
  return Object.create(world, {connect: {value: connect}}) as CommandWorld;
};

/** False if nobody can answer. Enter alone means yes. */
const isToStart = async (world: CommandWorld): Promise<boolean> => {
  if (!canAnswer(world)) return false;
  const line = await lineFor(world, "The daemon isn't running, so nothing will ring. Start it? [Y/n] ");
  return line !== undefined && (line.trim() === '' || yesOrNo(line) === true);
};
