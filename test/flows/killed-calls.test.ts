// The daemon dies before each commit of a turn that calls a tool: afterwards there is exactly one effect and exactly one word, for every tool
// and every place that a message comes from, with a model and with the built-in assistant.
// @module-tag deep

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {everyThird, PLAYED, ROUNDS} from '../support/crash-steps.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {SECRET} from '../support/http-door.ts';
import {imagesBeforeCommits, type KillImage} from '../support/kill-images.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {NOTHING_ASKS} from '../support/nothing-asks.ts';
import {type ScriptedAnswer, scriptedModel} from '../support/scripted-model.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

type Life = {
  readonly daemon: TestDaemon;
  readonly home: string;
  readonly channels: Readonly<Record<string, FakeChannel>>;
};

type Case = {
  readonly name: string;
  readonly tool?: string;
  readonly input?: (life: Life) => Promise<Readonly<Record<string, unknown>>>;
  /** For the built-in assistant: the message. */
  readonly says?: string;
  /** The number of effects. */
  readonly effects?: (life: Life) => Promise<number>;
  /** Made before the message. */
  readonly before?: (life: Life) => Promise<unknown>;
  /** The effect can't be keyed: it may be missing, and the model is told that its outcome is unknown. */
  readonly unkeyed?: true;
};

const file = (life: Life, path: string): string => {
  try {
    return readFileSync(join(life.home, 'workspace', path), 'utf8');
  } catch {
    return '';
  }
};
const times = (text: string, part: string): number => text.split(part).length - 1;
const put = (life: Life, path: string, text: string): void => {
  mkdirSync(dirname(join(life.home, 'workspace', path)), {recursive: true});
  writeFileSync(join(life.home, 'workspace', path), text);
};
const reminders = async ({daemon}: Life) => (await daemon.call('reminder.list', {})).reminders;
const changes = async ({daemon}: Life, type: GatewayEvent['type']) =>
  daemon.events.filter(event => event.type === type);
const setStretch = async ({daemon}: Life): Promise<unknown> =>
  daemon.call('reminder.set', {in: '5h', message: 'stretch', mode: 'verbatim', key: 'stretch'});
const plannedQuiet = async ({daemon}: Life) => (await daemon.call('reach.quiet', {})).planned ?? [];
const sentTo = async ({daemon}: Life, text: string): Promise<number> =>
  (await daemon.call('outbox.list', {limit: 100})).deliveries.filter(delivery => delivery.text === text).length;

const id = async (life: Life): Promise<string> => (await reminders(life))[0]?.id ?? '';
const repeating = async ({daemon}: Life): Promise<unknown> =>
  daemon.call('reminder.set', {repeat: 'every day at 9', message: 'stretch', mode: 'verbatim', key: 'stretch'});

const water = async (life: Life): Promise<unknown> =>
  put(life, 'cron/water.md', '---\nschedule: 0 9 * * *\n---\nWater the plants.\n');

