// Loaded into a program before its own code (`node --import`): kills it at the armed step of the file system (`#3`). A step is a file that
// is copied, flushed, renamed or removed, and each is recorded.
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';

const armed = process.env['KILL_AT'];
const notes = process.env['KILL_NOTES'];
let count = 0;

const reach = (name: string): void => {
  count += 1;
  if (notes !== undefined) fs.appendFileSync(notes, `${name}\n`);
  if (`#${count}` === armed) process.kill(process.pid, 'SIGKILL');
};

const watched = ['copyFileSync', 'renameSync', 'fsyncSync', 'rmSync'] as const;
for (const name of watched) {
  const real: (...values: never[]) => unknown = fs[name];
  Object.assign(fs, {
    [name]: (...values: never[]) => {
      reach(`before ${name} ${values[0]}`);
      const result = real(...values);
      reach(`after ${name} ${values[0]}`);
      return result;
    },
  });
}
syncBuiltinESMExports();
