// In a busy conversation, whichever turn overtakes another: each turn has its own message last, and roles alternate.
import type {LanguageModelV4Prompt} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {lastSaid} from '../support/alarm-fixture.ts';
import {aJob, openCronFixture} from '../support/cron-fixture.ts';
import {settle} from '../support/fake-clock.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {type ScriptedAnswer, scriptedModel} from '../support/scripted-model.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const MAIN = 'rooster:main';

test('an announcement overtaken by a person runs last, after the answer to the person', async () => {
  const slow = Promise.withResolvers<string>();
  const finding = Promise.withResolvers<string>();
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '0 0 1 1 *', deliver: {channel: 'terminal', target: 'default'}})],
    answers: [() => slow.promise, () => finding.promise, 'second answer', 'Told.'],
  });
  const now = fixture.now();
  await now.call('session.send', {text: 'first'});
  await until('the first message is asked', () => fixture.model.asked.length === 1);
  await now.call('cron.run', {name: 'standup'});
  await until('the job is asked', () => fixture.model.asked.length === 2);
  finding.resolve('Two meetings.');
  await now.event('message.added', ({message}) => message.session === MAIN && message.source.kind === 'cron');
  await now.call('session.send', {text: 'second'});
  slow.resolve('first answer');
  await fixture.ended();
  const [, , , announced] = fixture.model.asked;
  expect(announced?.prompt.slice(1).map(({role, content}) => [role, textsOf(content)])).toEqual([
    ['user', ['first']],
    ['assistant', ['first answer']],
    ['user', ['second']],
    ['assistant', ['second answer']],
    ['user', [expect.stringMatching(/^⟦Scheduled task "standup" completed\..*⟧\n\nTwo meetings\.\n⟦End⟧$/su)]],
  ]);
});

test.each([1, 2, 3, 4, 5, 6])(
  "for any order of messages, announcements, alarms and injections, the turn's own message is the model's last (%i)",
  async seed => {
    using home = tempDir();
    const random = seededRandom(seed);
    const waiting: (() => void)[] = [];
    const shown: {readonly prompt: LanguageModelV4Prompt; readonly last: string}[] = [];
    const answers = Array.from({length: 200}, () => async (asked: {readonly prompt: LanguageModelV4Prompt}) => {
      const last = lastSaid(asked);
      const job = /^run job-\d/u.exec(last.replace(/^⟦[^⟧]*⟧\n/u, ''))?.[0];
      // The job's own, isolated turn; its finding is announced in the conversation.
      if (job !== undefined) return `found by ${job}`;
      shown.push({prompt: asked.prompt, last});
      const {promise, resolve} = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
      return pick<ScriptedAnswer>(random, [
        `answer ${shown.length}`,
        'NO_ACTION_NEEDED',
        {text: ['looking'], calls: [{name: 'schedule', input: {}}]},
        {error: Object.assign(new Error('refused'), {statusCode: 400})},
      ]);
    });
    const model = scriptedModel(answers);
    await using fixture = await openTestDaemon({
      home: home.path,
      models: model.models,
      config: {
        users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
        heartbeat: {enabled: false},
        reflection: {enabled: false},
        cron: [1, 2, 3].map(n => ({
          name: `job-${n}`,
          cron: '0 0 1 1 *',
          message: `run job-${n}`,
          user: 'alice',
          deliver: {channel: 'terminal', target: 'default'},
        })),
      },
    });
    await jobsTold(fixture, fixture.clock);
    let said = 0;
    const step: Readonly<Record<string, () => Promise<unknown>>> = {
      person: () => fixture.call('session.send', {text: `person ${++said}`}),
      injection: () => fixture.call('session.inject', {session: MAIN, text: `injected ${++said}`}),
      announcement: () =>
        fixture.call('cron.run', {name: `job-${1 + Math.floor(random() * 3)}`}).catch(() => undefined),
      alarm: async () => {
        const {id} = await fixture.call('alarm.set', {in: '30m', message: `alarm ${++said}`, session: MAIN});
        return fixture.call('alarm.wake', {id}).catch(() => undefined);
      },
      release: async () => waiting.shift()?.(),
    };
    await step['person']?.();
    for (let n = 0; n < 40; n += 1) {
      await step[pick(random, ['person', 'injection', 'announcement', 'alarm', 'release', 'release'])]?.();
      for (let beat = 0; beat < 1 + Math.floor(random() * 4); beat += 1) await settle();
    }
    const open = (): number => {
      const ended = fixture.events.filter(event => event.type === 'turn.ended').length;
      return (
        fixture.events.filter(event => event.type === 'message.added' && event.message.role === 'user').length - ended
      );
    };
    await until('every turn has ended', () => {
      waiting.shift()?.();
      return open() === 0;
    });
    expect(shown.length).toBeGreaterThan(10);
    const started = fixture.events.filter(event => event.type === 'turn.started' && event.session === MAIN);
    const own = started.map(event =>
      fixture.events.find(each => each.type === 'message.added' && each.message.id === event.cause),
    );
    const texts = own.map(event => (event?.type === 'message.added' ? event.message.text : ''));
    for (const {prompt} of shown) {
      const roles = prompt.map(({role}) => role);
      expect(roles.filter((role, index) => role === roles[index - 1])).toEqual([]);
    }
    // Each turn is asked once with its own message last; a later step ends with its tools' output.
    expect(shown.filter(({prompt}) => prompt.at(-1)?.role === 'user').map(({last}) => lastLine(last))).toEqual(texts);
    // It comes after everything that people wrote in the turns before it, in order.
    const asked = shown.filter(({prompt}) => prompt.at(-1)?.role === 'user').map(({prompt}) => JSON.stringify(prompt));
    for (const [index, prompt] of asked.entries()) {
      const before = texts.slice(0, index + 1).filter(text => /^(?:person|injected) /u.test(text));
      expect(prompt.match(/(?:person|injected) \d+/gu) ?? []).toEqual(before);
    }
    expect(shown.every(({prompt}) => prompt.at(-1)?.role !== 'assistant')).toBe(true);
  },
);

const textsOf = (content: LanguageModelV4Prompt[number]['content']): readonly string[] =>
  typeof content === 'string' ? [content] : content.flatMap(part => (part.type === 'text' ? [part.text] : []));

const pick = <T>(random: () => number, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0];

/** The last line of a text, without the marks around it. */
const lastLine = (text: string): string | undefined =>
  text
    .replace(/\n⟦End⟧$/u, '')
    .split('\n')
    .at(-1);
