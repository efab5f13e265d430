// The built program in a real terminal, on a daemon that it starts itself: for effects that only a terminal shows.
// @module-tag deep
import {existsSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {stopDaemonOf} from '../../scripts/screens/program.ts';
import {hasTmux, type Tmux} from '../../scripts/screens/tmux.ts';
import {showSame} from '../support/same-screen.ts';
import {PLAIN_MODES, terminalHome} from '../support/terminal-program.ts';

const found = hasTmux();

describe.skipIf(!found)(found ? 'in a real terminal' : 'in a real terminal (skipped: there is no tmux here)', () => {
  test('the first frame says what to write', {tags: ['fast']}, async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    const frame = await screen.shows(/remind me in one minute to stretch/u);
    expect(frame).toMatch(/Enter send/u);
    expect(frame.trimEnd().split('\n')).toHaveLength(24);
    expect(await screen.fact('#{alternate_on} #{wrap_flag}')).toBe('1 0');
  });

  test('a reminder set in words fires while the screen is open', async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    await send(screen, 'remind me in 2 seconds to stretch');
    await screen.shows(/I will remind you/u);
    await screen.shows(/\breminder\s+stretch$/mu);
  });

  test.each(['Ctrl+D', 'SIGTERM', 'SIGHUP'] as const)('%s restores the terminal', async way => {
    await using home = terminalHome();
    await using screen = await home.open();
    expect(await screen.modes()).not.toBe(PLAIN_MODES);
    if (way === 'Ctrl+D') await screen.press('C-d');
    else process.kill(screen.pid, way);

    await screen.shows(new RegExp(`^left with ${EXIT_CODES[way]}$`, 'mu'));
    expect(await screen.modes()).toBe(PLAIN_MODES);
    const {before, after} = screen.lineModes();
    expect(after).toBe(before);
    // `cat -v` would show paste brackets and focus reports.
    await screen.paste('pasted\n');
    expect(await screen.shows(/^pasted\npasted$/mu)).not.toContain('^[');
  });

  test('a click opens a view, and the mouse is given back at the end, even after a crash', async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    await screen.shows(/2 timeline/u);
    expect(await screen.fact('#{mouse_any_flag} #{mouse_sgr_flag}')).toBe('1 1');
    const [header = ''] = (await screen.shows(/2 timeline/u)).split('\n');
    const column = header.indexOf('timeline') + 1;
    await screen.type(`\x1b[<0;${column};1M\x1b[<0;${column};1m`);
    await screen.shows(/══ now/u);
    process.kill(screen.pid, 'SIGTERM');
    await screen.shows(/^left with 143$/mu);
    expect(await screen.fact('#{mouse_any_flag} #{mouse_sgr_flag}')).toBe('0 0');
  });

  test('the last conversation can be read before a daemon can be reached', async () => {
    await using home = terminalHome();
    const screen = await home.open();
    await send(screen, 'hello there');
    await screen.shows(/rooster\s+Hello/u);
    await screen.press('C-d');
    await screen.shows(/^left with 0$/mu);
    await screen[Symbol.asyncDispose]();
    await stopDaemonOf(home.path);
    const database = join(home.path, 'rooster.db');
    renameSync(database, `${database}.aside`);
    writeFileSync(database, 'this is not a database');
    await using again = await home.open(undefined, / old/u);
    await again.shows(/reconnecting.* old[\s\S]*you\s+hello there/u);
    // In one step: a daemon that starts in between would make a new one.
    renameSync(`${database}.aside`, database);
    await again.shows(/● live.*you\s+hello there/su);
  });

  test('typing continues while the daemon is killed and returns, and the draft is sent once', async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    await screen.type('half a th');
    await screen.shows(/> half a th/u);
    const killed = await daemonOf(home);
    process.kill(killed, 'SIGKILL');
    await screen.type('ought');
    await screen.shows(/> half a thought/u);
    // On a busy machine the screen still says live for a moment: only an answer proves that a daemon is back.
    await expect.poll(() => daemonOf(home).catch(() => killed)).not.toBe(killed);
    await screen.shows(/● live.*> half a thought/su);
    await screen.press('Enter');
    // At the begin of a row: the empty composer also says "rooster".
    await screen.shows(/you\s+half a thought.*\n[ \d:]*rooster\s+\S/su);

    await using client = await home.connect();
    expect(client.hello.pid).not.toBe(killed);
    const {messages} = await client.call('session.history', {session: 'rooster:main'});
    expect(messages.filter(({role}) => role === 'user').map(({text}) => text)).toEqual(['half a thought']);
  });

  test('two terminals show the same', async () => {
    await using home = terminalHome();
    await using first = await home.open();
    await using second = await home.open();
    await send(first, 'remind me in 2 hours to stretch');
    await second.shows(/you\s+remind me in 2 hours.*I will remind you/su);
    await send(second, 'what is next?');
    await first.shows(/Next, .*stretch/su);
    await showSame(first, second);
  });

  test('2,000 pasted lines are one message, sent on Enter', async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    await using client = await home.connect();
    await client.follow(0);
    const lines = Array.from({length: 2_000}, (_, line) => `line ${line + 1} of the paste`);
    await screen.paste(lines.join('\n'));
    await screen.shows(/> .*2,?000 lines/su);
    expect((await client.call('session.list', {})).sessions).toEqual([]);
    await screen.press('Enter');
    await client.event('turn.ended');

    const {messages} = await client.call('session.history', {session: 'rooster:main'});
    const [only, ...others] = messages.filter(({role}) => role === 'user');
    expect(others).toEqual([]);
    expect(only?.text.split('\n')).toEqual(lines);
  });

  test('a resized screen equals one opened in that size', async () => {
    await using home = terminalHome();
    await using resized = await home.open();
    await send(resized, 'remind me in 2 hours to stretch, and to breathe, and to look out of the window for a while');
    await resized.shows(/I will remind you/u);
    for (const size of [
      {columns: 40, rows: 15},
      {columns: 140, rows: 40},
    ]) {
      await resized.resize(size);
      await using fresh = await home.open(size);
      await showSame(resized, fresh);
    }
  });

  test('an idle screen writes nothing', async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    const written = join(home.path, 'written');
    await screen.pipeTo(`cat >${written}`);
    const bytes = (): number => (existsSync(written) ? statSync(written).size : 0);
    // The listener has been found, and is idle again.
    await screen.type('x');
    await screen.shows(/> x/u);
    await expect.poll(bytes).toBeGreaterThan(0);
    // A screen that writes while it is idle never gets there.
    await unchangedFor(3_000, bytes);
  });
});

const send = async (screen: Tmux, text: string): Promise<void> => {
  await screen.type(text);
  await screen.shows(new RegExp(`> .*${text.slice(-8).replace('?', '\\?')}`, 'su'));
  await screen.press('Enter');
};

const daemonOf = async (home: {readonly connect: ReturnType<typeof terminalHome>['connect']}): Promise<number> => {
  await using client = await home.connect();
  return client.hello.pid;
};

/** Waits until it stays the same for so long. */
const unchangedFor = async (ms: number, measure: () => number): Promise<void> => {
  let last = measure();
  let since = performance.now();
  while (performance.now() - since < ms) {
    await new Promise<void>(resolve => setTimeout(resolve, 20));
    const now = measure();
    if (now !== last) since = performance.now();
    last = now;
  }
};

const EXIT_CODES = {'Ctrl+D': 0, SIGTERM: 143, SIGHUP: 129} as const;
