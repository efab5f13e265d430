// `rooster update`: puts a new version beside the installed one, tries it on a copy, and only then uses it. The old one
// stays for the way back. Nothing that fails, and no kill, leaves anything but the old version or the new one in use.
import {closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isAlive} from '../../../ipc/socket/is-alive.ts';
import {
  type ChosenVersion,
  forgetFailed,
  readChosen,
  readFailed,
  versionFile,
  writeChosen,
} from '../../../ipc/versions/chosen-version.ts';
import {noteFailedTrial} from '../../../ipc/versions/failed-update.ts';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {wantsJson} from '../args.ts';
import {type Args, type Run, UsageError} from '../arguments.ts';
import {askProgram} from '../client/ask-program.ts';
import {pause} from '../client/connect.ts';
import {NoDaemonError} from '../client/no-daemon-error.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import {contentLines, createBackup, isConfirmed, isContent, startAgain} from '../commands/backup.ts';
import {howToUpdate} from './installed-by.ts';
import {addVersion, foundVersion, isFolder, isNewer, removeOthers} from './packages.ts';
import {askSchema, tryVersion} from './trial.ts';

export const update: Run = async (world, args) => {
  const [word] = args.words;
  if (word !== undefined && !VERSION.test(word)) throw new UsageError(`"${word}" isn't a version such as 1.2.3`);
  if (args.switches.has('back')) return await takeBack(world, args);
  if (args.switches.has('yes')) throw new UsageError('--yes belongs to --back');
  const source = await sourceOf(world);
  if (world.print.onTerminal && !wantsJson(args) && !isFolder(source))
    world.print.note(`Asking ${source} for ${word === undefined ? 'the newest version' : `Rooster ${word}`}…`);
  const version = await foundVersion(source, word, world.env);
  if (version === undefined)
    throw new GatewayError(
      'not_found',
      `There is no ${word === undefined ? 'version of Rooster' : `Rooster ${word}`} in ${source}.`,
    );
  const isNews = word === undefined ? isNewer(version, world.version) : version !== world.version;
  const unfinished = isNews ? undefined : await findUnfinished(world);
  if (unfinished !== undefined && !args.switches.has('check')) {
    using _lock = lockUpdates(world);
    return await switchTo(world, args, unfinished.chosen);
  }
  if (args.switches.has('check') || !isNews)
    return tellFound(world, args, {version, isNews, daemon: unfinished?.daemon});
  const other = howToUpdate(world.program.entry, version);
  if (other !== undefined) throw new GatewayError('refused', other);
  using _lock = lockUpdates(world);
  return await updateTo(world, args, {source, version});
};

/** This version was chosen, and the daemon of another one runs: an update was killed between the two. */
const findUnfinished = async (world: CommandWorld) => {
  const chosen = readInUse(world);
  if (chosen?.tries === undefined) return undefined;
  const daemon = await runningVersion(world);
  return daemon === undefined || daemon === world.version ? undefined : {chosen, daemon};
};

/** `daemon`: the version of the running one, if it is not the one that is in use. */
type Found = {readonly version: string; readonly isNews: boolean; readonly daemon: string | undefined};

const tellFound = ({print, version: installed}: CommandWorld, args: Args, found: Found): ExitCode => {
  const {version, isNews, daemon} = found;
  const [word] = args.words;
  if (wantsJson(args)) print.json({installed, newest: version});
  else if (daemon !== undefined)
    print.line(
      `Rooster ${installed} is chosen, and its daemon is still ${daemon}. To finish the update: rooster update ${installed}`,
    );
  else if (isNews)
    print.line(
      `Rooster ${version} is there, and ${installed} is in use. To update: ${['rooster update', ...args.words].join(' ')}`,
    );
  else print.line(`Rooster ${installed} is ${word === undefined ? 'the newest version' : 'in use already'}.`);
  return 0;
};

