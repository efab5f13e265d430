// T1: the terminal UI on a real daemon, in a real terminal, with a conversation of 2,000 and of 100,000 messages: how soon it
// is there, how soon a key shows while a reply streams in at 50 tokens a second, what that costs, and what idling costs.

import {startSteadyModel} from '../../test/support/steady-model.ts';
import type {Check, Effort, Goal} from '../goal.ts';
import {median, ms, quantile} from '../support/figures.ts';
import {makeLongConversation} from '../support/long-conversation.ts';
import {openScreen, type PtyScreen} from '../support/pty-screen.ts';
import {activityOf, pause, residentMB, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const terminal: Goal = {
  name: 'T1',
  title: 'the terminal UI',
  measure: async effort => [
    ...(await measured(2_000, {columns: 140, rows: 40}, effort)),
    ...(await measured(100_000, {columns: 120, rows: 40}, effort)),
    await silence(effort),
  ],
};

type Size = {readonly columns: number; readonly rows: number};

const measured = async (messages: number, size: Size, {quick}: Effort): Promise<readonly Check[]> => {
  using folder = tempFolder();
  await using model = await startSteadyModel(TOKENS_PER_SECOND);
  makeLongConversation(folder.path, messages, model.baseUrl);
  await using _daemon = await startRealDaemon(folder.path);
  const where = `${messages.toLocaleString('en-US')} messages, ${size.columns}×${size.rows}`;

  const starts: number[] = [];
  for (let round = 0; round < (quick ? 5 : 11); round += 1) {
    await using screen = openScreen(folder.path, size.columns, size.rows);
    starts.push(await screen.until(isThere, 'the newest message'));
  }

  await using screen = openScreen(folder.path, size.columns, size.rows);
  await screen.until(isThere, 'the newest message');
  screen.type('tell me about the morning\r');
  await screen.until(text => text.includes('the morning was clear'), 'the reply');
  const keys = await keysWhile(screen, quick ? 30 : 60);
  const seconds = quick ? 5 : 20;
  const busy = await costOf(screen, seconds);
  return [
    check(`first frame, ${where}: p50`, median(starts), 'ms', 300, `p95 ${ms(quantile(starts, 0.95))}`),
    check(
      `a key on the screen while 50 tokens/s arrive: p95`,
      quantile(keys, 0.95),
      'ms',
      30,
      `p50 ${ms(median(keys))}`,
    ),
    check(`of a processor meanwhile`, busy.percent, '%', 20, `over ${seconds} s`),
    check(`written to the terminal meanwhile, kB/s`, busy.kilobytesPerSecond, '', 20, `${size.columns}×${size.rows}`),
    check(`memory afterwards`, residentMB(screen.pid), 'MB', 180, where),
  ];
};

/** Bytes that the terminal UI writes while nothing on the screen changes. */
const silence = async ({quick}: Effort): Promise<Check> => {
  using folder = tempFolder();
  makeLongConversation(folder.path, 20);
  await using _daemon = await startRealDaemon(folder.path);
  await using screen = openScreen(folder.path, 80, 24);
  await screen.until(isThere, 'the newest message');
  await pause(2_000);
  const seconds = quick ? 10 : 60;
  const before = screen.written();
  const worked = activityOf(screen.pid).workedMs;
  await pause(seconds * 1_000);
  const percent = (activityOf(screen.pid).workedMs - worked) / (seconds * 10);
  return {
    what: `bytes written in ${seconds} s in which nothing changes`,
    figure: screen.written() - before,
    unit: 'B',
    limit: {is: '≤', value: 0},
    sides: `${percent.toFixed(2)} % of a processor`,
  };
};

const isThere = (screen: string): boolean => screen.includes('Nothing else is due before it.');

/** From each key until its letter stands behind the draft, in milliseconds. */
const keysWhile = async (screen: PtyScreen, count: number): Promise<readonly number[]> => {
  const took: number[] = [];
  let draft = '';
  for (let index = 0; index < count; index += 1) {
    draft += LETTERS[index % LETTERS.length];
    const typed = draft;
    const shown = screen.until(text => text.includes(`> ${typed}`), `"${typed}"`);
    screen.type(typed.slice(-1));
    took.push(await shown);
    await pause(37);
  }
  return took;
};

const costOf = async (screen: PtyScreen, seconds: number) => {
  const [worked, written] = [activityOf(screen.pid).workedMs, screen.written()];
  await pause(seconds * 1_000);
  return {
    percent: (activityOf(screen.pid).workedMs - worked) / (seconds * 10),
    kilobytesPerSecond: (screen.written() - written) / (seconds * 1_000),
  };
};

const check = (what: string, figure: number, unit: Check['unit'], most: number, sides: string): Check => ({
  what,
  figure,
  unit,
  limit: {is: '≤', value: most},
  sides,
});

const TOKENS_PER_SECOND = 50;
const LETTERS = 'qwxzjkvb';
