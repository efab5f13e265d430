// Entry of the daemon: it runs the version in use. Enables Node's compile cache beside the bundle first, so that the
// next start is faster.
import {enableCompileCache} from 'node:module';
import {homedir} from 'node:os';
import {pathToFileURL} from 'node:url';
import {countTry, fileInUse, programVersion, readChosen} from '../ipc/versions/chosen-version.ts';
import {definedOnly, placesOf} from '../shared/records/places.ts';
import {errorMessage} from '../shared/text/gateway-error.ts';
import {SECRETS_HANDED} from './system/own-secrets.ts';

const {filename, dirname} = import.meta;
if (filename.endsWith('.js')) enableCompileCache(`${dirname}/.compiled`);
const args = process.argv.slice(2);
const {versions} = placesOf(process.env, process.env['HOME'] || homedir());
const version = programVersion();
// A process that only hides its secrets has been counted.
const isStart = args[0] === 'run' && !args.includes(SECRETS_HANDED);

const runOwn = async (verb: readonly string[] = args): Promise<void> => {
  const {runDaemonVerb} = await import('./bootstrap/run-daemon-verb.ts');
  process.exitCode = await runDaemonVerb(verb);
};

const leave = async (reason: string): Promise<void> => {
  await runOwn(['leave-version', version, reason]);
  if (readChosen(versions)?.version === version) return;
  // The version before may be the one that has handed over to this one. A process can't load a program twice.
  const {execPath, execArgv, argv, env} = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], definedOnly(env));
  process.exit(1);
};

const runOther = async (file: string): Promise<void> => {
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    if (args[0] !== 'run') throw thrown;
    // Its files can't even be loaded.
    await runOwn(['leave-version', readChosen(versions)?.version ?? '', errorMessage(thrown)]);
    const before = fileInUse(versions, {version, file: filename}, 'daemon.js');
    // Nothing else can use its database.
    if (before === file) throw thrown;
    await (before === undefined ? runOwn() : import(pathToFileURL(before).href));
  }
};

const reasonToLeave = isStart ? countTry(versions, version) : undefined;
if (reasonToLeave !== undefined) await leave(reasonToLeave);
const other = fileInUse(versions, {version, file: filename}, 'daemon.js');
await (other === undefined ? runOwn() : runOther(other));
