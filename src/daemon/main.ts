// The entry of the daemon. The bundle keeps beside it what Node compiled of it, which saves a sixth of the start; so this is
// told before anything is loaded; and node:module is asked for by name, since an import of it would be a file of the bundle.

if (process.env['ROOSTER_VERSION'] !== undefined)
  process.getBuiltinModule('node:module').enableCompileCache(`${import.meta.dirname}/.compiled`);
const {runVerb} = await import('./run-verb.ts');
process.exitCode = await runVerb(process.argv.slice(2));
