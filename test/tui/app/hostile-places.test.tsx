// Text from outside in places other than the conversation: the lists, why, the palette, the window's title, a notification.
import {expect, test} from 'vitest';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {HOSTILE_TEXTS} from '../../support/hostile-texts.ts';
import {freshScreen, KEYS, openTestApp, type TestApp} from '../../support/render-app.tsx';
import {overflows} from '../../support/screen-property.ts';

type Look = {
  readonly size: readonly [columns: number, rows: number];
  /** True: the whole screen is compared with a fresh one. False: each row is checked alone. */
  readonly whole: boolean;
};

const each = Object.entries(HOSTILE_TEXTS);

test.for(each)('%s is harmless and stays in place in lists, why, palette, title and notification', ([, text]) =>
  showsHarmless(text, [{size: [80, 24], whole: false}]),
);

// The other sizes in turn.
test.for(each)('%s on screens of two sizes leaves each equal to a fresh one', {tags: ['deep']}, ([name, text]) =>
  showsHarmless(text, [
    {size: [80, 24], whole: true},
    {size: each.findIndex(([other]) => other === name) % 2 === 0 ? [40, 15] : [140, 40], whole: true},
  ]),
);

const showsHarmless = async (text: string, looks: readonly Look[]): Promise<void> => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const name = text.slice(0, 200);
  gateway.session({key: MAIN, title: text});
  gateway.reminds({message: text, fireAt: clock.now() + 90 * MINUTE});
  gateway.schedules({name, message: text, cron: '0 8 * * *'});
  gateway.emit({type: 'cron.invalid', file: name, line: 1, reason: text});
  gateway.runs({kind: 'cron', name, status: 'failed', error: text, endedAt: clock.now()});
  gateway.delivers({text, state: 'dead', lastError: text, address: 'signal:mallory'});
  gateway.emit({type: 'policy.refused', reason: text, source: {kind: 'user', name, channel: 'signal'}});
  const message = gateway.says(text, {source: {kind: 'reminder', name: 'rem_1'}});
  gateway.tells(message.id, [
    {at: clock.now(), kind: 'message', id: message.id, what: text, detail: text, trust: 'familiar'},
  ]);
  await app.frame();
  for (const {size, whole} of looks) {
    const [columns] = size;
    app.terminal.resize(...size);
    await app.frame(100);
    for (const view of '2345') {
      await app.type(KEYS.alt(view), 'j');
      await checked(app, /[235] (?:time|plan|log)|4 out/u, whole);
      if (columns !== 80) continue;
      // The whole message, and its actions.
      await app.type(KEYS.enter);
      await checked(app, /──/u, whole);
      await app.type(KEYS.esc, '.');
      await checked(app, /actions for/u, whole);
      await app.type(KEYS.esc);
    }
    await app.type(KEYS.alt('1'), KEYS.ctrl('p'));
    await app.type(text.slice(0, 30).replaceAll(/[^\p{L} ]/gu, ''));
    await checked(app, /find/u, whole);
    await app.type(KEYS.esc, KEYS.select, KEYS.alt('w'));
    await checked(app, /why/u, whole);
    await app.type(KEYS.esc, KEYS.esc);
  }
  const {written} = app.terminal;
  expect(written).not.toMatch(/\x1b\](?!0;|2;|9;|8;;(?:\x1b|https?:)|11;)|\x1bc|[\x80-\x9f]/u);
  const told = [...written.matchAll(/\x1b\][29];(.*?)(?:\x1b\\|\x07)/gsu)].map(([, words = '']) => words);
  expect(told.length).toBeGreaterThan(1);
  expect(told.filter(words => HARMFUL.test(words) || words.length > 300)).toEqual([]);
  expect(app.terminal.alternate).toBe(true);
  expect(app.terminal.autowrap).toBe(false);
};

const checked = async (app: TestApp, marker: RegExp, whole: boolean): Promise<void> => {
  const screen = await app.frame(100);
  expect(screen).toMatch(/^ rooster ●/u);
  expect(screen).toMatch(marker);
  expect(overflows(app.state())).toEqual([]);
  if (whole) expect(await app.terminal.cells()).toEqual(await freshScreen(app.state()));
};

/** Characters that control a terminal, or reorder its text. */
const HARMFUL = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/u;