const updateTo = async (
  world: CommandWorld,
  args: Args,
  {source, version}: {readonly source: string; readonly version: string},
): Promise<ExitCode> => {
  const {places, print, env, version: before} = world;
  const folder = places.versions;
  print.note(`Loading Rooster ${version}…`);
  await addVersion({source, version, folder, env});
  const {schema: beforeSchema} = await askSchema(world.program);
  let readableFrom = 0;
  if (existsSync(places.database)) {
    print.note('Trying it on a copy…');
    const copy = join(folder, `.copy-${before}.db`);
    try {
      await createBackup(world, copy, true);
      const old = {version: before, daemon: world.program.entry};
      const tried = {
        version,
        daemon: versionFile(folder, version, 'daemon.js'),
        command: versionFile(folder, version, 'rooster.js'),
      };
      ({readableFrom} = await tryVersion(world, {old, new: tried, copy}));
    } catch (cause) {
      noteFailedTrial(folder, version, errorMessage(cause));
      throw new GatewayError('failed', `${errorMessage(cause)} Nothing was changed: ${before} is in use.`, {cause});
    } finally {
      rmSync(copy, {force: true});
    }
  }
  if (readableFrom > beforeSchema)
    print.note(
      `Rooster ${before} can't read what ${version} writes: the way back will lose what comes after this update.`,
    );
  const inUse = readInUse(world);
  const {from, launcher} = inUse ?? {from: before, launcher: dirname(world.program.entry)};
  const earlier = inUse && {before: inUse.before, beforeSchema: inUse.beforeSchema, copy: inUse.copy};
  return await switchTo(world, args, {version, from, launcher, before, beforeSchema, earlier, tries: 0});
};

const switchTo = async (world: CommandWorld, args: Args, chosen: ChosenVersion): Promise<ExitCode> => {
  const {places, print} = world;
  const {version, before} = chosen;
  await use(world, chosen);
  removeOthers(places.versions, [version, before]);
  if (wantsJson(args)) print.json({version, before});
  else print.line(`Rooster ${version} is in use. The way back: rooster update --back`);
  return 0;
};

/** The record of the running version. Undefined if it is the installed one. */
const readInUse = ({places, version}: CommandWorld): ChosenVersion | undefined => {
  const chosen = readChosen(places.versions);
  return chosen?.version === version ? chosen : undefined;
};

const takeBack = async (world: CommandWorld, args: Args): Promise<ExitCode> => {
  const {print, program} = world;
  const chosen = readInUse(world);
  if (chosen === undefined || chosen.before === chosen.version)
    throw new GatewayError('not_found', 'There is no update to take back.');
  const {version, before, beforeSchema} = chosen;
  const {schema, readableFrom} = await askSchema(program);
  const isReadable = readableFrom === undefined || readableFrom <= beforeSchema;
  if (!isReadable && !(await isCopyWanted(world, args, chosen))) {
    print.note('Nothing was changed.');
    return 1;
  }
  using _lock = lockUpdates(world);
  const {from, launcher, earlier} = chosen;
  await use(
    world,
    isReadable
      ? {version: before, from, launcher, before: version, beforeSchema: schema, earlier, tries: 0}
      : {...chosen, leaves: 'with the copy'},
  );
  if (wantsJson(args)) print.json({version: before, before: version});
  else print.line(`Rooster ${before} is in use again. Forward again: rooster update ${version}`);
  return 0;
};

/** The version before can only use the copy from before the update. A person decides that, knowing what it lacks. */
const isCopyWanted = async (world: CommandWorld, args: Args, chosen: ChosenVersion): Promise<boolean> => {
  const {places, print} = world;
  const {version, before, copy} = chosen;
  const file = `${places.database}.v${copy}.backup`;
  const refusal = `Rooster ${before} can't read what ${version} has written, so ${version} stays in use.`;
  if (copy === undefined || !existsSync(file))
    throw new GatewayError('refused', `${refusal} There is no copy from before the update.`);
  const content = await askProgram(world, ['check-copy', file], isContent);
  if (!wantsJson(args)) for (const line of contentLines(world, content)) print.note(line);
  if (args.switches.has('yes')) return true;
  return await isConfirmed(world, {
    question: `Rooster ${before} can only use this backup. Go back to it?`,
    cannotAsk: new GatewayError('refused', `${refusal} To go back to that backup: rooster update --back --yes`),
  });
};