const CASES: readonly Case[] = [
  {
    name: 'reminder set',
    tool: 'reminder',
    input: async () => ({action: 'set', when: 'in 30 hours', message: 'call mum', mode: 'verbatim'}),
    effects: async life => (await reminders(life)).filter(({message}) => message === 'call mum').length,
  },
  {
    name: 'reminder cancel',
    tool: 'reminder',
    before: setStretch,
    input: async life => ({action: 'cancel', id: await id(life)}),
    effects: async life => (await changes(life, 'reminder.cancelled')).length,
  },
  {
    name: 'reminder snooze',
    tool: 'reminder',
    before: setStretch,
    input: async life => ({action: 'snooze', id: await id(life), when: 'in 7 hours'}),
    effects: async life => (await changes(life, 'reminder.snoozed')).length,
  },
  {
    name: 'reminder skip',
    tool: 'reminder',
    before: repeating,
    input: async life => ({action: 'skip', id: await id(life)}),
    effects: async life => (await changes(life, 'reminder.skipped')).length,
  },
  {
    name: 'reminder undo',
    tool: 'reminder',
    before: async life => {
      await repeating(life);
      await life.daemon.call('reminder.skip', {id: (await id(life)) as 'rem_1'});
    },
    input: async () => ({action: 'undo'}),
    effects: async life => (await changes(life, 'reminder.undone')).length,
  },
  {
    name: 'reminder edit',
    tool: 'reminder',
    before: setStretch,
    input: async life => ({action: 'edit', id: await id(life), message: 'stand up'}),
    effects: async life => (await reminders(life)).filter(({message}) => message === 'stand up').length,
  },
  {
    name: 'reminder edit by a length',
    tool: 'reminder',
    before: setStretch,
    input: async life => ({action: 'edit', id: await id(life), by: '5m'}),
    effects: async life => (await changes(life, 'reminder.edited')).length,
  },
  {
    name: 'reminder set as a timer',
    tool: 'reminder',
    input: async () => ({action: 'set', when: 'in 30 hours', message: 'dough', timer: true}),
    effects: async life => (await reminders(life)).filter(({timer}) => timer).length,
  },
  {
    name: 'reminder set that follows its person',
    tool: 'reminder',
    input: async () => ({
      action: 'set',
      repeat: 'every day at 8',
      follows: 'person',
      message: 'pills',
      mode: 'verbatim',
    }),
    effects: async life => (await reminders(life)).filter(({follows}) => follows === 'person').length,
  },
  {
    name: 'reminder set for an event',
    tool: 'reminder',
    input: async () => ({action: 'set', on: {kind: 'message', words: 'launch'}, message: 'look', mode: 'verbatim'}),
    effects: async life => (await reminders(life)).filter(({on}) => on !== undefined).length,
  },
  {
    name: 'reminder set until answered',
    tool: 'reminder',
    input: async () => ({action: 'set', when: 'in 30 hours', message: 'pill', mode: 'verbatim', nag: 'until answered'}),
    effects: async life => (await reminders(life)).filter(({untilAnswered}) => untilAnswered).length,
  },
  {
    name: 'reminder done',
    tool: 'reminder',
    before: async life => {
      await life.daemon.call('reminder.set', {in: '1s', message: 'stretch', mode: 'verbatim', key: 'stretch'});
      await life.daemon.clock.advance(5_000);
    },
    input: async ({daemon}) => ({
      action: 'done',
      id: (await daemon.call('reminder.list', {state: 'fired'})).reminders[0]?.id,
    }),
    effects: async ({daemon}) => (await daemon.call('reminder.list', {state: 'done'})).reminders.length,
  },
  {
    name: 'reminder done of a series that counts from it',
    tool: 'reminder',
    before: async life => {
      await life.daemon.call('reminder.set', {when: 'every! 1 minute', message: 'stretch', mode: 'verbatim', key: 's'});
      await life.daemon.clock.advance(2 * MINUTE);
    },
    input: async life => ({action: 'done', id: await id(life)}),
    effects: async life => (await changes(life, 'reminder.done')).length,
  },
  {
    name: 'reminder pause',
    tool: 'reminder',
    before: repeating,
    input: async life => ({action: 'pause', id: await id(life)}),
    effects: async life => (await reminders(life)).filter(({paused}) => paused).length,
  },
  {
    name: 'reminder resume',
    tool: 'reminder',
    before: async life => {
      await repeating(life);
      await life.daemon.call('reminder.pause', {id: (await id(life)) as 'rem_1'});
    },
    input: async life => ({action: 'resume', id: await id(life)}),
    effects: async life => (await reminders(life)).filter(({paused}) => !paused).length,
  },
  {
    name: 'alarm cancel',
    tool: 'alarm',
    before: async ({daemon}) => daemon.call('alarm.set', {in: '5h', message: 'look at the oven'}),
    input: async ({daemon}) => ({action: 'cancel', id: (await daemon.call('alarm.list', {})).alarms[0]?.id}),
    effects: async ({daemon}) => 1 - (await daemon.call('alarm.list', {})).alarms.length,
  },
  {
    name: 'alarm set',
    tool: 'alarm',
    input: async () => ({action: 'set', time: '2026-11-25T10:00:00Z', message: 'look at the oven'}),
    effects: async ({daemon}) => (await daemon.call('alarm.list', {})).alarms.length,
  },
  {
    name: 'cron create',
    tool: 'cron',
    input: async () => ({action: 'create', name: 'water', schedule: '0 9 * * *', prompt: 'Water the plants.'}),
    effects: async ({daemon}) => (await daemon.call('cron.list', {})).jobs.filter(({name}) => name === 'water').length,
  },
  {
    name: 'cron edit',
    tool: 'cron',
    before: water,
    input: async () => ({action: 'edit', name: 'water', schedule: '0 10 * * *'}),
    effects: async ({daemon}) =>
      (await daemon.call('cron.list', {})).jobs.filter(({cron}) => cron === '0 10 * * *').length,
  },
  {
    name: 'cron pause',
    tool: 'cron',
    before: water,
    input: async () => ({action: 'pause', name: 'water'}),
    effects: async ({daemon}) => (await daemon.call('cron.list', {})).jobs.filter(({paused}) => paused).length,
  },
  {
    name: 'cron pause until a time',
    tool: 'cron',
    before: water,
    input: async () => ({action: 'pause', name: 'water', until: 'for two weeks'}),
    effects: async life =>
      (await life.daemon.call('cron.list', {})).jobs.filter(({pausedUntil}) => pausedUntil !== undefined).length,
  },
  {
    name: 'quiet set',
    tool: 'quiet',
    input: async () => ({action: 'set', when: 'sunday 8 to 18'}),
    effects: async life => (await plannedQuiet(life)).length,
  },
  {
    name: 'quiet remove',
    tool: 'quiet',
    before: async ({daemon}) => {
      await daemon.call('reach.quiet', {span: 'sunday 8 to 18'});
      await daemon.call('reach.quiet', {span: 'monday 8 to 18'});
    },
    input: async () => ({action: 'remove', number: 1}),
    effects: async life => 2 - (await plannedQuiet(life)).length,
    unkeyed: true,
  },
  {
    name: 'cron resume',
    tool: 'cron',
    before: async life => {
      await water(life);
      await settled(life);
      await life.daemon.call('cron.pause', {name: 'water'});
    },
    input: async () => ({action: 'resume', name: 'water'}),
    effects: async ({daemon}) => (await daemon.call('cron.list', {})).jobs.filter(({paused}) => !paused).length,
  },
  {
    name: 'cron delete',
    tool: 'cron',
    before: water,
    input: async () => ({action: 'delete', name: 'water'}),
    effects: async life => (file(life, 'cron/water.md') === '' ? 1 : 0),
  },
  {
    name: 'write_file',
    tool: 'write_file',
    input: async () => ({path: 'note.md', content: 'one line'}),
    effects: async life => times(file(life, 'note.md'), 'one line'),
  },
  {
    name: 'edit_file',
    tool: 'edit_file',
    before: async life => put(life, 'list.md', 'milk\n'),
    input: async () => ({path: 'list.md', old_text: 'milk', new_text: 'milk, bread'}),
    effects: async life => times(file(life, 'list.md'), 'bread'),
  },
  {
    name: 'signal_send',
    tool: 'signal_send',
    input: async () => ({to: 'bob', text: 'Hello Bob'}),
    effects: async life => sentTo(life, 'Hello Bob'),
  },
  {
    name: 'mail_send',
    tool: 'mail_send',
    input: async () => ({to: 'bob', text: 'Hello Bob'}),
    effects: async life => sentTo(life, 'Hello Bob'),
  },
  {
    name: 'session_send',
    tool: 'session_send',
    before: async life => life.channels['signal']?.says('bob-uuid', 'hi'),
    input: async ({daemon}) => {
      const {sessions} = await daemon.call('session.list', {});
      return {session: sessions.find(({user}) => user === 'bob')?.key, text: 'A note.'};
    },
    effects: async ({daemon}) => {
      const {sessions} = await daemon.call('session.list', {});
      const session = sessions.find(({user}) => user === 'bob')?.key ?? 'rooster:main';
      const {messages} = await daemon.call('session.history', {session, limit: 100});
      return messages.filter(({text}) => text === 'A note.').length;
    },
  },
  {
    name: 'broadcast',
    tool: 'broadcast',
    input: async () => ({to: ['bob', 'carol'], text: 'Dinner at 8'}),
    effects: async life => (await sentTo(life, 'Dinner at 8')) / 3,
  },
  {
    name: 'delegate',
    tool: 'delegate',
    input: async () => ({task: 'Read the long book.'}),
    effects: async ({daemon}) =>
      (await daemon.call('run.list', {limit: 50})).runs.filter(({kind}) => kind === 'delegation').length,
  },
  {name: 'schedule', tool: 'schedule', input: async () => ({})},
  {name: 'read_file', tool: 'read_file', input: async () => ({path: 'AGENTS.md'})},
  {
    name: 'cron run',
    tool: 'cron',
    before: async life => put(life, 'cron/water.md', `---\nschedule: 0 9 * * *\nrun: echo ${JOB_OUTPUT}\n---\n`),
    input: async () => ({action: 'run', name: 'water'}),
    unkeyed: true,
    effects: async ({daemon}) => (await daemon.call('run.list', {name: 'water', limit: 50})).runs.length,
  },
  {
    name: 'bash',
    tool: 'bash',
    input: async () => ({command: 'echo done >> effect'}),
    unkeyed: true,
    effects: async life => times(file(life, 'effect'), 'done'),
  },
];

