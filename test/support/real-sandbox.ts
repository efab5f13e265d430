// The real sandbox, for tests. Where this machine has none, they are left out, and one line says so.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {checkMachine} from '../../src/daemon/system/sandbox/missing.ts';
import {createSandbox} from '../../src/daemon/system/sandbox/sandbox.ts';
import {secretPaths} from '../../src/daemon/system/sandbox/secret-paths.ts';
import {STANDING} from '../../src/daemon/tools/files/standing-files.ts';
import {placesOf} from '../../src/shared/records/places.ts';

const machine = await checkMachine(process.env);
if (!machine.works) console.warn(`Tests of the real sandbox are left out: ${machine.reason}`);

export const HAS_SANDBOX = machine.works;

/** With Rooster's home at `home`, and the person's own at `person`. */
export const realSandbox = (home: string, person: string, env: Record<string, string | undefined> = process.env) => {
  const places = placesOf({ROOSTER_HOME: home}, person);
  mkdirSync(places.workspace, {recursive: true});
  return createSandbox(
    {
      workspace: places.workspace,
      standing: STANDING,
      scratch: join(home, 'scratch'),
      secret: () => secretPaths(places, person),
    },
    env,
  );
};
