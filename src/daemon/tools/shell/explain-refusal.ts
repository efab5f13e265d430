// Says what the sandbox kept from a command, and how to ask for it. Refused hosts are known; a refused file is only
// seen in what the program wrote about it.
import {existsSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {basename, dirname, extname, join, resolve} from 'node:path';
import type {SandboxRights} from '../../ports/sandbox.ts';
import {STANDING} from '../files/standing-files.ts';

/** Undefined if nothing was refused. */
export const explainRefusal = (
  output: string,
  {
    refusedHosts,
    rights,
    root,
  }: {
    readonly refusedHosts: readonly string[];
    readonly rights: SandboxRights;
    readonly root: string;
  },
): string | undefined => {
  const paths = [
    ...new Set(READ_ONLY.flatMap(form => [...output.matchAll(form)].map(([, path = '']) => resolve(root, path)))),
  ];
  const inWorkspace = paths.filter(path => path === root || path.startsWith(`${root}/`));
  const outside = [...new Set(paths.filter(path => !inWorkspace.includes(path)).map(narrowest))];
  const isStanding = STANDING.some(name => new RegExp(`\\b${name}\\b.*(?:${REFUSALS})`, 'u').test(output));
  const sentences = [
    ...(refusedHosts.length > 0
      ? [
          `The sandbox refused a connection to ${refusedHosts.join(', ')}. To ask for it, call bash with hosts: ${JSON.stringify(refusedHosts)}.`,
        ]
      : []),
    ...(outside.length > 0
      ? [
          `Outside the workspace, the sandbox only reads. To ask to write there, call bash with write: ${JSON.stringify(outside)}. Temporary files belong in $TMPDIR.`,
        ]
      : []),
    ...(inWorkspace.length > 0 && rights.profile === 'read-only' ? ['Commands only read the workspace here.'] : []),
    ...(isStanding ? ['Commands never change AGENTS.md, HEARTBEAT.md, TOOLS.md and cron/.'] : []),
    ...(UNIX_SOCKET.test(output)
      ? [
          'The sandbox has no sockets of this machine (docker, ssh-agent and others). To ask to run without the sandbox, call bash with outside: true.',
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join('\n') : undefined;
};

/**
 * The path to ask for, to write this one: itself if it exists, otherwise its folder, also a missing one. Never a folder
 * that holds the work of many programs: then a folder of its own there, named like the path.
 */
const narrowest = (path: string): string => {
  if (existsSync(path)) return path;
  const folder = dirname(path);
  if (!isBroad(folder)) return folder;
  return join(folder, basename(path, extname(path)));
};

/** The home folder, those for temporary files, and everything above them. */
const isBroad = (folder: string): boolean =>
  dirname(folder) === '/' || [homedir(), tmpdir(), '/var/tmp'].some(path => `${path}/`.startsWith(`${folder}/`));

/** The reports of programs, in English and German: "touch: cannot touch '/x': Read-only file system". */
const READ_ONLY = [
  /['"‘„]([^'"’“\n]+)['"’“][^:'"\n]*: (?:Read-only file system|Das Dateisystem ist nur lesbar)/giu,
  /([^\s:'"‘’„“]+): (?:Read-only file system|Das Dateisystem ist nur lesbar)/giu,
  /(?:Read-only file system|Das Dateisystem ist nur lesbar)[:,]? (?:\w+ )?'([^'\n]+)'/giu,
];
const REFUSALS = 'Read-only file system|Device or resource busy|Permission denied|nur lesbar|belegt|Keine Berechtigung';
const UNIX_SOCKET =
  /(?:\bunix\b|\.sock|socket)[^\n]*Operation not permitted|Operation not permitted[^\n]*(?:\bunix\b|\.sock)/iu;
