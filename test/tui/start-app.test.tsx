import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {placesOf} from '../../src/shared/records/places.ts';
import {createShownZone} from '../../src/tui/format/shown-zone.ts';
import {startApp} from '../../src/tui/start-app.tsx';
import {type FakeClock, fakeClock, settle} from '../support/fake-clock.ts';
import {type FakeGateway, fakeGateway} from '../support/fake-gateway.ts';
import {type TempDir, tempDir} from '../support/temp-dir.ts';
import {type TerminalEmulator, terminalEmulator} from '../support/terminal-emulator.ts';

type Run = Disposable & {
  readonly terminal: TerminalEmulator;
  readonly clock: FakeClock;
  readonly gateway: FakeGateway;
  readonly exit: Promise<number>;
  readonly dir: TempDir;
  /** The output on stderr. */
  readonly told: readonly string[];
  /** Calls only the program's own listeners: the test runner has others. */
  readonly happens: (event: string, ...given: readonly unknown[]) => void;
};

const start = async (adjust: (terminal: TerminalEmulator) => void = () => {}): Promise<Run> => {
  const [clock, dir, terminal] = [fakeClock(), tempDir(), terminalEmulator()];
  adjust(terminal);
  const gateway = fakeGateway(clock);
  const told: string[] = [];
  const before = new Map<string, readonly unknown[]>(EVENTS.map(event => [event, process.rawListeners(event)]));
  const exit = startApp({
    connect: gateway.connect,
    places: placesOf({ROOSTER_HOME: dir.path}, dir.path),
    env: {},
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    clock,
    shownZone: createShownZone({}, clock.now),
    stderr: {write: text => told.push(text)},
  });
  await clock.advance(100);
  await settle();
  return {
    terminal,
    clock,
    gateway,
    exit,
    dir,
    told,
    happens: (event, ...given) => {
      for (const listener of process.rawListeners(event)) {
        if (!before.get(event)?.includes(listener)) Reflect.apply(listener, process, given);
      }
    },
    [Symbol.dispose]: () => {
      terminal[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

const restored = async (terminal: TerminalEmulator): Promise<object> => {
  const screen = (await terminal.screen()).join('\n').trim();
  const {alternate, raw, autowrap, bracketedPaste} = terminal;
  return {screen, alternate, raw, autowrap, bracketedPaste};
};

const PLAIN = {alternate: false, raw: false, autowrap: true, bracketedPaste: false};

test('quitting says how to return, with the terminal restored', async () => {
  using run = await start();
  run.terminal.type('\x04');
  expect(await run.exit).toBe(0);
  expect(await restored(run.terminal)).toEqual({...PLAIN, screen: 'The daemon keeps running. To come back: rooster'});
});

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const) {
  test(`${signal} restores the terminal`, async () => {
    using run = await start();
    run.happens(signal, signal);
    expect(await run.exit).toBe(code);
    expect(await restored(run.terminal)).toEqual({...PLAIN, screen: ''});
  });
}

test("the terminal stops echoing before the screen opens, so that typed keys don't appear in the first row", async () => {
  const wasRaw: boolean[] = [];
  using run = await start(terminal => {
    const {stdout} = terminal;
    const write = stdout.write.bind(stdout);
    Object.assign(stdout, {
      write: (text: string) => {
        if (text.includes('\x1b[?1049h')) wasRaw.push(terminal.raw);
        return write(text);
      },
    });
  });
  expect(wasRaw).toEqual([true]);
  run.terminal.type('\x04');
  expect(await run.exit).toBe(0);
  expect(await restored(run.terminal)).toMatchObject(PLAIN);
});

test('a crash restores the terminal, is reported in a sentence, and has its trace in the log', async () => {
  using run = await start();
  run.happens('uncaughtException', new Error('something broke'));
  expect(await run.exit).toBe(1);
  expect(run.told).toHaveLength(1);
  expect(run.told.join('')).toContain('rooster: the terminal UI crashed (something broke). Drafts are saved');
  expect(await restored(run.terminal)).toEqual({...PLAIN, screen: ''});
  expect(readFileSync(join(run.dir.path, 'client/tui.log'), 'utf8')).toContain('something broke');
});

test('a crash while drawing ends the same way', async () => {
  using run = await start();
  // No daemon sends a message without a text.
  run.gateway.says(undefined as unknown as string);
  expect(await run.exit).toBe(1);
  expect(run.told.join('')).toContain('rooster: the terminal UI crashed (');
  expect(await restored(run.terminal)).toEqual({...PLAIN, screen: ''});
});

test('output of libraries goes to the log, not to the screen', async () => {
  using run = await start();
  console.warn('a library warns');
  process.stderr.write('and complains\n');
  run.terminal.type('\x04');
  await run.exit;
  expect(run.terminal.written).not.toContain('a library warns');
  const log = readFileSync(join(run.dir.path, 'client/tui.log'), 'utf8');
  expect(log).toContain('a library warns');
  expect(log).toContain('and complains');
});

test('no listener is left', async () => {
  const count = () => EVENTS.map(event => process.listenerCount(event));
  const before = count();
  using run = await start();
  run.terminal.type('\x04');
  await run.exit;
  expect(count()).toEqual(before);
  expect(run.clock.timers).toBe(0);
});

const EVENTS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'uncaughtException', 'unhandledRejection', 'exit'] as const;

test("a closed terminal isn't a crash, even if only the last bytes detect it", async () => {
  using run = await start();
  run.happens('SIGHUP', 'SIGHUP');
  expect(await run.exit).toBe(129);
  expect(() => run.terminal.stdout.emit('error', new Error('write EIO'))).not.toThrow();
  expect(run.told).toEqual([]);
});
