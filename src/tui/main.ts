#!/usr/bin/env node
// The entry of `rooster`. Any Node must be able to parse this file and what it imports, because an old one must still
// report that it is too old. So the rest is loaded after the version was checked, with Node's compile cache on.
import {homedir} from 'node:os';
import {pathToFileURL} from 'node:url';
import manifest from '../../package.json' with {type: 'json'};
import {fileInUse} from '../ipc/versions/chosen-version.ts';
import {placesOf} from '../shared/records/places.ts';
import {runWithOwnNode} from './cli/client/own-node.ts';

const OLDEST_NODE = 24;
// Set when the bundle is built; a run from the sources reads package.json.
const version = process.env['ROOSTER_VERSION'] ?? manifest.version;
const [first] = process.argv.slice(2);
// The version that `rooster update` has put beside this one.
const {versions} = placesOf(process.env, process.env['HOME'] || homedir());
const updated = fileInUse(versions, {version, file: import.meta.filename}, 'rooster.js');

/**
 * A reader that closes our output (`| head`) isn't an error and needs no message. Other write errors (`> full-disk`)
 * are.
 */
const quitUnread = (error: NodeJS.ErrnoException): never => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: Couldn't write the output: ${error.message}.\n`);
  process.exit(1);
};

if (updated !== undefined) {
  await import(pathToFileURL(updated).href);
} else if (first === '--version' || first === '-V') {
  process.stdout.on('error', quitUnread);
  process.stdout.write(`${version}\n`);
} else if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const entry = decodeURIComponent(new URL(import.meta.url).pathname);
  process.exitCode = await runWithOwnNode({entry, oldest: OLDEST_NODE});
} else {
  // Node's compile cache next to the bundle, for faster starts. An old Node lacks this function.
  const {filename, dirname} = import.meta;
  if (filename.endsWith('.js')) process.getBuiltinModule('node:module').enableCompileCache(`${dirname}/.compiled`);
  const {startCommand} = await import('./cli/start-command.ts');
  process.exitCode = await startCommand({version, entry: filename, exitUnread: quitUnread});
}
