// The texts from elsewhere that a command reads: pages that its line fetches, and files of the workspace that hold such
// texts and that its line or its output names. What a program reads by itself, without a name, isn't seen. The same for
// the parts of a message that its person didn't write: files, and the output of commands on their machine.
import {isAbsolute, relative} from 'node:path';
import type {Enclosed, SentText} from '../../../shared/records/message-details.ts';
import type {TextLimit} from '../../../shared/records/trust.ts';
import {joinLimits, pageLimit} from '../../../shared/records/trust.ts';
import type {ToolContext} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {type FileLimits, RECEIVED} from './file-limits.ts';
import {filesIn} from './limited-command.ts';

type CommandOrigins = {
  /** Known before the command runs: what it writes may hold them. */
  readonly ofLine: (command: string, by: Reader) => Promise<readonly TextLimit[]>;
  /** Those in its output: of its line, and of the files that the output names. */
  readonly ofOutput: (command: string, output: string, by: Reader) => Promise<readonly TextLimit[]>;
  /** Those in a person's message. Their files aren't read: they may be on another machine. */
  readonly ofEnclosed: (message: SentText, by: Reader) => Promise<readonly TextLimit[]>;
};

type Reader = Pick<ToolContext, 'session' | 'user'>;

type KnownFiles = {
  readonly files: Pick<WorkspaceFiles, 'root' | 'read'>;
  readonly limits: Pick<FileLimits, 'of'>;
};

export const createCommandOrigins = (deps: KnownFiles): CommandOrigins => {
  const ofOutput: CommandOrigins['ofOutput'] = async (command, output, by) => {
    if (output.trim() === '') return [];
    const line = namedIn(command, deps.files.root);
    const printed = namedIn(output.slice(0, LONGEST_READ), deps.files.root);
    const isNamed: IsNamed = path => line(path) || printed(path) || EVERYTHING.test(command);
    return joinLimits(fetchedBy(command), await limitsOfFiles(deps, isNamed, by));
  };
  const ofPart = async (part: Enclosed, content: string, by: Reader): Promise<readonly TextLimit[]> => {
    const files = part.files.flatMap(path => limitsOfNamed(deps, path, content, by));
    if (part.kind === 'command') return joinLimits(files, await ofOutput(part.name, content, by));
    // A copy of a file of the workspace; a message leaves out the line feed at its end.
    return joinLimits(files, ...[content, `${content}\n`].map(copy => deps.limits.of('', copy, by)));
  };
  return {
    ofLine: async (command, by) =>
      joinLimits(fetchedBy(command), await limitsOfFiles(deps, namedIn(command, deps.files.root), by)),
    ofOutput,
    ofEnclosed: async ({text, enclosed = []}, by) =>
      joinLimits(...(await Promise.all(enclosed.map(part => ofPart(part, text.slice(part.from, part.to), by))))),
  };
};

/** A file outside the workspace may be anybody's. */
const limitsOfNamed = (
  {files, limits}: KnownFiles,
  path: string,
  content: string,
  by: Reader,
): readonly TextLimit[] => {
  const inside = relative(files.root, path);
  const isInside = !inside.startsWith('..') && !isAbsolute(inside);
  return isInside ? limits.of(inside, content, by) : [{trust: 'public', by: {kind: 'file', name: path}}];
};

/** The hosts in a line that runs a program for the network. Some fetch from where the line doesn't say. */
const fetchedBy = (command: string): readonly TextLimit[] => {
  const asks = ASKS_HOSTS.test(command);
  if (!asks && !USES_NETWORK.test(command)) return [];
  const addresses = [
    ...(command.match(ADDRESS) ?? []),
    ...[...command.matchAll(COPY_ADDRESS)].map(([, host]) => `ssh://${host}`),
    ...(asks ? [...command.matchAll(BARE_HOST)].map(([, host]) => `http://${host}`) : []),
  ];
  const pages = addresses.map(url => pageLimit({url}));
  return pages.length > 0 || !FETCHES.test(command) ? joinLimits(pages) : [pageLimit({})];
};

type IsNamed = (path: string) => boolean;

