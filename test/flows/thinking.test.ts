// A model with reasoning: the person can see it, and no other person or model.

import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {LanguageModelV4StreamPart} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {openCronFixture} from '../support/cron-fixture.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

test('reasoning is published, stored and explained, but never shown to a model or copied as an answer', async () => {
  using home = tempDir();
  using model = scriptedModel([{parts: thoughtful('The SECRET plan.', 'Good morning.')}, 'And again.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  expect(await fixture.say('hello')).toBe('Good morning.');
  expect(fixture.thoughts.map(({text}) => text).join('')).toBe('The SECRET plan.');
  expect(fixture.thoughts.at(-1)?.tookMs).toBeGreaterThanOrEqual(0);
  expect(fixture.deltas.map(({text}) => text).join('')).toBe('Good morning.');

  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  const answer = messages.at(-1);
  expect(answer).toMatchObject({role: 'assistant', text: 'Good morning.', thinking: {text: 'The SECRET plan.'}});
  const {steps} = await fixture.call('why', {id: answer?.id ?? ''});
  expect(steps.map(({what, detail}) => [what, detail])).toContainEqual(['thought for a moment', 'The SECRET plan.']);

  await fixture.say('once more');
  expect(JSON.stringify(model.asked[1]?.prompt)).toContain('Good morning.');
  expect(JSON.stringify(model.asked[1]?.prompt)).not.toContain('SECRET');

  const folder = join(home.path, 'workspace', 'sessions');
  const copies = () =>
    readdirSync(folder)
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .join('');
  await until('the copy is written', () => copies().includes('And again.'));
  expect(copies()).not.toContain('SECRET');
});

test("reasoning isn't sent on a channel", async () => {
  const answer = {parts: thoughtful('The SECRET plan.', 'Good morning.')};
  await using fixture = await openCronFixture({answers: [answer, answer]});
  const {clock, call} = fixture.now();
  await call('reminder.set', {in: '10m', message: 'greet me', user: 'alice', mode: 'agent'});
  await clock.advance(10 * MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['Good morning.']);
});

const thoughtful = (thought: string, answer: string): readonly LanguageModelV4StreamPart[] => [
  {type: 'reasoning-start', id: '1'},
  {type: 'reasoning-delta', id: '1', delta: thought},
  {type: 'reasoning-end', id: '1'},
  {type: 'text-start', id: '2'},
  {type: 'text-delta', id: '2', delta: answer},
  {type: 'text-end', id: '2'},
  {
    type: 'finish',
    finishReason: {unified: 'stop', raw: undefined},
    usage: {
      inputTokens: {total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0},
      outputTokens: {total: 5, text: 5, reasoning: 0},
    },
  },
];
