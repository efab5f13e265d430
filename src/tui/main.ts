#!/usr/bin/env node
// The entry of `rooster`. The version is answered before anything is loaded; a verb loads its own file, and only the
// terminal UI loads Ink. It is read by whichever Node a machine has: one that is too old must get as far as saying so.

const OLDEST_NODE = 24;
// Set when the bundle is made; a run from the sources reads it where it is kept.
const version =
  process.env['ROOSTER_VERSION'] ?? (await import('../../package.json', {with: {type: 'json'}})).default.version;
const [first] = process.argv.slice(2);

/**
 * Whoever reads our output may stop (`| head`): that is no failure, and nothing more is to be said. A file that takes no more
 * (`> full-disk`) is one.
 */
const leaveUnheard = (error: NodeJS.ErrnoException): never => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: Couldn't write the output: ${error.message}.\n`);
  process.exit(1);
};

if (first === '--version' || first === '-V') {
  process.stdout.on('error', leaveUnheard);
  process.stdout.write(`${version}\n`);
} else if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const {runWithOwnNode} = await import('./cli/client/own-node.ts');
  const entry = decodeURIComponent(new URL(import.meta.url).pathname);
  process.exitCode = await runWithOwnNode({entry, oldest: OLDEST_NODE});
} else {
  // Node keeps what it compiled beside the bundle, for the next start. Only here: an old Node has no such function.
  const {filename, dirname} = import.meta;
  if (filename.endsWith('.js')) process.getBuiltinModule('node:module').enableCompileCache(`${dirname}/.compiled`);
  const {startCommand} = await import('./cli/start-command.ts');
  process.exitCode = await startCommand({version, entry: filename, leaveUnheard});
}
