import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {SECOND} from '../../../../src/shared/time/time.ts';
import {DEMO_SCRIPT} from '../../../../src/tui/cli/demo/script.ts';
import {scriptedInput} from '../../../../src/tui/cli/demo/scripted-input.ts';
import {fakeClock, settle} from '../../../support/fake-clock.ts';

const opened = () => {
  const real = new PassThrough();
  const clock = fakeClock();
  const input = scriptedInput(real);
  let typed = '';
  let ended = false;
  input.setEncoding('utf8');
  input.on('data', text => {
    typed += text;
  });
  input.on('end', () => {
    ended = true;
  });
  return {real, clock, input, typed: () => typed, ended: () => ended};
};

test('the script is typed letter by letter, then the input ends', async () => {
  const {clock, input, typed, ended} = opened();
  const playing = input.play(clock, [{wait: 500}, {text: 'hi'}, {wait: 100}, {keys: '\r'}]);
  input.setRawMode(true);
  await clock.advance(400);
  await settle();
  expect(typed()).toBe('');
  await clock.advance(100);
  await settle();
  expect(typed()).toBe('h');
  for (let passed = 0; passed < 5; passed += 1) {
    await clock.advance(100);
    await settle();
  }
  await playing;
  expect([typed(), ended()]).toEqual(['hi\r', true]);
});

test('the script begins when the screen reads keys, however long the screen takes to open', async () => {
  const {clock, input, typed} = opened();
  const playing = input.play(clock, [{wait: 500}, {keys: 'x'}]);
  await clock.advance(5 * SECOND);
  await settle();
  expect(typed()).toBe('');
  input.setRawMode(true);
  await settle();
  expect(typed()).toBe('');
  await clock.advance(500);
  await playing;
  expect(typed()).toBe('x');
});

test('the keys of the person go through, and Ctrl+C ends it at once', async () => {
  const {real, clock, input, typed, ended} = opened();
  const playing = input.play(clock, [{wait: 10 * SECOND}, {keys: 'x'}]);
  real.write('j');
  await settle();
  real.write('\x03');
  await playing;
  await settle();
  expect([typed(), ended()]).toEqual(['j', true]);
});

test('the demo takes about half a minute', () => {
  const ms = DEMO_SCRIPT.reduce(
    (sum, step) => sum + ('wait' in step ? step.wait : 'text' in step ? step.text.length * 45 : 0),
    0,
  );
  expect(Math.round(ms / SECOND)).toBeGreaterThan(20);
  expect(Math.round(ms / SECOND)).toBeLessThanOrEqual(36);
});
