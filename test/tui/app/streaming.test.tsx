import {expect, test} from 'vitest';
import {openTestApp, type TestApp} from '../../support/render-app.tsx';

const WORDS = ['alpha ', 'be ', 'gamma ', 'delta ', 'so ', 'forth ', 'and ', 'then '];

for (const [columns, rows, most] of [
  [120, 40, 13],
  [140, 40, 13],
  [80, 24, 10],
] as const) {
  test(`at ${columns}×${rows}, 50 words a second cost at most ${most} kB/s`, async () => {
    await using app = await openTestApp({columns, rows});
    for (let index = 0; index < 60; index += 1) app.gateway.says(`message ${index} ${'some words here '.repeat(8)}`);
    app.gateway.turnStarts('turn_1');
    await app.frame();
    const before = app.terminal.written.length;
    await streamed(app, 200);
    expect((app.terminal.written.length - before) / 4_000).toBeLessThan(most);
  });
}

test('on a tall screen a growing text scrolls by three rows at a time', async () => {
  await using app = await openTestApp({columns: 100, rows: 40});
  for (let index = 0; index < 60; index += 1) app.gateway.says(`message ${index}`);
  app.gateway.turnStarts('turn_1');
  await app.frame();
  const tops = new Set<string>();
  let offset = 0;
  for (let line = 0; line < 9; line += 1) {
    app.gateway.delta({turnId: 'turn_1', text: `line ${line}  \n`, offset});
    offset += `line ${line}  \n`.length;
    const screen = await app.frame();
    expect(screen).toMatch(new RegExp(`line ${line} *▌`, 'u'));
    tops.add(screen.split('\n')[2] ?? '');
  }
  expect(tops.size).toBeLessThanOrEqual(4);
});

/** So many words, one every 20 ms. */
const streamed = async (app: TestApp, count: number): Promise<void> => {
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const text = index % 60 === 59 ? '\n\n' : (WORDS[index % WORDS.length] ?? '');
    app.gateway.delta({turnId: 'turn_1', text, offset});
    offset += text.length;
    await app.frame(20);
  }
};
