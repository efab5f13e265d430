// The entry of the daemon. The bundle keeps beside it what Node compiled of it, which saves a sixth of the start; so this is
// told before anything is loaded.
import {enableCompileCache} from 'node:module';

if (process.env['ROOSTER_VERSION'] !== undefined) enableCompileCache(`${import.meta.dirname}/.compiled`);
const {runVerb} = await import('./run-verb.ts');
process.exitCode = await runVerb(process.argv.slice(2));