/** They change nothing, or only what the model reads again; the same reaction replaces itself. */
const MAY_RUN_AGAIN: ReadonlySet<string> = new Set([
  'reminder list',
  'alarm list',
  'alarm get',
  'cron list',
  'cron preview',
  'quiet list',
  'list_files',
  'signal_history',
  'web_fetch',
  'signal_react',
]);

test('every tool that a conversation has, and every action of it, is a case or may run again', async () => {
  using home = tempDir();
  const model = scriptedModel(['Hello.', 'Hello.']);
  const signal = fakeChannel('signal');
  const channels = [signal, fakeChannel('mail')];
  await using daemon = await openTestDaemon({home: home.path, channels, config: CONFIG, models: model.models});
  await daemon.say('hello');
  await signal.says('alice-uuid', 'hello');
  await until('the second question', () => model.asked.length === 2);
  const names = model.asked
    .flatMap(({tools = []}) => tools)
    .flatMap(tool => {
      const schema = tool.type === 'function' ? tool.inputSchema.properties?.['action'] : undefined;
      const actions: readonly unknown[] | undefined = typeof schema === 'object' ? schema.enum : undefined;
      return actions?.map(action => `${tool.name} ${action}`) ?? [tool.name];
    });
  expect(names.length).toBeGreaterThan(30);
  const covered = new Set([...CASES.map(({name}) => name), ...MAY_RUN_AGAIN]);
  expect(names.filter(name => !covered.has(name))).toEqual([]);
});

