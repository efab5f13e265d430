import {expect, test} from 'vitest';
import {createReflection} from '../../../../src/daemon/flows/reflection/fire-reflection.ts';
import type {Store} from '../../../../src/daemon/ports/store.ts';
import type {IdleSession} from '../../../../src/daemon/schedule/idle/idle-job.ts';
import type {Run} from '../../../../src/shared/records/jobs/jobs.ts';
import type {Message, MessageSource} from '../../../../src/shared/records/message.ts';
import {DAY, MINUTE} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock, settle} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {aMessage, aRun, aSession, MAIN, openTestStore} from '../../store/store-fixture.ts';

/** A conversation of Alice's; each run gets its prompt and ends as scripted. */
const open = (ends: (run: Run) => Pick<Run, 'status' | 'output'>, other: Partial<Store['messages']> = {}) => {
  const clock = fakeClock();
  const opened = openTestStore({clock});
  const store: Store = {...opened, messages: {...opened.messages, ...other}};
  store.sessions.put(aSession({user: 'alice'}));
  const prompts: string[] = [];
  const limits: number[] = [];
  const job = createReflection({
    ...testCore({clock, ids: countingIds(), log: memoryLog(), store, people: {zoneOf: () => 'UTC'}}),
    rules: () => ({enabled: true, idleMinutes: 4}),
    jobs: {
      run: async ({run, prompt, onEnd}) => {
        const made = await prompt();
        if (!('text' in made)) throw new Error('nothing was asked');
        prompts.push(sectionsOf(made));
        const ended = {...run, ...ends(run), endedAt: clock.now()};
        store.transact(emit => {
          store.runs.update(ended);
          onEnd?.(ended, emit);
        });
        return ended;
      },
    },
    tools: async () => ({summarize: () => ''}),
    pagesFor: async () => [],
    cache: {clear: async () => 0},
    topics: async () => [],
    copyPath: () => 'sessions/rooster_main.jsonl',
    contextTokens: async () => limits[0],
  });
  let said = 0;
  const session = (): IdleSession => ({key: MAIN, user: 'alice', trust: 'full', idleSince: clock.now()});
  const look = (idle: IdleSession, now = clock.now()): void => {
    const plan = job.plan(idle);
    if (plan.kind === 'at' && plan.at <= now) job.fire(idle, plan, now);
  };
  return {
    store,
    clock,
    job,
    prompts,
    limits,
    /** Fires what is due there then. */
    look,
    say: (text: string): IdleSession => {
      said += 1;
      store.messages.add(aMessage(`${said}`, {text, at: clock.now()}));
      return session();
    },
    /** Lets four idle minutes pass, then fires what is due. */
    fire: async (idle: IdleSession): Promise<void> => {
      await clock.advance(4 * MINUTE);
      look(idle);
      await settle();
    },
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
};

test('the cursor and the last note survive the pruning of old runs, after any number of failures', async () => {
  let good = true;
  using fixture = open(() => (good ? {status: 'ran', output: 'Kept note.'} : {status: 'failed'}));
  await fixture.fire(fixture.say('the very first'));
  good = false;
  for (let round = 0; round < 40; round += 1) {
    await fixture.clock.advance(3 * DAY);
    await fixture.fire(fixture.say(`round ${round}`));
  }
  const runs = fixture.store.runs.list({kind: 'reflection', limit: 100});
  expect(runs).toHaveLength(31);
  expect(runs.filter(({status}) => status === 'ran')).toMatchObject([{output: 'Kept note.', seenTo: 'msg_1'}]);
  expect(fixture.prompts.at(-1)).toContain('Kept note.');
  expect(fixture.prompts.at(-1)).not.toContain('the very first');
  expect(fixture.prompts.at(-1)).toContain('alice: round 0\n');
  expect(fixture.prompts.at(-1)).toMatch(/alice: round 39$/u);
});

test('a reflection whose turn had ended before a crash ends as ran, and its note counts', () => {
  using fixture = open(() => ({status: 'failed'}));
  const run = fixture.store.runs.claim(
    aRun('1', {kind: 'reflection', name: MAIN, startedAt: fixture.clock.now(), output: 'Note.'}),
  );
  if (run === undefined) throw new Error('no run');
  fixture.job.resume(run, {why: 'It has no model.'});
  expect(fixture.store.runs.get('run_1')).toMatchObject({status: 'ran', endedAt: fixture.clock.now(), output: 'Note.'});
  expect(fixture.prompts).toEqual([]);
});

test("a reflection that was interrupted again and again isn't resumed forever", () => {
  using fixture = open(() => ({status: 'ran'}));
  const idle = fixture.say('hello');
  const run = fixture.store.runs.claim(aRun('1', {kind: 'reflection', name: MAIN, attempt: 4}));
  if (run === undefined) throw new Error('no run');
  fixture.job.resume(run, idle);
  expect(fixture.store.runs.get('run_1')).toMatchObject({
    status: 'failed',
    error: 'It was interrupted and not restarted: It was interrupted 3 times.',
    attempt: 3,
  });
});

test('a failing query throws before anything is claimed, so no reflection runs', async () => {
  using fixture = open(() => ({status: 'ran'}), {
    newestOf: () => {
      throw new Error('the disk is gone');
    },
  });
  const idle = fixture.say('hello');
  expect(() => fixture.job.plan(idle)).toThrow('the disk is gone');
  expect(() => fixture.look(idle)).toThrow('the disk is gone');
  expect(fixture.store.runs.list({limit: 9})).toEqual([]);
});

test('a reflection fired twice in one instant, or early, runs once', async () => {
  using fixture = open(() => ({status: 'ran', output: 'Note.'}));
  const idle = fixture.say('hello');
  fixture.look(idle, fixture.clock.now() + 4 * MINUTE - 1);
  expect(fixture.store.runs.list({limit: 9})).toEqual([]);
  await fixture.clock.advance(4 * MINUTE);
  fixture.look(idle);
  fixture.look(idle);
  await settle();
  fixture.look(idle);
  expect(fixture.store.runs.list({limit: 9})).toHaveLength(1);
});

test.each<[MessageSource, boolean]>([
  [{kind: 'user', name: 'alice'}, true],
  [{kind: 'operator'}, true],
  [{kind: 'session', name: 'rooster:person:bob'}, true],
  [{kind: 'agent'}, false],
  [{kind: 'tool', name: 'bash'}, false],
  [{kind: 'cron', name: 'news'}, false],
  [{kind: 'reminder', name: 'rem_1'}, false],
  [{kind: 'alarm', name: 'alm_1'}, false],
  [{kind: 'system', name: 'heartbeat'}, false],
])('after a reflection, a message of %j is new: %s', async (source, isNew) => {
  using fixture = open(() => ({status: 'ran', output: 'Note.'}));
  const idle = fixture.say('hello');
  await fixture.fire(idle);
  await fixture.clock.advance(MINUTE);
  fixture.store.messages.add(aMessage('later', {source, at: fixture.clock.now()}));
  await fixture.fire(idle);
  expect(fixture.prompts).toHaveLength(isNew ? 2 : 1);
});

test('a reflection without an answer keeps the previous note', async () => {
  const outputs = ['Note 1.', undefined, 'Note 3.'];
  using fixture = open(() => {
    const output = outputs.shift();
    return {status: 'ran', ...(output === undefined ? {} : {output})};
  });
  for (const text of ['one', 'two', 'three']) await fixture.fire(fixture.say(text));
  expect(fixture.prompts.map(prompt => /left you\n\n(.*)\n/u.exec(prompt)?.[1])).toEqual([
    'There is none: this is the first reflection on this conversation.',
    'Note 1.',
    'Note 1.',
  ]);
});

test('a model with a small context window gets the newest part of a long conversation, and a note about the rest', async () => {
  using fixture = open(() => ({status: 'ran', output: 'Note.'}));
  fixture.limits.push(4_000);
  for (let number = 0; number < 99; number += 1) fixture.say(`${number} ${'x'.repeat(200)}`);
  await fixture.fire(fixture.say('the last'));
  const [prompt = ''] = fixture.prompts;
  expect(prompt.length).toBeLessThan(7_000);
  expect(prompt).toMatch(
    /\[\d+ earlier messages are left out here; the conversation is in sessions\/rooster_main\.jsonl/u,
  );
  expect(prompt).toContain('alice: the last');
});

const sectionsOf = ({frame}: Pick<Message, 'frame'>): string =>
  frame?.kind === 'material' ? frame.sections.map(({title, text}) => `## ${title}\n\n${text}`).join('\n\n') : '';
