// A network in a namespace of its own, with nothing but its loopback: it can be cut and come back.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';

export type OwnNetwork = AsyncDisposable & {
  /** Before the words of a command that runs in it. */
  readonly words: readonly string[];
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
};

/** The reason why none can be made here; undefined where it can. */
export const whyNoOwnNetwork = (): string | undefined =>
  kindHere() === undefined ? 'no network namespace can be made here' : undefined;

export const startOwnNetwork = async (): Promise<OwnNetwork> => {
  const kind = kindHere();
  if (kind === undefined) throw new Error('no network namespace can be made here');
  const holder = spawn('unshare', [...kind.make, 'sh', '-c', TURN], {stdio: ['pipe', 'pipe', 'inherit']});
  const turned = async (): Promise<void> => {
    const [said] = await once(holder.stdout, 'data');
    if (String(said) !== 'done\n') throw new Error(`the network can't be turned up or down: ${said}`);
  };
  const turn = async (how: 'up' | 'down'): Promise<void> => {
    holder.stdin.write(`${how}\n`);
    await turned();
  };
  await turn('up');
  return {
    words: ['nsenter', '-t', String(holder.pid), ...kind.enter, '--'],
    cut: () => turn('down'),
    restore: () => turn('up'),
    [Symbol.asyncDispose]: async () => {
      const ended = once(holder, 'exit');
      holder.stdin.end();
      await ended;
    },
  };
};

type Kind = {readonly make: readonly string[]; readonly enter: readonly string[]};

/** As root, or as a user whom the system lets make a namespace of users. */
const KINDS: readonly Kind[] = [
  {make: ['-n'], enter: ['-n']},
  {make: ['-U', '--map-current-user', '--keep-caps', '-n'], enter: ['-U', '--preserve-credentials', '-n']},
];

const kindHere = (): Kind | undefined =>
  KINDS.find(({make}) => spawnSync('unshare', [...make, 'ip', 'link', 'set', 'lo', 'up']).status === 0);

const TURN = 'while read -r how; do ip link set lo "$how" && echo done || echo failed; done';