type Origin = {
  readonly name: 'Signal' | 'mail' | 'hook' | 'terminal' | 'a job' | 'an alarm' | 'a reminder';
  readonly prepare?: (life: Life) => unknown;
  readonly say: (life: Life, text: string) => Promise<unknown>;
  /** The words that the person got for the request. */
  readonly words: (life: Life) => Promise<readonly string[]>;
};

const outbox =
  (address: string) =>
  async ({daemon}: Life): Promise<readonly string[]> =>
    (await daemon.call('outbox.list', {limit: 100})).deliveries
      .filter(delivery => delivery.address === address)
      .map(({text}) => text);

const endsIn = async ({daemon}: Life): Promise<readonly string[]> => {
  const {messages} = await daemon.call('session.history', {session: 'rooster:main', limit: 100});
  return messages.flatMap(({role, text, source, toolCalls}) =>
    role === 'assistant' && source.kind === 'agent' && toolCalls === undefined ? [text] : [],
  );
};

const ORIGINS: readonly Origin[] = [
  {
    name: 'Signal',
    say: ({channels}, text) => channels['signal']?.says('alice-uuid', text) ?? Promise.reject(new Error('no channel')),
    words: outbox('signal:alice-uuid'),
  },
  {
    name: 'mail',
    say: ({channels}, text) =>
      channels['mail']?.says('alice@example.org', text) ?? Promise.reject(new Error('no channel')),
    words: outbox('mail:alice@example.org'),
  },
  {
    name: 'hook',
    say: async ({daemon}, text) => {
      const {http} = await daemon.call('daemon.status', {});
      const headers = {'content-type': 'text/plain', authorization: `Bearer ${SECRET}`, 'idempotency-key': 'k1'};
      return fetch(`http://${http?.listen}/hooks/ci`, {method: 'POST', body: text, headers});
    },
    words: endsIn,
  },
  {name: 'terminal', say: ({daemon}, text) => daemon.call('session.send', {text, key: 'k1'}), words: endsIn},
];

