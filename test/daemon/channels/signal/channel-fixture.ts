// Signal as the daemon opens it, on a store in memory, with the stand-in as its signal-cli. Time is real, except for the waits that a test
// shortens.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openSignal} from '../../../../src/daemon/channels/signal/channel.ts';
import {createFolder} from '../../../../src/daemon/workspace/folder.ts';
import type {ChannelStatus} from '../../../../src/shared/events/gateway-event.ts';
import type {Address} from '../../../../src/shared/records/address.ts';
import type {Inbound} from '../../../../src/shared/records/delivery/injection.ts';
import {systemClock} from '../../../../src/shared/time/clock.ts';
import {DAY} from '../../../../src/shared/time/time.ts';
import {writeAccount} from '../../../signal-stand-in/program/data-dir.ts';
import {ALICE, GROUP_ID, OWN} from '../../../signal-stand-in/signal/samples.ts';
import {openServer} from '../../../signal-stand-in/signal/server.ts';
import {builtProgram} from '../../../support/built-program.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {writeShellCommand} from '../../../support/shell-command.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';
import {openTestStore} from '../../store/store-fixture.ts';

const STAND_IN = await builtProgram(new URL('../../../signal-stand-in/main.ts', import.meta.url));

export type ChannelFixture = ReturnType<typeof channelFixture>;

/** The real duration of a wait of so many ms, or the wait whose duration it takes. It may change during a test. */
export type Waits = Record<number, number | (() => Promise<void>)>;

export const channelFixture = () => {
  const dir = tempDir();
  const folder = join(dir.path, 'signal', OWN.number);
  const command = join(dir.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN]);
  mkdirSync(join(folder, 'data'), {recursive: true, mode: 0o700});
  const server = openServer(join(folder, 'data'));
  writeAccount(join(folder, 'data'), OWN);
  const store = openTestStore();
  const log = memoryLog();
  const heard: Inbound[] = [];
  const statuses: ChannelStatus[] = [];
  const fired: number[] = [];
  const pending = new Map<Disposable, number>();
  const names = new Map<string, string>();
  const nameless: Address[] = [];

  /** `days` more have passed than in reality; waits that `waits` doesn't name take their real time. */
  const open = async ({
    waits = {} as Waits,
    config = {} as {readonly account?: string | undefined; readonly endpoint?: string},
    days = (): number => 0,
  } = {}) => {
    const clock = systemClock();
    const channel = openSignal({
      store,
      log,
      ids: countingIds(),
      clock: {
        ...clock,
        now: () => clock.now() + days() * DAY,
        after: (ms, run) => {
          const wait = waits[ms] ?? ms;
          const fire = (): void => {
            pending.delete(timer);
            fired.push(ms);
            run();
          };
          const timer = typeof wait === 'number' ? clock.after(wait, fire) : once(wait(), fire);
          pending.set(timer, ms);
          return {
            [Symbol.dispose]: () => {
              pending.delete(timer);
              timer[Symbol.dispose]();
            },
          };
        },
      },
      config: withoutGaps({account: OWN.number, command, endpoint: 'spawn', ...config}),
      database: join(dir.path, 'rooster.db'),
      outgoing: caller => caller,
      files: createFolder(dir.path),
      users: () => [{name: 'alice', trust: 'full', match: [`signal:${ALICE.uuid}`]}],
      agentName: () => 'rooster',
      withdraws: () => false,
      groupReplies: () => 'mention',
      refusal: (sender, group) => {
        if (group !== undefined && group !== GROUP_ID) return 'unknown-group';
        return sender === ALICE.uuid ? undefined : 'unknown-sender';
      },
      names: {learn: (address, name) => names.set(address, name), nameless: () => nameless},
      chance: () => 0.5,
      onStatus: status => statuses.push(status),
    });
    const listening = await channel.listen({
      handle: async inbound => {
        heard.push(inbound);
        return {kind: 'kept'};
      },
      change: async () => ({kind: 'kept'}),
      react: async () => ({kind: 'kept'}),
      expire: async () => ({kind: 'kept'}),
    });
    return {
      channel,
      isUp: () => until('Signal is up', () => channel.status().inbound === 'up'),
      [Symbol.asyncDispose]: async () => {
        await listening[Symbol.asyncDispose]();
        await channel[Symbol.asyncDispose]();
      },
    };
  };

  return {
    path: dir.path,
    folder,
    data: join(folder, 'data'),
    command,
    server,
    store,
    log,
    heard,
    statuses,
    /** The learned names, by address. */
    names,
    /** The addresses without a known name. */
    nameless,
    open,
    /** The number of finished waits of so many ms. */
    fired: (ms: number) => fired.filter(one => one === ms).length,
    /** The number of unfinished waits of so many ms. */
    pending: (ms: number) => [...pending.values()].filter(one => one === ms).length,
    /** From now on its output is discarded. */
    swallowOutput: () => {
      const program = `exec '${process.execPath}' '${STAND_IN}' "$@"`;
      writeFileSync(
        command,
        `#!/bin/sh\ncase "$*" in *" daemon "*) ${program} --no-receive-stdout;; *) ${program};; esac\n`,
      );
    },
    journal: () => readFileSync(join(folder, 'journal'), 'utf8'),
    pid: () => Number.parseInt(readFileSync(join(folder, 'signal-cli.pid'), 'utf8'), 10),
    [Symbol.dispose]: () => {
      server[Symbol.dispose]();
      store[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

/** A wait that another event ends; after disposal it runs nothing. */
const once = (over: Promise<void>, run: () => void): Disposable => {
  let disposed = false;
  void over.then(() => {
    if (!disposed) run();
  });
  return {
    [Symbol.dispose]: () => {
      disposed = true;
    },
  };
};

const withoutGaps = ({account, ...config}: {account: string | undefined; command: string; endpoint: string}) => ({
  ...config,
  ...(account !== undefined && {account}),
});
