// The entry of the daemon. What it starts with is imported dynamically, so that the bundle can run that in its own way.
const {runVerb} = await import('./run-verb.ts');
process.exitCode = await runVerb(process.argv.slice(2));