type Asked = {readonly prompt: readonly {readonly role: string; readonly content: unknown}[]};

const open = async (home: string, scenario: Case, input: () => unknown, clock = fakeClock()): Promise<Life> => {
  const channels = {signal: fakeChannel('signal'), mail: fakeChannel('mail')};
  const common = {home, channels: Object.values(channels), clock, config: CONFIG};
  if (scenario.says !== undefined) return {daemon: await openTestDaemon(common), home, channels};
  // Without a state of its own: it calls the tool until it sees a result.
  const answer = ({prompt}: Asked): ScriptedAnswer => {
    const last = prompt.findLastIndex(({role}) => role === 'user');
    if (!JSON.stringify(prompt[last]).includes(REQUEST)) return 'NO_ACTION_NEEDED';
    const rest = prompt.slice(last);
    if (!rest.some(({role}) => role === 'tool'))
      return {calls: [{name: scenario.tool ?? '', input: input(), id: 'call_1'}]};
    return JSON.stringify(rest).includes("isn't known whether it was carried out") ? UNKNOWN : DONE;
  };
  const model = scriptedModel(Array.from({length: 60}, () => answer));
  return {daemon: await openTestDaemon({...common, models: model.models}), home, channels};
};

/** Slowly, so that a tool that takes real time doesn't reach its limit. */
const passes = async ({daemon}: Life, isOver: () => boolean | Promise<boolean>): Promise<void> => {
  for (let step = 0; step < MOST_STEPS && !(await isOver()); step += 1) {
    await daemon.clock.advance(50);
    await new Promise<void>(resolve => setTimeout(resolve, 2));
  }
};

/** Nothing runs or waits any more. */
const settled = async (life: Life): Promise<void> => {
  let calm = 0;
  await passes(life, async () => {
    const {sessions} = await life.daemon.call('session.list', {});
    const {deliveries} = await life.daemon.call('outbox.list', {limit: 100});
    const isSending = deliveries.some(({state}) => state === 'queued' || state === 'sending');
    const {runs} = await life.daemon.call('run.list', {limit: 100});
    const isAtWork = runs.some(({status}) => status === 'running');
    const isBusy = isAtWork || sessions.some(({busy, queued}) => busy || queued > 0) || isSending;
    calm = isBusy ? 0 : calm + 1;
    return calm > CALM_STEPS;
  });
};

