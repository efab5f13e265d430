// Entry of the daemon. Enables Node's compile cache beside the bundle first, so that the next start is faster.
import {enableCompileCache} from 'node:module';

const {filename, dirname} = import.meta;
if (filename.endsWith('.js')) enableCompileCache(`${dirname}/.compiled`);
const {runDaemonVerb} = await import('./bootstrap/run-daemon-verb.ts');
process.exitCode = await runDaemonVerb(process.argv.slice(2));