/** True for a file that the words name: by its path, its name, a folder above it, or a pattern. */
const namedIn = (text: string, root: string): IsNamed => {
  const words = new Set(
    text
      .split(BETWEEN_WORDS)
      .map(word => (word.startsWith(`${root}/`) ? word.slice(root.length + 1) : word).replace(/^(?:\.\/)+|\/+$/gu, ''))
      .filter(word => /[\p{L}\p{N}]/u.test(word))
      .flatMap(pathsIn),
  );
  const patterns = [...words]
    .filter(word => /[*?]/u.test(word))
    .slice(0, MOST_PATTERNS)
    .map(patternOf);
  return path => {
    const parts = path.split('/');
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    return (
      above.some(place => words.has(place)) ||
      words.has(parts.at(-1) ?? path) ||
      patterns.some(pattern => pattern.test(path))
    );
  };
};

/** `$PWD/notes/own.md` names `notes/own.md`, but not every `own.md`. */
const pathsIn = (word: string): readonly string[] => {
  const parts = word.split('/', MOST_PARTS);
  return parts.flatMap((_, index) => (index > 0 && index === parts.length - 1 ? [] : [parts.slice(index).join('/')]));
};

const patternOf = (word: string): RegExp => {
  const source = word
    .slice(0, LONGEST_PATTERN)
    .replaceAll(/[.+^${}()|[\]\\]/gu, '\\$&')
    .replaceAll(/\*+/gu, '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${source}$`, 'u');
};

const limitsOfFiles = async (
  {files, limits}: KnownFiles,
  isNamed: IsNamed,
  by: Reader,
): Promise<readonly TextLimit[]> => {
  const found: (readonly TextLimit[])[] = [];
  let count = 0;
  for await (const path of filesIn(files.root, OF_PROGRAMS)) {
    if (!isNamed(path)) continue;
    if (count++ === MOST_FILES) break;
    const text = path.startsWith(RECEIVED) ? '' : await files.read(path).catch(() => undefined);
    found.push(limits.of(path, text ?? '', by));
  }
  return joinLimits(...found);
};

const BETWEEN_WORDS = /[\s'"`;|&<>()=,:{}[\]$\\]+/u;
/** It may read every file without naming one. */
const EVERYTHING = /(?:^|\s)(?:\.{1,2}\/?|\*+)(?=$|[\s;|&)'"])/u;
const ADDRESS = /\b(?:https?|ftp|ssh|git):\/\/[^\s'"`<>|;)]+/gu;
/** `git@github.com:owner/name` */
const COPY_ADDRESS = /\b[\w.-]+@([\w-]+(?:\.[\w-]+)+):/gu;
const BARE_HOST = /(?:^|\s)((?:[\w-]+\.)+[a-z]{2,}(?::\d+)?)(?=$|[\s/;|&'"])/gu;
const ASKS_HOSTS = /\b(?:curl|wget|https?|xh|lynx|w3m|links|nc|ncat|telnet|ssh|scp|sftp|rsync|aria2c|yt-dlp)\b(?!:)/u;
const USES_NETWORK =
  /\b(?:git|gh|glab|npm|npx|pnpm|yarn|bun|deno|node|python\d?|pip\d?|pipx|uv|ruby|gem|perl|php|go|cargo|docker|podman|apt(?:-get)?|brew)\b/u;
/** They fetch also without an address in the line. */
const FETCHES =
  /\bgit\s+(?:\S+\s+)*?(?:pull|fetch|clone|submodule)\b|\b(?:gh|glab)\s|\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|ci|view|search)\b|\b(?:npx|pipx)\s|\bpip\d?\s+(?:install|download)\b|\b(?:docker|podman)\s+(?:pull|run)\b|\b(?:cargo|gem|go|brew|apt(?:-get)?)\s+(?:install|get|fetch|update)\b/u;
/** Folders without texts of people. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const LONGEST_READ = 200_000;
const LONGEST_PATTERN = 200;
const MOST_PATTERNS = 20;
const MOST_PARTS = 20;
const MOST_FILES = 300;
