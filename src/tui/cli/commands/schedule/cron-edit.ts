// `rooster cron add|edit|rm|enable|disable`: creates and changes jobs. The daemon checks and writes the files.
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import type {Params} from '../../../../ipc/method-table.ts';
import type {Client} from '../../../../ipc/protocol.ts';
import {isEmpty} from '../../../../shared/fields/is-empty.ts';
import {errorMessage, GatewayError} from '../../../../shared/text/gateway-error.ts';
import {wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {type Args, UsageError} from '../../arguments.ts';
import {ask, askAndPrint, show} from '../../ask.ts';
import type {CommandWorld, ExitCode} from '../../command.ts';
import {cronWritten} from '../../format/format-cron.ts';
import {answerTo, canAnswer} from '../yes-or-no.ts';

export const addCron: Run = async (world, args) => {
  const fields = fieldsOf(args);
  if (fields.prompt === undefined && fields.run === undefined)
    throw new UsageError('say what the job does: --prompt TEXT or --run COMMAND');
  const request = {name: wordAt(args, 0, 'NAME'), ...fields};
  return await askAndPrint(world, args, 'cron.create', request, job => cronWritten(world, 'Created', job));
};

/** Options change single fields. Without options the command opens the file in the person's editor. */
export const editCron: Run = async (world, args) => {
  const name = wordAt(args, 0, 'NAME');
  const fields = fieldsOf(args);
  const unset = args.values['unset']?.split(',').map(key => key.trim());
  if (!isEmpty(fields) || unset !== undefined) {
    const change = {name, ...fields, unset};
    return await askAndPrint(world, args, 'cron.edit', change, job => cronWritten(world, 'Changed', job));
  }
  if (wantsJson(args)) throw new UsageError('--json needs an option to change, such as --schedule');
  if (!canAnswer(world) && editorIn(world) === undefined)
    throw new UsageError('the editor needs a terminal; say what to change, such as --schedule "every weekday at 9"');
  await using connection = await world.connect();
  return await editInEditor(world, connection.client, name);
};

export const removeCron: Run = async (world, args) => {
  const name = wordAt(args, 0, 'NAME');
  if (!args.switches.has('yes')) {
    const {file} = await ask(world, 'cron.source', {name});
    if (!canAnswer(world)) throw new UsageError(`rm deletes ${file}; add --yes to skip the question`);
    if ((await answerTo(world, `Delete ${file}? [y/N] `)) !== true) {
      world.print.note('Nothing was deleted.');
      return 1;
    }
  }
  return await askAndPrint(world, args, 'cron.remove', {name}, ({removed}) => `Deleted ${removed}.`);
};

export const enableCron: Run = (world, args) => switchCron(world, args, true);
export const disableCron: Run = (world, args) => switchCron(world, args, false);

const switchCron = (world: CommandWorld, args: Args, enabled: boolean) =>
  askAndPrint(world, args, 'cron.enable', {name: wordAt(args, 0, 'NAME'), enabled}, job =>
    enabled ? cronWritten(world, 'Enabled', job) : `Disabled ${job.name}: rooster cron enable ${job.name}`,
  );

type JobFields = Omit<Params<'cron.create'>, 'name'>;

const fieldsOf = ({values}: Args): JobFields => {
  const {
    schedule,
    start,
    at,
    after,
    tz,
    prompt,
    run,
    gate,
    sandbox,
    user,
    deliver,
    announce,
    missed,
    retry,
    model,
    timeout,
  } = values;
  const addresses = deliver?.split(',').map(address => address.trim());
  return {
    schedule,
    start,
    at,
    after,
    timezone: tz,
    prompt,
    run,
    gate,
    user,
    deliver: addresses?.length === 1 ? addresses[0] : addresses,
    announce,
    missed,
    retry,
    sandbox,
    model,
    timeout,
  };
};

/**
 * Repeats until the daemon accepts the text or the person gives up. The rejected text is then saved beside the
 * database.
 */
const editInEditor = async (world: CommandWorld, client: Client, name: string): Promise<ExitCode> => {
  const {file, content} = await client.call('cron.source', {name});
  const folder = mkdtempSync(join(tmpdir(), 'rooster-'));
  const path = join(folder, basename(file));
  try {
    writeFileSync(path, content, {mode: 0o600});
    for (;;) {
      const failure = await openEditor(world, path);
      const edited = readText(path) ?? content;
      if (failure !== undefined) {
        world.print.note(`${failure} ${file} stays as it was.`);
        if (edited !== content) world.print.note(`Your text is kept in ${keepAside(world, file, edited)}`);
        return 1;
      }
      if (edited === content) {
        world.print.note('Nothing was changed.');
        return 0;
      }
      try {
        const job = await client.call('cron.edit', {name, content: edited, was: content});
        return await show(world, NO_OPTIONS, Promise.resolve(job), written => cronWritten(world, 'Changed', written));
      } catch (thrown) {
        if (!(thrown instanceof GatewayError)) throw thrown;
        world.print.note(thrown.message);
        const asks = thrown.code === 'invalid' && canAnswer(world);
        if (asks && (await answerTo(world, 'Edit again? [Y/n] ')) !== false) continue;
        world.print.note(`${file} stays as it was. Your text is kept in ${keepAside(world, file, edited)}`);
        return 1;
      }
    }
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
};

/** The shell splits a setting such as `code --wait`. Resolves with a sentence if the editor failed. */
const openEditor = async (world: CommandWorld, path: string): Promise<string | undefined> => {
  const {env} = world;
  const line = editorIn(world) ?? 'vi';
  const child = spawn('/bin/sh', ['-c', `${line} "$1"`, 'sh', path], {stdio: 'inherit', env: {...env}});
  const {promise, resolve} = Promise.withResolvers<string | undefined>();
  child.once('error', error => resolve(`Couldn't start "${line}": ${errorMessage(error)}.`));
  child.once('close', (code, signal) => {
    if (code === 0) resolve(undefined);
    else resolve(signal === null ? `"${line}" exited with ${code}.` : `"${line}" was ended by ${signal}.`);
  });
  return await promise;
};

/** Undefined if the editor left no file. */
const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const editorIn = ({env}: CommandWorld): string | undefined => env['VISUAL'] || env['EDITOR'] || undefined;

const keepAside = ({places, clock}: CommandWorld, file: string, text: string): string => {
  const folder = join(dirname(places.database), 'not-saved');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  const path = join(folder, `${basename(file, '.md')}-${clock.now().toString(36)}.md`);
  writeFileSync(path, text, {mode: 0o600});
  return path;
};

const NO_OPTIONS: Args = {words: [], values: {}, switches: new Set()};
