// The entry of the daemon. The rest is imported once Node keeps what it compiles, beside the bundle, for the next start.
import {enableCompileCache} from 'node:module';

const {filename, dirname} = import.meta;
if (filename.endsWith('.js')) enableCompileCache(`${dirname}/.compiled`);
const {runVerb} = await import('./bootstrap/run-verb.ts');
process.exitCode = await runVerb(process.argv.slice(2));
