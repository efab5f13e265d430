// Entry of the daemon. Enables Node's compile cache beside the bundle first, so that the next start is faster.
import {enableCompileCache} from 'node:module';

const {filename, dirname} = import.meta;
if (filename.endsWith('.js')) enableCompileCache(`${dirname}/.compiled`);
const {runVerb} = await import('./bootstrap/run-verb.ts');
process.exitCode = await runVerb(process.argv.slice(2));