/** Kills the daemon before commits of the turn, and checks what the next one makes of it. */
const killed = async (origin: Origin, scenario: Case): Promise<void> => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  let input: unknown = {};
  const wordsOf = async (of: Life): Promise<readonly string[]> =>
    (await origin.words(of)).filter(text => text !== 'NO_ACTION_NEEDED' && text !== JOB_OUTPUT);
  const first = await open(home, scenario, () => input);
  await scenario.before?.(first);
  await origin.prepare?.(first);
  await settled(first);
  input = await scenario.input?.(first);
  const life = imagesBeforeCommits(home, dir.path);
  const ends = (): number => first.daemon.events.filter(({type}) => type === 'turn.ended').length;
  const before = ends();
  await origin.say(first, scenario.says ?? REQUEST);
  await passes(first, () => ends() > before);
  await settled(first);
  life[Symbol.dispose]();
  const expected = await wordsOf(first);
  const endedAt = first.daemon.clock.now();
  await first.daemon[Symbol.asyncDispose]();
  expect(life.images.length).toBeGreaterThan(5);
  // Before its first commit the message isn't acknowledged. Other work may commit before a hook's request.
  const stored = origin.name === 'hook' ? life.images.findIndex(({name}) => name.includes('message.added user')) : 0;
  const check = async (image: KillImage): Promise<void> => {
    const next = await open(image.home, scenario, () => input, fakeClock(endedAt));
    await settled(next);
    const words = await wordsOf(next);
    const effects = await (scenario.effects?.(next) ?? (words.length === 0 ? 0 : 1));
    await next.daemon[Symbol.asyncDispose]();
    const found = [image.name, effects, words];
    // The terminal shows a turn as interrupted that had called nothing yet.
    if (origin.name === 'terminal' && words.length === 0) expect(found).toEqual([image.name, 0, []]);
    else if (scenario.unkeyed && words[0]?.includes("isn't known")) expect(effects, image.name).toBeLessThanOrEqual(1);
    // The skipped occurrence is named only while it happens.
    else if (words[0]?.startsWith('Skipped one')) expect([effects, words.length], image.name).toEqual([1, 1]);
    else expect(found).toEqual([image.name, 1, expected]);
  };
  await sideBySide(everyThird(life.images.slice(stored + 1)), check);
};

/** From Signal every call, from the other places one of each kind of effect. With ROUNDS above 1: every call from each. */
const FROM_ALL: ReadonlySet<string> = new Set([
  'reminder set',
  'reminder undo',
  'cron create',
  'write_file',
  'signal_send',
  'mail_send',
  'session_send',
  'delegate',
  'schedule',
  'bash',
]);

describe.each(ORIGINS)('a message from $name', origin => {
  test.each(CASES.filter(({name}) => ROUNDS > 1 || origin.name === 'Signal' || FROM_ALL.has(name)))(
    `$name: killed before commits, one effect and one word${PLAYED}`,
    scenario => killed(origin, scenario),
  );
});

/** Runs have attempts of their own. */
const RUNS: readonly Origin[] = [
  {
    name: 'a job',
    prepare: life => put(life, 'cron/ask.md', `---\nat: 2099-01-01T09:00\nannounce: direct\n---\n${REQUEST}\n`),
    say: ({daemon}) => daemon.call('cron.run', {name: 'ask'}),
    words: outbox('signal:alice-uuid'),
  },
  {
    name: 'an alarm',
    say: ({daemon}) => daemon.call('alarm.set', {in: '1s', message: REQUEST}),
    words: outbox('signal:alice-uuid'),
  },
  {
    name: 'a reminder',
    say: ({daemon}) => daemon.call('reminder.set', {in: '1s', message: REQUEST, mode: 'agent'}),
    words: async life => (await outbox('signal:alice-uuid')(life)).map(text => (text.includes(DONE) ? DONE : text)),
  },
];
const OF_RUNS: ReadonlySet<string> = new Set(['write_file', 'edit_file', 'bash', 'schedule', 'reminder set']);

describe.each(RUNS)('the turn of $name', origin => {
  test.each(CASES.filter(({name}) => OF_RUNS.has(name)))(
    `$name: killed before commits, one effect and one word${PLAYED}`,
    scenario => killed(origin, scenario),
  );
});