/** From here on the daemon carries on by itself, also without this command. Rejects when it went back, or stays. */
const use = async (world: CommandWorld, chosen: ChosenVersion): Promise<void> => {
  const {places, clock} = world;
  const isFailing = readFailed(places.versions)?.stays === true;
  const version = chosen.leaves === undefined ? chosen.version : chosen.before;
  forgetFailed(places.versions);
  const connection = await reachIfRunning(world);
  writeChosen(places.versions, chosen);
  if (connection === undefined) {
    if (chosen.leaves !== undefined) await leaveNow(world, chosen);
    // Without the failure a daemon would be running.
    if (isFailing) await startAgain(world);
    return;
  }
  await connection.client.call('daemon.restart', {});
  await connection[Symbol.asyncDispose]();
  const giveUpAt = clock.now() + READY_WITHIN_MS;
  let startAt = clock.now() + ALONE_MS;
  for (;;) {
    const running = await runningVersion(world);
    // It answers before it is ready, and may still fail.
    if (running === version && readChosen(places.versions)?.tries === undefined) return;
    failIfFailed(world, chosen, running);
    if (clock.now() >= giveUpAt)
      throw new GatewayError('failed', `Rooster ${version} doesn't answer yet. See its log: ${places.log}`);
    if (running !== undefined || world.lockHolder() !== undefined) startAt = clock.now() + ALONE_MS;
    else if (clock.now() >= startAt) {
      // It was killed, and nobody else starts it. The third time, the version before is used again.
      await startAgain(world).catch(() => undefined);
      startAt = clock.now() + ALONE_MS;
    }
    await pause(clock, BETWEEN_LOOKS_MS);
  }
};

/** Without a running daemon, its program goes back at once. */
const leaveNow = async ({program, places}: CommandWorld, {version}: ChosenVersion): Promise<void> => {
  const {stderr} = await program.ask(['leave-version', version]);
  if (readChosen(places.versions)?.version !== version) return;
  throw new GatewayError('failed', `${readFailed(places.versions)?.reason ?? stderr} Rooster ${version} stays in use.`);
};

const failIfFailed = ({places}: CommandWorld, {version, before, leaves}: ChosenVersion, running?: string): void => {
  const failed = readFailed(places.versions);
  if (failed?.version !== version) return;
  const {reason, stays} = failed;
  if (stays === true && leaves !== undefined)
    throw new GatewayError('failed', `${reason} Rooster ${version} stays in use.`);
  if (stays === true)
    throw new GatewayError(
      'failed',
      `Rooster ${version} did not start, and stays in use. ${reason} To use ${before} again, without that: rooster update --back`,
    );
  if (running !== undefined)
    throw new GatewayError('failed', `Rooster ${version} did not start, and ${running} is in use again. ${reason}`);
};

const runningVersion = async ({connect}: CommandWorld): Promise<string | undefined> => {
  try {
    await using connection = await connect({starts: false, patienceMs: PATIENCE_MS});
    return connection.hello.version;
  } catch (thrown) {
    if (thrown instanceof NoDaemonError) return undefined;
    throw thrown;
  }
};

const sourceOf = async (world: CommandWorld): Promise<string> => {
  const {config} = await askProgram(world, ['get-config', 'update.source'], hasConfig);
  return String(config);
};

const hasConfig = (value: unknown): value is {readonly config: unknown} => isRecord(value) && 'config' in value;

/** One update at a time. A file that a killed one has left is replaced. */
const lockUpdates = ({places, processId}: CommandWorld): Disposable => {
  const path = join(places.versions, 'updating');
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  if (existsSync(path)) {
    const other = Number(readFileSync(path, 'utf8'));
    if (isAlive(other)) throw new GatewayError('busy', `Another update is running (pid ${other}).`);
    rmSync(path, {force: true});
  }
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, String(processId));
  closeSync(file);
  return {[Symbol.dispose]: () => rmSync(path, {force: true})};
};

const VERSION = /^\d+\.\d+\.\d+$/u;
/** The daemon's own limit is shorter: it goes back by itself. */
const READY_WITHIN_MS = 3 * MINUTE;
const PATIENCE_MS = 2_000;
/** A daemon that restarts is seen earlier. */
const ALONE_MS = 10_000;
const BETWEEN_LOOKS_MS = 100;
