// What a daemon writes to stdout for every message it hands on: with -o json one object a line, else words for people. A pipe that
// nobody reads holds up everybody.
import type {Handler} from '../receiving/receiving.ts';
import type {World} from '../rpc/context.ts';

export const journalHandler = ({
  world,
  strong,
  json,
}: {
  readonly world: World;
  readonly strong: boolean;
  readonly json: boolean;
}): Handler => ({
  strong,
  deliver: line =>
    new Promise((resolve, reject) => {
      if (world.server.get('stdoutFull')) return reject(new Error('java.io.IOException: File too large'));
      process.stdout.write(`${json ? line : inWords(line)}\n`, error => (error ? reject(error) : resolve()));
    }),
});

const inWords = (line: string): string => {
  const from = /"sourceName":"([^"]*)","sourceDevice":(\d+),"timestamp":(\d+)/u.exec(line);
  return `Envelope from: “${from?.[1] ?? ''}” (device: ${from?.[2] ?? '?'})\nTimestamp: ${from?.[3] ?? '?'}\n`;
};