const OFFLINE: readonly Case[] = [
  {
    name: 'a reminder',
    says: 'remind me in 30 hours to call mum',
    effects: async life => (await reminders(life)).filter(({message}) => message === 'call mum').length,
  },
  {
    name: 'two reminders',
    says: 'remind me in 30 hours to call mum and in 40 hours to call dad',
    effects: async life => (await reminders(life)).length / 2,
  },
  {
    name: 'a cancellation',
    says: 'cancel the stretch reminder',
    before: setStretch,
    effects: async life => (await changes(life, 'reminder.cancelled')).length,
  },
  {
    name: 'a skipped occurrence',
    says: 'skip stretch',
    before: repeating,
    effects: async life => (await changes(life, 'reminder.skipped')).length,
  },
  {
    name: 'a snooze',
    says: 'snooze stretch by 7 hours',
    before: setStretch,
    effects: async life => (await changes(life, 'reminder.snoozed')).length,
  },
  {
    name: 'an undo',
    says: 'undo',
    before: async life => {
      await repeating(life);
      await life.daemon.call('reminder.skip', {id: (await id(life)) as 'rem_1'});
    },
    effects: async life => (await changes(life, 'reminder.undone')).length,
  },
  {
    name: 'a timer',
    says: 'dough timer 30 hours',
    effects: async life => (await reminders(life)).filter(({timer}) => timer).length,
  },
  {
    name: 'more minutes',
    says: 'add 5 minutes to stretch',
    before: setStretch,
    effects: async life => (await changes(life, 'reminder.edited')).length,
  },
  {name: 'a list', says: 'list my reminders', before: setStretch},
  {
    name: 'a new job',
    says: 'every day at 9 say: water the plants',
    effects: async ({daemon}) =>
      (await daemon.call('cron.list', {})).jobs.length + (await daemon.call('reminder.list', {})).reminders.length,
  },
  {
    name: 'a paused job',
    says: 'pause the job water',
    before: water,
    effects: async ({daemon}) => ((await daemon.call('cron.list', {})).jobs.every(({paused}) => paused) ? 1 : 0),
  },
  {
    name: 'a started job',
    says: 'run the job water',
    before: async life => put(life, 'cron/water.md', `---\nschedule: 0 9 * * *\nrun: echo ${JOB_OUTPUT}\n---\n`),
    unkeyed: true,
    effects: async ({daemon}) => (await daemon.call('run.list', {name: 'water', limit: 50})).runs.length,
  },
];

/** At the terminal, unless ROUNDS is above 1. */
const OFFLINE_AT_TERMINAL: ReadonlySet<string> = new Set(['a reminder', 'a list', 'a started job']);

describe.each(ORIGINS.filter(({name}) => name === 'Signal' || name === 'terminal'))(
  'the built-in assistant, asked from $name',
  origin => {
    test.each(OFFLINE.filter(({name}) => ROUNDS > 1 || origin.name === 'Signal' || OFFLINE_AT_TERMINAL.has(name)))(
      `$name: killed before commits, one effect and one word${PLAYED}`,
      scenario => killed(origin, scenario),
    );
  },
);

const MOST_STEPS = 1_000;
const CALM_STEPS = 4;
const JOB_OUTPUT = 'wet';
const REQUEST = 'please do it';
const DONE = 'All done.';
const UNKNOWN = "It isn't known whether it was done.";
const CONFIG = {
  users: [
    {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid', 'mail:alice@example.org']},
    {name: 'bob', trust: 'inner', match: ['signal:bob-uuid', 'mail:bob@example.net']},
    {name: 'carol', trust: 'inner', match: ['signal:carol-uuid']},
  ],
  signal: {account: '+15550000000'},
  mail: mailConfig(9),
  http: {listen: '127.0.0.1:0'},
  hooks: {ci: {secret: SECRET, target: 'rooster:main', trust: 'full'}},
  heartbeat: {enabled: false},
  reflection: {enabled: false},
  policy: NOTHING_ASKS,
};
