// `rooster calendar export|import`: exports the schedule as an .ics file and imports reminders from a file.

import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Result} from '../../../../ipc/method-table.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import {wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {ask, askAndPrint} from '../../ask.ts';
import type {Input} from '../../command.ts';
import {answerTo, canAnswer} from '../yes-or-no.ts';

export const exportCalendar: Run = async (world, args) => {
  const {print} = world;
  const exported = await ask(world, 'calendar.export', {});
  const {ics, reminders, jobs} = exported;
  const [file] = args.words;
  if (wantsJson(args)) print.json(exported);
  // A program gets the exact file. A terminal gets no control characters, which would move the cursor.
  else if (file === undefined && !print.onTerminal) print.raw(ics);
  else if (file === undefined) print.line(ics.trimEnd());
  if (file === undefined) return 0;
  write(resolve(file), ics, args.switches.has('force'));
  print.note(`Wrote ${counted(reminders, 'reminder')} and ${counted(jobs, 'job')} to ${resolve(file)}.`);
  return 0;
};

export const importCalendar: Run = async (world, args) => {
  const file = wordAt(args, 0, 'FILE');
  const bytes = file === '-' ? await readAll(world.stdin) : read(resolve(file));
  const ics = textIn(bytes);
  if (ics === undefined)
    throw new GatewayError('invalid', `${file === '-' ? 'The input' : file} isn't UTF-8 text. Save it as UTF-8.`);
  const format = ({added, updated, cancelled = 0, own = 0, skipped}: Result<'calendar.import'>): readonly string[] => [
    `Reminders: ${added} added, ${updated} updated, ${cancelled === 0 ? '' : `${cancelled} cancelled, `}${skipped.length} skipped.`,
    ...(own === 0 ? [] : [`${counted(own, 'entry', 'entries')} came from here and changed nothing.`]),
    ...skipped.map(({uid, reason}) => `  ${uid === '' ? '(no UID)' : uid}: ${reason}`),
  ];
  // No time limit: a large import takes as long as the disk needs.
  const send = (confirm: boolean) =>
    askAndPrint(world, args, 'calendar.import', {ics, confirm: confirm || undefined}, format, {timeoutMs: Infinity});
  try {
    return await send(args.switches.has('yes'));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.count === undefined) throw error;
    const makes = `The file makes ${counted(error.count, 'reminder')}`;
    if (!canAnswer(world)) throw new GatewayError('refused', `${makes}. Add --yes to set them all.`);
    if ((await answerTo(world, `${makes}. Set them all? [y/N] `)) === true) return await send(true);
    world.print.note('Nothing was imported.');
    return 1;
  }
};

/**
 * Undefined if the bytes aren't UTF-8. RFC 5545 allows folds in the middle of a character, so these are unfolded as
 * bytes.
 */
const textIn = (bytes: Buffer): string | undefined =>
  utf16In(bytes) ??
  decoded(bytes) ??
  decoded(Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n[ \t]/gu, ''), 'latin1'));

/** Some programs on Windows save calendars as UTF-16. */
const utf16In = (bytes: Buffer): string | undefined => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x42 && second === 0)) return bytes.toString('utf16le');
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x42);
  return isBigEndian ? new TextDecoder('utf-16be').decode(bytes) : undefined;
};

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return undefined;
  }
};

const write = (path: string, ics: string, force: boolean): void => {
  try {
    // The schedule is private, so only the user may read the file.
    writeFileSync(path, ics, {flag: force ? 'w' : 'wx', mode: 0o600});
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new GatewayError('refused', `${path} exists already. Add --force to replace it.`);
    throw new GatewayError('failed', `Couldn't write ${path}: ${reasonOf(error)}.`);
  }
};

const read = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new GatewayError('not_found', `No file ${path}.`);
    if (codeOf(error) === 'EISDIR') throw new GatewayError('invalid', `${path} is a folder.`);
    throw new GatewayError('failed', `Couldn't read ${path}: ${reasonOf(error)}.`);
  }
};

const readAll = async (stdin: Input): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const reasonOf = (error: unknown): string => REASONS[codeOf(error)] ?? codeOf(error);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};
