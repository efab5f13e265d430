// A daemon's output on stdout for every message it passes on: with -o json one object per line, otherwise text for people. A pipe without a
// reader blocks everything. Like the real program, it writes a line in pieces of 8 KiB, and its LF separately.
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
  deliver: async line => {
    if (world.server.get('stdoutFull')) throw new Error('java.io.IOException: File too large');
    const bytes = Buffer.from(json ? line : formatMoment(line));
    if (isAt(world, 'torn')) {
      await write(bytes.subarray(0, bytes.length / 2));
      die(world);
    }
    if (isAt(world, 'half')) {
      world.server.set('crashAt', null);
      return write(bytes.subarray(0, bytes.length / 2));
    }
    for (let at = 0; at < bytes.length; at += PIECE) await write(bytes.subarray(at, at + PIECE));
    if (isAt(world, 'unended')) die(world);
    await write(Buffer.from('\n'));
  },
});

const write = (bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(bytes, error => (error ? reject(error) : resolve())));

const isAt = ({server}: World, place: 'torn' | 'half' | 'unended'): boolean => server.get('crashAt') === place;

const die = ({server}: World): void => {
  server.set('crashAt', null);
  process.kill(process.pid, 'SIGKILL');
};

/** The buffer of the real writer. */
const PIECE = 8_192;

const formatMoment = (line: string): string => {
  const from = /"sourceName":"([^"]*)","sourceDevice":(\d+),"timestamp":(\d+)/u.exec(line);
  return `Envelope from: “${from?.[1] ?? ''}” (device: ${from?.[2] ?? '?'})\nTimestamp: ${from?.[3] ?? '?'}\n`;
};
