// The property of typing: wherever the keys of the chat have led, a sentence and Enter send that sentence, and change nothing else.
import {expect, test} from 'vitest';
import {KEYS, openTestApp} from '../../support/render-app.tsx';
import {seededRandom} from '../../support/seeded-random.ts';

const SENTENCES = [
  'done with this, next',
  'x',
  'snooze? no. Read q/w 5 times',
  'in an hour',
  'R2 ♥ Käse',
  'zoom at 9 kept going',
];
const MOVES = [
  ...['esc', 'esc', 'esc', 'select', 'select', 'pageUp', 'pageDown', 'ctrlHome', 'ctrlEnd'],
  ...['up', 'down', 'home', 'end'],
] as const;
/** Among messages these move the selection. In the draft they recall earlier messages. */
const ARROWS: ReadonlySet<string> = new Set(['up', 'down']);

test.each(Array.from({length: 60}, (_, seed) => seed))('with the random keys of seed %i before it', async seed => {
  const random = seededRandom(seed);
  const pick = <T,>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  await using app = await openTestApp();
  for (const text of ['one', 'two', 'three']) app.gateway.said(text);
  const reminder = app.gateway.reminds({message: 'tea'});
  app.gateway.fires(reminder);
  app.gateway.says('tea', {source: {kind: 'reminder', name: reminder.id}});
  if (random() < 0.3) app.gateway.turnStarts('turn_1');
  await app.frame();
  for (let step = Math.floor(random() * 12); step > 0; step -= 1) {
    const move = pick(MOVES);
    if (ARROWS.has(move) && app.state().ui.browse === undefined) continue;
    // Twice in a row it stops a turn, as the hint says.
    if (move === 'esc' && app.state().ui.armed === 'stop') continue;
    await app.type(KEYS[move]);
  }
  const before = app.gateway.calls.length;
  const sentence = pick(SENTENCES);
  await app.type(...(random() < 0.5 ? [sentence] : sentence), KEYS.enter);
  await app.frame();
  const calls = app.gateway.calls.slice(before).map(({method, params}) => [method, (params as {text?: string}).text]);
  expect(calls.filter(([method]) => !READS.has(method ?? ''))).toEqual([['session.send', sentence]]);
  expect(app.state().ui.overlay.kind).toBe('none');
});

const READS: ReadonlySet<string> = new Set(['session.history', 'session.read', 'client.presence', 'reminder.preview']);

test.each(Array.from({length: 30}, (_, seed) => seed))(
  'Esc and letters lose no letter and change nothing, seed %i',
  async seed => {
    const random = seededRandom(1_000 + seed);
    await using app = await openTestApp();
    const reminder = app.gateway.reminds({message: 'tea'});
    app.gateway.fires(reminder);
    app.gateway.says('tea', {source: {kind: 'reminder', name: reminder.id}});
    await app.frame();
    if (random() < 0.5) await app.type(KEYS.select);
    const before = app.gateway.calls.length;
    let typed = '';
    for (let step = 0; step < 20; step += 1) {
      if (random() < 0.4) await app.type(KEYS.esc);
      else {
        const letter = 'abcdefghijklmnopqrstuvwxyzSCRFWY'[Math.floor(random() * 32)] ?? 'x';
        typed += letter;
        await app.type(letter);
      }
    }
    const {ui} = app.state();
    expect(ui.editors.get('main')?.draft.text).toBe(typed);
    expect([ui.overlay.kind, ui.view, app.saw.paged, app.saw.edited]).toEqual(['none', 'chat', [], []]);
    const changes = app.gateway.calls.slice(before).filter(({method}) => !READS.has(method));
    expect(changes).toEqual([]);
  },
);
