// The worst case of a terminal: the daemon is killed again and again during streaming, the window is resized, and keys arrive. At the end
// the screen equals the store, the draft is there, and the terminal works. ROUNDS=20 makes it a hundred kills.
// @module-tag deep
import {expect, test} from 'vitest';
import {hasTmux, type Size} from '../../scripts/screens/tmux.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {showSame} from '../support/same-screen.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {startSteadyModel} from '../support/steady-model.ts';
import {type OpenTerminal, PLAIN_MODES, terminalHome} from '../support/terminal-program.ts';
import {untilGiven} from '../support/until.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

test.skipIf(!hasTmux())(
  `a daemon killed ${5 * Number(process.env['ROUNDS'] ?? 1)} times under a streaming screen loses no text`,
  async () => {
    const kills = 5 * Number(process.env['ROUNDS'] ?? 1);
    const random = seededRandom(kills);
    await using model = await startSteadyModel(50);
    await using home = terminalHome();
    writeConfig(home.path, modelAt(model.baseUrl));
    await using screen = await home.open();
    const messages: string[] = [];
    let draft = '';
    let killed = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      // An earlier draft stays in the composer and becomes part of the next message.
      await screen.press('C-e');
      await screen.type(` m${kill}.`);
      draft += ` m${kill}.`;
      await screen.shows(new RegExp(`m${kill}\\.`, 'u'));
      await screen.press('Enter');
      messages.push(draft.trim());
      draft = '';
      const serving = await untilGiven('a new daemon writes a reply', () => writingDaemon(home, killed, `m${kill}.`));
      // Some moment of the reply, which never ends by itself.
      await new Promise<void>(resolve => setTimeout(resolve, random() * 400));
      await disturb(screen, random);
      process.kill(serving, 'SIGKILL');
      killed = serving;
      const letters = `d${kill}`;
      await screen.type(letters);
      draft = letters;
      await disturb(screen, random);
    }
    const told = await untilGiven('the last daemon answers', () => traceOf(home).catch(() => undefined));
    expect(told.filter(({role}) => role === 'user').map(({text}) => text.trim())).toEqual(messages);
    expect(await openTurnsOf(home)).toBe(0);

    // The screen marks the missed times, unlike one that was opened again; further up, they are out of sight.
    await fillScreen(home, screen);
    await screen.resize({columns: 100, rows: 30});
    expect(await screen.shows(new RegExp(`> ${draft}\\b`, 'u'))).toContain(draft);
    {
      await using fresh = await home.open({columns: 100, rows: 30});
      await fresh.shows(new RegExp(`> ${draft}\\b`, 'u'));
      for (const one of [screen, fresh]) await one.press('C-End');
      // For some seconds, only one of the two shows a recent event.
      await showSame(screen, fresh);
    }
    process.kill(screen.pid, 'SIGTERM');
    await screen.shows(/^left with 143$/mu);
    expect(await screen.modes()).toBe(PLAIN_MODES);
    const {before, after} = screen.lineModes();
    expect(after).toBe(before);
  },
  300_000 * Number(process.env['ROUNDS'] ?? 1),
);

/** A new size, or keys that change the view and not the draft. */
const disturb = async (screen: OpenTerminal, random: () => number): Promise<void> => {
  const times = Math.floor(random() * 4);
  for (let count = 0; count < times; count += 1) {
    if (random() < 0.5) await screen.resize(sizeOf(random));
    else await screen.press(KEYS[Math.floor(random() * KEYS.length)] ?? 'C-l');
  }
};

const sizeOf = (random: () => number): Size => ({
  columns: 40 + Math.floor(random() * 110),
  rows: 12 + Math.floor(random() * 30),
});

type Home = ReturnType<typeof terminalHome>;

/** The process of the current daemon, if it isn't the previous one and answers the message that ends so. */
const writingDaemon = async (home: Home, before: number, end: string): Promise<number | undefined> => {
  try {
    await using client = await home.connect();
    const {sessions} = await client.call('session.list', {});
    const {messages} = await client.call('session.history', {session: MAIN, limit: 1_000});
    const newest = messages.findLast(({role}) => role === 'user');
    const isAnswering = sessions.some(({busy, queued}) => busy && queued === 0) && newest?.text.endsWith(end) === true;
    return client.hello.pid !== before && isAnswering ? client.hello.pid : undefined;
  } catch {
    // No daemon answers: the screen is about to start one.
    return undefined;
  }
};

const traceOf = async (home: Home) => {
  await using client = await home.connect();
  return (await client.call('session.history', {session: MAIN, limit: 1_000})).messages;
};

const fillScreen = async (home: Home, screen: OpenTerminal): Promise<void> => {
  await using client = await home.connect();
  await untilGiven('the screen is connected again', async () =>
    (await client.call('daemon.status', {})).clients > 1 ? true : undefined,
  );
  await screen.shows(/● live/u);
  // A longer note would be folded.
  const text = Array.from({length: 20}, (_, line) => `- point ${line + 1} of what was decided`).join('\n');
  for (let note = 0; note < 2; note += 1) await client.call('session.record', {session: MAIN, text});
};

const openTurnsOf = async (home: Home): Promise<number> => {
  await using client = await home.connect();
  const {sessions} = await client.call('session.list', {});
  return sessions.reduce((open, {busy, queued}) => open + queued + (busy ? 1 : 0), 0);
};

const MAIN = 'rooster:main' as SessionKey;
const KEYS = ['PPage', 'NPage', 'C-l', 'C-o', 'Left', 'Right', 'Home', 'End'];
