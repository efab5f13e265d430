import {expect, test} from 'vitest';
import type {Result} from '../../../../src/ipc/protocol.ts';
import {GatewayError} from '../../../../src/shared/gateway-error.ts';
import type {TestWorldOptions} from '../command-world.ts';
import {rooster} from '../run-verb.ts';

const reminder = {
  id: 'rem_1',
  fireAt: '2026-11-21T11:20:00.000Z',
  message: 'stretch',
  mode: 'verbatim',
  delivery: ['terminal:default'],
  sourceSession: 'a:main',
  createdAt: '2026-11-21T11:00:00.000Z',
  state: 'pending',
  zone: 'Europe/Berlin',
} as const;

test('with --json exactly the result of the method is printed, on one line where nobody looks', async () => {
  const {out, code} = await rooster(['reminders', '--json'], {
    answers: {'reminder.list': () => ({reminders: [reminder]})},
  });
  expect(code).toBe(0);
  expect(out()).toBe(`${JSON.stringify({reminders: [reminder]})}\n`);
});

test('a list shows ids, local times with how far away they are, and fits the terminal', async () => {
  const {out} = await rooster(['reminders'], {
    answers: {'reminder.list': () => ({reminders: [reminder, {...reminder, id: 'rem_2', message: 'x'.repeat(100)}]})},
    terminal: {columns: 80},
  });
  const [titles, first, second] = out().split('\n');
  expect(titles).toMatch(/^ID +WHEN +STATE +TO +MESSAGE$/u);
  expect(first).toMatch(/^rem_1 {2}today 11:20 \(in 20m\) +pending +the terminal/u);
  expect(second).toHaveLength(80);
});

test('a table never wraps: ids are shortened to what tells them apart, and what is shown is taken for the whole', async () => {
  const runs = ['run_aaaaaabbbbbbccccccd1', 'run_aaaaaabxxxxxccccccd2'].map(id => ({
    id,
    kind: 'reflection',
    name: 'rooster:dm:signal:22222222-2222-4222-8222-222222222222',
    session: 'rooster:main',
    status: 'skipped',
    scheduledFor: '2026-11-20T10:01:00.000Z',
    startedAt: '2026-11-20T10:01:00.000Z',
    endedAt: '2026-11-20T10:01:10.000Z',
    attempt: 2,
    late: true,
    output: 'Nothing was said since.',
  }));
  const answers = {
    'run.list': () => ({runs}),
    'run.get': ({id}: {id: string}) => {
      const run = runs.find(one => one.id === id);
      if (run === undefined) throw new GatewayError('not_found', `There is no run ${id}.`);
      return {...run, transcript: [], deliveries: []};
    },
  } as TestWorldOptions['answers'];
  for (const columns of [80, 60, 40, 24]) {
    const {out} = await rooster(['runs'], {answers, terminal: {columns}});
    expect(
      Math.max(
        ...out()
          .trimEnd()
          .split('\n')
          .map(line => line.length),
      ),
    ).toBeLessThanOrEqual(columns);
  }
  const {out} = await rooster(['runs'], {answers, terminal: {columns: 80}});
  const [, first = '', second = ''] = out()
    .split('\n')
    .map(line => line.split(' ')[0] ?? '');
  expect([first, second]).toEqual(['run_aaaaaabb', 'run_aaaaaabx']);
  expect((await rooster(['runs', 'show', second], {answers})).out()).toContain('run_aaaaaabxxxxxccccccd2');
  expect((await rooster(['runs'], {answers})).out()).toContain('run_aaaaaabbbbbbccccccd1');
});

test('a list that is longer than one answer is read to its end, and says so where it is not', async () => {
  const many = Array.from({length: 2_500}, (_, index) => ({...reminder, id: `rem_${index}` as const}));
  const answers = {
    'reminder.list': ({after, limit = 100}: {after?: string; limit?: number}) => {
      const start = many.findIndex(({id}) => id === after) + 1;
      const reminders = many.slice(start, start + limit);
      return {reminders, ...(start + limit < many.length ? {more: true} : {})};
    },
  };
  const some = await rooster(['reminders', 'list', '--limit', '1200'], {answers});
  expect(some.code).toBe(0);
  expect(some.out().trim().split('\n')).toHaveLength(1_202);
  expect(some.out()).toContain('There are more than these 1200: --all');
  const all = await rooster(['reminders', '--all', '--json'], {answers});
  expect(JSON.parse(all.out())).toEqual({reminders: many});
  const first = await rooster(['reminders', '--json'], {answers});
  expect(JSON.parse(first.out())).toEqual({reminders: many.slice(0, 100), more: true});
  expect(first.err()).toContain('--all gives all of them');
  const named = await rooster(['reminders', 'show', '2499'], {
    answers: {...answers, 'reminder.get': ({id}) => ({...reminder, id})},
  });
  expect(named.out()).toMatch(/^Id +rem_2499$/mu);
});

test('lists show the clocks of the person at the terminal, and name their zone where this machine has another', async () => {
  const before = process.env['TZ'];
  const berlin = {zone: 'Europe/Berlin', zoneEnv: process.env};
  const job = {
    name: 'morning',
    cron: '0 8 * * *',
    zone: 'Europe/Berlin',
    message: 'What matters?',
    deliver: ['terminal:default'],
    announce: 'rephrase',
    missed: 'skip',
    overlap: 'skip',
    enabled: true,
    paused: false,
    preTools: [],
    carryLastOutput: false,
    origin: 'cron/morning.md',
    nextAt: '2026-11-22T07:00:00.000Z',
  } as const;
  try {
    const listed = await rooster(['reminders'], {
      ...berlin,
      answers: {'reminder.list': () => ({reminders: [reminder]})},
    });
    expect(listed.out()).toMatch(/^ID +WHEN \(Europe\/Berlin\) .*\nrem_1 +today 12:20 \(in 20m\)/u);
    process.env['TZ'] = before;
    const jobs = await rooster(['cron', 'list'], {
      ...berlin,
      answers: {'cron.list': () => ({jobs: [job], invalid: []})},
    });
    expect(jobs.out()).toMatch(/^NAME +NEXT \(Europe\/Berlin\) .*\nmorning +tomorrow 08:00/u);
    process.env['TZ'] = before;
    const trace = await rooster(['why', 'rem_1'], {
      ...berlin,
      answers: {why: () => ({steps: [{at: '2026-11-21T10:00:00.000Z', what: 'set', id: 'rem_1', kind: 'reminder'}]})},
    });
    expect(trace.out()).toBe('Times are in Europe/Berlin.\n11:00:00  set  rem_1\n');
    process.env['TZ'] = before;
    const same = await rooster(['reminders'], {
      zone: 'Etc/UTC',
      zoneEnv: process.env,
      answers: {'reminder.list': () => ({reminders: [reminder]})},
    });
    expect(same.out()).toMatch(/^ID +WHEN {2,}STATE.*\nrem_1 +today 11:20 /u);
  } finally {
    process.env['TZ'] = before;
  }
});

test('one is told on a single clock, that of its own time', async () => {
  const at = '2026-11-21T10:59:00.000Z';
  const fired = {...reminder, state: 'fired', fireAt: at, firedAt: at} as const;
  const {out} = await rooster(['reminders', 'show', 'rem_1'], {answers: {'reminder.get': () => fired}});
  expect(out()).toMatch(/^When +today 11:59 CET/mu);
  expect(out()).toMatch(/^Fired +today 11:59 \(1:00 ago\)/mu);
  expect(out()).toMatch(/^Set +today 12:00 \(now\)/mu);
});

test.each([
  [['reminders'], 'reminder.list', {reminders: []}, 'rooster remind 20m'],
  [['alarms'], 'alarm.list', {alarms: []}, 'No alarms are set. The agent sets them for itself'],
  [['sessions'], 'session.list', {sessions: []}, 'rooster chat'],
  [['runs'], 'run.list', {runs: []}, 'Nothing has run yet'],
  [['outbox'], 'outbox.list', {deliveries: []}, 'The outbox is empty'],
  [['cron'], 'cron.list', {jobs: [], invalid: []}, 'cron/NAME.md'],
])('an empty list of `rooster %s` says what would be there', async (argv, method, result, words) => {
  const {out} = await rooster(argv, {answers: {[method]: () => result}});
  expect(out()).toContain(words);
});

test('a reminder is set word for word unless the agent is to answer it, and what was understood is said back', async () => {
  const answers = {'reminder.set': () => reminder};
  const plain = await rooster(['remind', '20m', 'stretch'], {answers});
  expect(plain.daemon.asked).toEqual([['reminder.set', {when: '20m', message: 'stretch', mode: 'verbatim'}]]);
  expect(plain.out()).toBe(
    'Reminder rem_1 is set for today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\nDelivered word for word to the terminal.\n',
  );
  const noted = await rooster(['remind', '3:20 PST', 'stretch'], {
    answers: {'reminder.set': () => ({...reminder, note: '03:20 PST, UTC−8'})},
  });
  expect(noted.out()).toContain('today 12:20 CET (Europe/Berlin), in 20 minutes (03:20 PST, UTC−8): stretch\n');
  const asked = await rooster(['remind', '20m', 'x', '--agent', '--user', 'bob', '--to', 'signal:bob'], {answers});
  expect(asked.daemon.asked).toEqual([
    ['reminder.set', {when: '20m', message: 'x', mode: 'agent', user: 'bob', to: 'signal:bob'}],
  ]);
});

test.each([
  [['remind', '20m', 'x', '--to', 'nowhere'], "'nowhere' is no address"],
  [['reminders', 'cancel', 'dlv_1'], "'dlv_1' is no id of this kind (one begins with rem_)"],
  [['reminders', '--limit', 'many'], "--limit takes a whole number from 1 on, not 'many'"],
  [['inject', 'a:main', ' '], 'TEXT is empty'],
  [['cron', 'preview', ' '], 'EXPR is empty'],
  [['watch', '--since', '-1'], "--since takes the number of an event, not '-1'"],
])('`rooster %j` is refused before the daemon is asked', async (argv, sentence) => {
  await expect(rooster(argv, {})).rejects.toThrow(sentence);
});

test('an error of the daemon is the error of the command', async () => {
  const answers = {
    'reminder.cancel': () => {
      throw new GatewayError('not_found', 'There is no reminder rem_9.');
    },
  };
  const listed = {...answers, 'reminder.list': () => ({reminders: []})};
  await expect(rooster(['reminders', 'cancel', 'rem_9'], {answers: listed})).rejects.toThrow(
    'There is no reminder rem_9.',
  );
});

/** A daemon that understands these times and no other. */
const understanding = (...times: readonly string[]) => ({
  'reminder.set': ({when, message}: {readonly when?: string; readonly message: string}) => {
    if (when === 'yesterday') throw new GatewayError('invalid', 'The time of a reminder must be in the future.');
    if (!times.includes(when ?? '')) throw new GatewayError('invalid', `What is "${when}"?`, {fault: 'no-time'});
    return {...reminder, message};
  },
});

test.each([
  ['20 minutes tea', '20 minutes', 'tea'],
  ['in 20 minutes drink tea', 'in 20 minutes', 'drink tea'],
  ['tomorrow about the rent', 'tomorrow', 'about the rent'],
  ['tomorrow 9am call Bob', 'tomorrow 9am', 'call Bob'],
])('`remind %s` is taken as %j, %j', async (line, when, message) => {
  const answers = understanding('20 minutes', 'in 20 minutes', 'tomorrow', 'tomorrow about', 'tomorrow 9am');
  const {daemon} = await rooster(['remind', ...line.split(' ')], {answers});
  expect(daemon.asked.at(-1)).toEqual(['reminder.set', {when, message, mode: 'verbatim'}]);
});

test('a WHEN in quotes is the whole of it, and a time that is understood and refused is not shortened', async () => {
  const answers = understanding('in 5 minutes', 'tomorrow');
  const quoted = await rooster(['remind', 'in 5 minutes', 'tomorrow', 'too'], {answers});
  expect(quoted.daemon.asked).toEqual([
    ['reminder.set', {when: 'in 5 minutes', message: 'tomorrow too', mode: 'verbatim'}],
  ]);
  await expect(rooster(['remind', 'yesterday', 'a', 'b'], {answers})).rejects.toThrow('in the future');
  await expect(rooster(['remind', 'soon', 'a', 'b'], {answers})).rejects.toThrow('What is "soon"?');
});

const SESSIONS = [
  {key: 'a:main', title: 'main'},
  {key: 'a:dm:signal:bob', title: 'signal bob'},
  {key: 'a:dm:signal:carol', title: 'signal carol'},
];

test.each([
  ['a:main', 'a:main'],
  ['main', 'a:main'],
  ['Signal Bob', 'a:dm:signal:bob'],
  ['carol', 'a:dm:signal:carol'],
])('the conversation %j is %s', async (name, session) => {
  const answers = {
    'session.list': () => ({sessions: SESSIONS}) as never,
    'session.history': () => ({messages: [], more: false}),
  };
  const {daemon} = await rooster(['sessions', 'show', name], {answers});
  expect(daemon.asked.at(-1)).toEqual(['session.history', {session}]);
});

test('a conversation that may be several is not guessed, and one that is none is said', async () => {
  const answers = {'session.list': () => ({sessions: SESSIONS}) as never};
  await expect(rooster(['sessions', 'reset', 'signal'], {answers})).rejects.toThrow(
    "'signal' may be any of 2: a:dm:signal:bob (signal bob), a:dm:signal:carol (signal carol).",
  );
  await expect(rooster(['sessions', 'reset', 'dave'], {answers})).rejects.toThrow("There is no conversation 'dave'");
});

/** Two that wait, and one that has fired. */
const KEPT = [
  {...reminder, id: 'rem_abcdef' as const, message: 'green tea'},
  {...reminder, id: 'rem_abcxyz' as const, message: 'call Bob about teapots'},
  {...reminder, id: 'rem_fired1' as const, message: 'black tea', state: 'fired' as const},
];
const kept = {
  'reminder.list': ({state}: {readonly state?: string}) => ({
    reminders: KEPT.filter(one => one.state === (state ?? 'pending')),
  }),
  'reminder.done': ({id}: {readonly id: string}) => {
    const found = KEPT.find(one => one.id === id);
    if (found === undefined) throw new GatewayError('not_found', `There is no reminder ${id}.`);
    return found;
  },
};

test.each([
  ['rem_abcdef', 'rem_abcdef'],
  ['rem_abcd', 'rem_abcdef'],
  ['xyz', 'rem_abcxyz'],
  ['tea', 'rem_abcdef'],
  ['call bob', 'rem_abcxyz'],
  ['black', 'rem_fired1'],
])('`reminders done %s` is %s: a part of its id, or a word, of what waits before what fired', async (name, id) => {
  const {daemon, out} = await rooster(['reminders', 'done', name], {answers: kept});
  expect(daemon.asked.at(-1)).toEqual(['reminder.done', {id}]);
  expect(out()).toContain(`Done with ${id}`);
});

test.each([
  ['rem_abc', "'rem_abc' may be any of 2: rem_abcdef (green tea), rem_abcxyz (call Bob about teapots)."],
  ['ab', "Nothing here is called 'ab'"],
  ['rem_nosuch', 'There is no reminder rem_nosuch.'],
])('`reminders done %s` is not guessed', async (name, sentence) => {
  await expect(rooster(['reminders', 'done', name], {answers: kept})).rejects.toThrow(sentence);
});

test('a reminder that has ended is known by a part of its id, and the daemon says why it cannot be had', async () => {
  const done = {...reminder, id: 'rem_done99' as const, state: 'done' as const};
  const answers = {
    'reminder.list': ({state}: {readonly state?: string}) => ({reminders: state === 'done' ? [done] : []}),
    'reminder.cancel': ({id}: {readonly id: string}) => {
      if (id === done.id) throw new GatewayError('conflict', `Reminder ${id} is done: there is nothing to cancel.`);
      throw new GatewayError('not_found', `There is no reminder ${id}.`);
    },
  };
  await expect(rooster(['reminders', 'cancel', 'rem_done'], {answers})).rejects.toThrow('rem_done99 is done');
});

/** Stories of one reminder, one run, one delivery and one cron job; nothing else is known. */
const stories = {
  ...kept,
  'run.list': () => ({runs: [{id: 'run_qwerty'}]}) as never,
  'outbox.list': () => ({deliveries: [{id: 'dlv_asdfgh', text: 'the milk is out'}]}) as never,
  'alarm.list': () => ({alarms: [{id: 'alm_yxcvbn', message: 'look at the build'}]}) as never,
  why: ({id}: {readonly id: string}) => {
    const known = ['rem_fired1', 'rem_abcdef', 'run_qwerty', 'dlv_asdfgh', 'alm_yxcvbn', 'standup', 'msg_1'];
    if (!known.includes(id)) throw new GatewayError('not_found', `Nothing is known under ${id}.`);
    return {steps: [{at: '2026-11-21T10:00:00.000Z', kind: 'reminder' as const, what: 'It was set.', id}]};
  },
};

test.each([
  ['rem_fire', 'rem_fired1'],
  ['black', 'rem_fired1'],
  ['run_qwe', 'run_qwerty'],
  ['dlv_asd', 'dlv_asdfgh'],
  ['milk', 'dlv_asdfgh'],
  ['alm_yxc', 'alm_yxcvbn'],
  ['build', 'alm_yxcvbn'],
  ['standup', 'standup'],
  ['msg_1', 'msg_1'],
])('`why %s` is the story of %s: it takes the names that the lists take', async (name, id) => {
  const {out} = await rooster(['why', name], {answers: stories});
  expect(out()).toContain(`It was set.  ${id}`);
});

test.each(['nosuch', 'rem_nosuch', 'msg_nosuch'])('`why %s` says that nothing is known under it', async name => {
  await expect(rooster(['why', name], {answers: stories})).rejects.toThrow(`Nothing is known under ${name}.`);
});

test('what came to no good end is told where it was asked', async () => {
  const at = '2026-11-21T10:59:00.000Z';
  const said = {
    id: 'msg_1',
    session: 'a:main',
    role: 'user',
    text: 'hello',
    at,
    turnId: 'turn_1',
    source: {kind: 'user', name: 'alice'},
  };
  const turns = [{id: 'turn_1', session: 'a:main', outcome: 'failed', error: 'The key was refused.'}];
  const answers = {
    'session.history': () =>
      ({messages: [said, {...said, id: 'msg_2', turnId: 'turn_2'}], more: false, turns}) as never,
  };
  const {out} = await rooster(['sessions', 'show', 'a:main'], {answers});
  expect(
    out()
      .split('\n')
      .map(line => line.trim().replace(/^\d\d:\d\d:\d\d +/u, '')),
  ).toEqual(['alice', 'hello', '(failed: The key was refused.)', 'alice', 'hello', '']);
});

test('stopping a conversation says whether there was anything to stop', async () => {
  const answers = (busy: boolean) => ({
    'session.list': () => ({sessions: [{key: 'a:main', title: 'main', busy}]}) as never,
    'session.stop': () => ({}),
  });
  const running = await rooster(['sessions', 'stop', 'main'], {answers: answers(true)});
  expect(running.out()).toBe('Stopped what main was doing.\n');
  const idle = await rooster(['sessions', 'stop', 'main'], {answers: answers(false)});
  expect(idle.out()).toBe('Nothing was running in main.\n');
});

const alarm = {
  id: 'alm_1',
  kind: 'once',
  state: 'active',
  at: '2026-11-21T11:20:00.000Z',
  nextAt: '2026-11-21T11:20:00.000Z',
  zone: 'Europe/Berlin',
  message: 'Look at the build.',
  payload: '{"n": 1.0}',
  session: 'a:main',
  user: 'alice',
  createdAt: '2026-11-21T11:00:00.000Z',
  failures: 0,
  skipped: 0,
} as const;

test.each([
  [['20m', 'Look.'], {when: '20m', message: 'Look.'}],
  [['20', 'minutes', 'Look', 'again.'], {when: '20 minutes', message: 'Look again.'}],
  [['0 9 * * 1-5', 'Look.'], {cron: '0 9 * * 1-5', message: 'Look.'}],
  [['@daily', 'Look.', '--tz', 'UTC'], {cron: '@daily', message: 'Look.', timezone: 'UTC'}],
  [
    ['20m', ' Look. ', '--session', 'a:main', '--payload', '{"n": 1.0}', '--key', 'k'],
    {when: '20m', message: ' Look. ', session: 'a:main', payload: '{"n": 1.0}', key: 'k'},
  ],
])('`alarms set %j` is a moment or a timetable, and goes through as it was given', async (words, request) => {
  const set = (params: {readonly when?: string}) => {
    if (/minutes \S/u.test(params.when ?? '')) throw new GatewayError('invalid', 'When?', {fault: 'no-time'});
    return alarm;
  };
  const {daemon, out} = await rooster(['alarms', 'set', ...words], {answers: {'alarm.set': set}});
  expect(daemon.asked.at(-1)).toEqual(['alarm.set', request]);
  expect(out()).toBe('Alarm alm_1 wakes a:main today 12:20 CET (Europe/Berlin), in 20 minutes: Look at the build.\n');
});

test('alarms are listed with how they stand, shown whole, cancelled and set off by a word they have', async () => {
  const retried = {...alarm, failures: 2, retryAt: '2026-11-21T11:05:00.000Z', lastError: 'busy'} as const;
  const answers = {
    'alarm.list': () => ({alarms: [retried]}),
    'alarm.get': () => retried,
    'alarm.cancel': () => ({...alarm, state: 'cancelled'}) as const,
    'alarm.wake': () => ({alarm, turnId: 'turn_1'}) as const,
  };
  const list = await rooster(['alarms'], {answers});
  expect(list.out()).toMatch(/alm_1 +today 11:05 \(in 5m\) +retry 2 +a:main +Look at the build\. \(busy\)/u);
  const shown = await rooster(['alarms', 'show', 'build'], {answers});
  for (const words of ['Failures', 'Last error', 'busy', 'Look at the build.', '{"n": 1.0}'])
    expect(shown.out()).toContain(words);
  const cancelled = await rooster(['alarms', 'cancel', 'alm_1'], {answers});
  expect(cancelled.out()).toBe('Cancelled alm_1: Look at the build.\n');
  const woken = await rooster(['alarms', 'wake', 'build'], {answers});
  expect(woken.out()).toBe('alm_1 woke a:main as turn_1: rooster why turn_1\n');
  const json = await rooster(['alarms', 'show', 'alm_1', '--json'], {answers});
  expect(JSON.parse(json.out())).toEqual(retried);
});

test('a snooze says from when to when, and that it is sooner', async () => {
  const later = {...reminder, fireAt: '2026-11-22T08:00:00.000Z'};
  const answers = {'reminder.get': () => later, 'reminder.snooze': () => reminder};
  const {out, daemon} = await rooster(['reminders', 'snooze', 'rem_1', '20', 'minutes'], {answers});
  expect(daemon.asked.at(-1)).toEqual(['reminder.snooze', {id: 'rem_1', when: '20 minutes'}]);
  expect(out()).toBe(
    'Moved rem_1 from tomorrow 09:00 to today 12:20 CET (Europe/Berlin), in 20 minutes (sooner than it was): stretch\n',
  );
  const fired = {...answers, 'reminder.get': () => ({...later, state: 'fired' as const})};
  const again = await rooster(['reminders', 'snooze', 'rem_1', '20m'], {answers: fired});
  expect(again.out()).toBe('Snoozed rem_1 until today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\n');
});

test('the run of a reminder is known by its words, and a moment is no zero', async () => {
  const run = {
    id: 'run_1',
    kind: 'reminder',
    name: 'rem_1',
    session: 'a:cron:reminder-rem_1',
    status: 'ran',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    endedAt: '2026-11-21T10:00:00.012Z',
    attempt: 1,
    late: false,
  } as const;
  const answers = {
    'run.list': () => ({runs: [run, {...run, id: 'run_2' as const, name: 'rem_gone'}]}),
    'reminder.get': ({id}: {readonly id: string}) => {
      if (id !== 'rem_1') throw new GatewayError('not_found', `There is no reminder ${id}.`);
      return reminder;
    },
  };
  const {out} = await rooster(['runs'], {answers});
  const [, first, second] = out().split('\n');
  expect(first).toMatch(/reminder {2}stretch +ran +<1s/u);
  expect(second).toMatch(/reminder {2}rem_gone +ran +<1s/u);
  const json = await rooster(['runs', '--json'], {answers});
  expect(json.daemon.asked.map(([method]) => method)).toEqual(['run.list']);
});

test('a run is shown with what it planned, also while it works', async () => {
  const run = {
    id: 'run_1',
    kind: 'reflection',
    name: 'a:main',
    session: 'a:cron:reflection-a_main',
    status: 'running',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    attempt: 1,
    late: false,
    schedule: 'quiet for 4 minutes',
    todos: [
      {title: 'Pages', status: 'done', note: 'two\nkept'},
      {title: 'Memory', status: 'pending'},
    ],
    transcript: [],
    deliveries: [],
  } as const;
  const {out} = await rooster(['runs', 'show', 'run_1'], {answers: {'run.get': () => run}});
  expect(out()).toContain('\n\nPlan\n  1. [done] Pages: two kept\n  2. [pending] Memory\n');
});

test('a run that waits for its turn says so, and took as long as it worked', async () => {
  const waiting = {
    id: 'run_2',
    kind: 'cron',
    name: 'morning',
    session: 'a:cron:morning',
    status: 'running',
    scheduledFor: '2026-11-21T10:00:00.000Z',
    startedAt: '2026-11-21T10:00:00.000Z',
    attempt: 1,
    late: false,
  } as const;
  const beganAt = '2026-11-21T10:05:00.000Z';
  const ran = {...waiting, id: 'run_1', status: 'ran', beganAt, endedAt: '2026-11-21T10:05:20.000Z'} as const;
  const {out} = await rooster(['runs'], {
    answers: {'run.list': () => ({runs: [waiting, {...waiting, id: 'run_3', beganAt}, ran]})},
  });
  expect(out()).toMatch(/run_2 .* waits +-/u);
  expect(out()).toMatch(/run_3 .* running +-/u);
  expect(out()).toMatch(/run_1 .* ran +20 seconds/u);
  const shown = await rooster(['runs', 'show', 'run_1'], {
    answers: {'run.get': () => ({...ran, transcript: [], deliveries: []})},
  });
  expect(shown.out()).toMatch(/Waited +5 minutes/u);
  expect(shown.out()).toMatch(/Took +20 seconds/u);
});

test('runs that are narrowed down to none are not called the first that never were', async () => {
  const none = {'run.list': () => ({runs: []}), 'reminder.list': () => ({reminders: []})};
  const cron = await rooster(['runs', '--kind', 'cron'], {answers: none});
  expect(cron.out()).toBe('No run of the kind cron is kept.\n');
  const named = await rooster(['runs', '--name', 'tea'], {answers: none});
  expect(named.out()).toBe('No run of tea is kept.\n');
});

test('runs are narrowed down to a reminder by the words that the list shows for it', async () => {
  const asked = {...kept, 'run.list': () => ({runs: []})};
  const {daemon} = await rooster(['runs', '--name', 'black', '--json'], {answers: asked});
  expect(daemon.asked.at(-1)).toEqual(['run.list', {name: 'rem_fired1'}]);
});

const JOB = {
  name: 'standup',
  cron: '0 9 * * 1-5',
  zone: 'Europe/Berlin',
  message: 'What did I do?',
  deliver: ['terminal:default'],
  announce: 'direct',
  missed: 'once',
  overlap: 'allow',
  enabled: true,
  model: 'local/small',
  timeoutMs: 90_000,
  preTools: [{name: 'bash', input: {command: 'git log'}}],
  carryLastOutput: true,
  origin: 'cron/standup.md',
  paused: false,
  nextAt: '2026-11-23T08:00:00.000Z',
  last: {status: 'failed', startedAt: '2026-11-21T08:00:00.000Z', error: 'no answer'},
} as const;

test('a cron job is shown with everything that its file says, and what came of it the last time', async () => {
  const {out} = await rooster(['cron', 'show', 'standup'], {answers: {'cron.get': () => JOB}});
  expect(out()).toMatchInlineSnapshot(`
    "Name      standup
    Schedule  0 9 * * 1-5 in Europe/Berlin
    Next      Mon 23 Nov 08:00 (in 1d 21h)
    Last      failed 3h 0m ago: no answer
    To        the terminal
    Announce  direct
    Missed    once
    Overlap   allow
    Model     local/small
    Timeout   1 minute 30 seconds
    First     bash {"command":"git log"}
    Carries   its last output into the next run
    From      cron/standup.md

      What did I do?
    "
  `);
  const list = await rooster(['cron'], {answers: {'cron.list': () => ({jobs: [JOB], invalid: []})}});
  expect(list.out()).toMatch(/NEXT +LAST +SCHEDULE[\s\S]+failed 3h 0m ago/u);
});

test('a job that is resumed and disabled is not promised', async () => {
  const {nextAt: _, ...off} = {...JOB, enabled: false};
  const {out} = await rooster(['cron', 'resume', 'standup'], {answers: {'cron.resume': () => off}});
  expect(out()).toBe('Resumed standup, which stays disabled: say enabled: true in cron/standup.md.\n');
});

test('the instants of a schedule are those of a zone that is said', async () => {
  const answers = {'cron.preview': () => ({instants: ['2026-11-22T08:00:00.000Z']})};
  const {timeZone: zone} = new Intl.DateTimeFormat().resolvedOptions();
  const own = await rooster(['cron', 'preview', '0 8 * * *'], {answers});
  expect(own.daemon.asked).toEqual([['cron.preview', {expression: '0 8 * * *', timezone: zone}]]);
  expect(own.out()).toMatch(new RegExp(`^In ${zone}, the zone of this machine; --tz ZONE is for another:\\n`, 'u'));
  const named = await rooster(['cron', 'preview', '0 8 * * *', '--tz', 'Europe/Berlin'], {answers});
  expect(named.out()).toBe('tomorrow 09:00 CET (in 21h 0m)\n');
});

test('an instant to which the clocks are put forward says what is skipped, and when it runs', async () => {
  const answers = {'cron.preview': () => ({instants: ['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z']})};
  const {out} = await rooster(['cron', 'preview', '30 2 * * *', '--tz', 'Europe/Berlin'], {answers});
  const [usual, skipped] = out().split('\n');
  expect(usual).toBe('Sat 27 Mar 2027 02:30 CET (in 126d)');
  expect(skipped).toBe(
    'Sun 28 Mar 2027 03:00 CEST (in 127d; the clocks go forward from 02:00, and what they skip runs then)',
  );
});

test.each([
  ['status', 0],
  ['daemon status', 3],
])('`rooster %s` works without a daemon, says so, starts none, and ends with %d', async (line, expected) => {
  const {code, out, starts} = await rooster(line.split(' '), {running: false});
  expect(code).toBe(expected);
  expect(out()).toContain('No daemon is running.');
  expect(starts()).toBe(0);
  const json = await rooster([...line.split(' '), '--json'], {running: false});
  expect(JSON.parse(json.out())).toMatchObject({running: false, home: {config: '/home/alice/r/config.json'}});
});

const STATUS = {
  running: true,
  version: '0.0.9',
  pid: 4321,
  bootId: 'boot',
  startedAt: '2026-11-21T09:00:00.000Z',
  now: '2026-11-21T11:00:00.000Z',
  seq: 9,
  home: {config: '/c', database: '/d', workspace: '/w', log: '/l', socket: '/s'},
  agent: 'rooster',
  model: {name: 'anthropic/x', ready: false, detail: 'ANTHROPIC_API_KEY is not set'},
  clients: 1,
  sessions: {total: 3, busy: 1, queued: 0},
  reminders: {pending: 1},
  outbox: {waiting: 1, dead: 2},
  nextWakes: [
    {kind: 'reminder', name: 'rem_1', what: 'stretch', wakeAt: '2026-11-21T11:20:00.000Z'},
    {kind: 'cron', name: 'morning', what: '', wakeAt: '2026-11-22T08:00:00.000Z'},
  ],
  channels: [{channel: 'signal', inbound: 'up', outbound: 'down', detail: 'no network'}],
  problems: [{key: 'users[0].trust', reason: 'There is no trust "king".', inForce: 'full'}],
} as const;

test.each([
  [
    {why: 'The offline assistant has nothing to look around with.', sessions: []},
    ['Heartbeat  none. The offline assistant has nothing to look around with.'],
  ],
  [
    {
      sessions: [
        {
          session: 'rooster:main',
          lastHeardAt: '2026-11-21T11:00:00.000Z',
          heartbeat: {why: 'HEARTBEAT.md asks for nothing.'},
          reflection: {nextAt: '2026-11-21T11:04:00.000Z'},
        },
      ],
    },
    ['Heartbeat  main: HEARTBEAT.md asks for nothing.'],
  ],
  [{sessions: []}, []],
] as const)('the status says why nothing comes by itself in a quiet conversation: %j', async (idle, lines) => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => ({...STATUS, idle})}});
  expect(
    out()
      .split('\n')
      .filter(line => /^(?:Heartbeat|Reflection)/u.test(line)),
  ).toEqual(lines);
});

test('the status is one screen, and says what is to be done about what is wrong', async () => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => STATUS}});
  expect(out().split('\n')).toEqual([
    'Rooster 0.0.9 (this command is 0.1.0: rooster daemon restart), pid 4321, up for 2 hours',
    'Agent      rooster',
    'Model      anthropic/x, not ready (ANTHROPIC_API_KEY is not set)',
    'Channel    signal in up, out down: no network (rooster signal status)',
    'Sessions   3, 1 busy, 0 queued',
    'Reminders  1 waiting',
    'Outbox     1 waiting, 2 given up (rooster outbox --state dead)',
    'Clients    none but this command',
    'Config     /c',
    'Workspace  /w',
    'Log        /l',
    '',
    'NEXT                        KIND      WHAT',
    'today 11:20 (in 20m)        reminder  stretch',
    'tomorrow 08:00 (in 21h 0m)  cron      morning',
    '',
    'users[0].trust: There is no trust "king". In force: full',
    '',
  ]);
});

test('stopping where none runs is done already', async () => {
  const {code, out, starts} = await rooster(['daemon', 'stop'], {running: false});
  expect({code, out: out(), starts: starts()}).toEqual({code: 0, out: 'No daemon is running.\n', starts: 0});
});

test('other verbs start the daemon they need', async () => {
  const {starts} = await rooster(['reminders'], {running: false, answers: {'reminder.list': () => ({reminders: []})}});
  expect(starts()).toBe(1);
});

const PROBLEM = {key: 'agent.model', reason: 'There is no provider "x".', inForce: 'offline'};

test('the configuration is checked by the daemon where one runs, and by its program where none does', async () => {
  const running = await rooster(['config', 'check', '--json'], {answers: {'config.check': () => ({problems: []})}});
  expect({code: running.code, out: running.out()}).toEqual({code: 0, out: '{"problems":[]}\n'});
  const asked: (readonly string[])[] = [];
  const alone = await rooster(['config', 'check'], {
    running: false,
    ask: async words => {
      asked.push(words);
      return {code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''};
    },
  });
  expect({code: alone.code, asked, starts: alone.starts()}).toEqual({code: 1, asked: [['check-config']], starts: 0});
  expect(alone.out()).toBe('agent.model: There is no provider "x". In force: offline\n');
});

test('the keys that there are come from the program, all or those below one, each with what holds without it', async () => {
  const {configHelp} = await import('../../../../src/daemon/config/check-config.ts');
  const ask = async (words: readonly string[]) => {
    expect(words).toEqual(['config-keys']);
    return {code: 0, stdout: JSON.stringify({keys: configHelp()}), stderr: ''};
  };
  const all = await rooster(['config', 'keys', '--json'], {running: false, ask});
  expect({code: all.code, starts: all.starts(), keys: JSON.parse(all.out())}).toEqual({
    code: 0,
    starts: 0,
    keys: {keys: configHelp()},
  });
  const some = await rooster(['config', 'keys', 'heartbeat'], {running: false, ask});
  expect(some.out()).toContain(
    'heartbeat.idleMinutes\n  After how long without activity it comes.\n' +
      '  a number of minutes above 0 and up to 10080; without it: 4\n',
  );
  expect(some.out()).not.toContain('reflection');
  const people = await rooster(['config', 'keys', 'users'], {running: false, ask});
  expect(people.out()).toContain('users[].trust\n');
  await expect(rooster(['config', 'keys', 'heart'], {running: false, ask})).rejects.toThrow('There is no key "heart"');
});

test('a value is set as JSON where it is JSON, and as a text otherwise', async () => {
  const asked: (readonly string[])[] = [];
  const ask = async (words: readonly string[]) => {
    asked.push(words);
    return {code: 0, stdout: '{"problems":[]}', stderr: ''};
  };
  await rooster(['config', 'set', 'heartbeat.idleMinutes', '7'], {running: false, ask});
  const {out} = await rooster(['config', 'set', 'agent.model', 'offline'], {running: false, ask});
  expect(asked).toEqual([
    ['set-config', 'heartbeat.idleMinutes', '7'],
    ['set-config', 'agent.model', '"offline"'],
  ]);
  expect(out()).toBe('Set agent.model in /home/alice/r/config.json.\n');
});

const WITHOUT_KEY = {name: 'anthropic/x', ready: false, detail: 'no API key: set ANTHROPIC_API_KEY'};

test('a model that will not answer is set all the same, and one line says why', async () => {
  const ask = async () => ({code: 0, stdout: JSON.stringify({problems: [], model: WITHOUT_KEY}), stderr: ''});
  const line = ['config', 'set', 'agent.model', 'anthropic/x'];
  const words = await rooster(line, {running: false, ask});
  expect({code: words.code, out: words.out(), starts: words.starts()}).toEqual({
    code: 0,
    out: 'Set agent.model in /home/alice/r/config.json.\n',
    starts: 0,
  });
  expect(words.err()).toBe('anthropic/x is not ready: no API key: set ANTHROPIC_API_KEY.\n');
  const json = await rooster([...line, '--json'], {running: false, ask});
  expect([JSON.parse(json.out()), json.err()]).toEqual([{problems: []}, words.err()]);
  const other = await rooster(['config', 'set', 'timezone', 'UTC'], {running: false, ask});
  expect(other.err()).toBe('');
});

test('a running daemon sets the value itself, and its own environment decides whether the model is ready', async () => {
  const line = ['config', 'set', 'agent.model', 'anthropic/x'];
  const set: unknown[] = [];
  const answersWith = (model: Result<'daemon.status'>['model']) => ({
    'config.set': (params: unknown) => {
      set.push(params);
      return {problems: []};
    },
    'daemon.status': () => ({...STATUS, model}),
  });
  const keyed = await rooster(line, {answers: answersWith({name: 'anthropic/x', ready: true})});
  expect({code: keyed.code, err: keyed.err(), set}).toEqual({
    code: 0,
    err: '',
    set: [{key: 'agent.model', value: 'anthropic/x'}],
  });
  const without = await rooster(line, {answers: answersWith(WITHOUT_KEY)});
  expect(without.err()).toBe(
    'anthropic/x is not ready: no API key: set ANTHROPIC_API_KEY. ' +
      'The daemon knows the variables it was started with: rooster daemon restart\n',
  );
});

test('a value that would be a mistake is not written, and the command fails with the reason', async () => {
  const ask = async () => ({code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''});
  const refused = {
    code: 1,
    out: '',
    err: 'error: agent.model was not changed. agent.model: There is no provider "x".\n',
  };
  const line = ['config', 'set', 'agent.model', 'x/y'];
  const answers = {'config.set': () => ({problems: [PROBLEM]}), 'daemon.status': () => STATUS};
  for (const world of [{running: false, ask}, {answers}]) {
    const {code, out, err} = await rooster(line, world);
    expect({code, out: out(), err: err()}).toEqual(refused);
  }
});

test('cron jobs are checked without a daemon, and a mistake has its file, line and reason', async () => {
  const invalid = [{file: 'cron/a.md', line: 3, reason: 'There is no 25th hour.'}];
  const ask = async () => ({code: 1, stdout: JSON.stringify({jobs: [], invalid}), stderr: ''});
  const words = await rooster(['cron', 'check'], {running: false, ask});
  expect({code: words.code, out: words.out()}).toEqual({code: 1, out: 'cron/a.md:3: There is no 25th hour.\n'});
  const json = await rooster(['cron', 'check', '--json'], {running: false, ask});
  expect(JSON.parse(json.out())).toEqual({jobs: [], invalid});
});

test('a program that answers nothing fails with its own sentence', async () => {
  const ask = async () => ({code: 1, stdout: '', stderr: 'warning\nThe folder cannot be read.\n'});
  await expect(rooster(['cron', 'check'], {running: false, ask})).rejects.toThrow('The folder cannot be read.');
});

test('a setting that is a text is printed as it is, anything else as JSON', async () => {
  const get = (config: unknown) => ({'config.get': () => ({path: '/c', config})});
  expect((await rooster(['config', 'get', 'agent.model'], {answers: get('offline')})).out()).toBe('offline\n');
  expect((await rooster(['config', 'get', 'agent'], {answers: get({id: 'a'})})).out()).toBe('{\n  "id": "a"\n}\n');
});

test('the story behind an id is one line a step, its instants aligned', async () => {
  const steps = [
    {at: '2026-11-20T11:00:00.000Z', what: 'reminder set', id: 'rem_1', kind: 'reminder'},
    {at: '2026-11-21T10:00:00.000Z', what: 'it came due', id: 'run_1', kind: 'run'},
  ] as const;
  const {out} = await rooster(['why', 'rem_1'], {answers: {why: () => ({steps})}});
  expect(out()).toBe('11-20 11:00:00  reminder set  rem_1\n      10:00:00  it came due  run_1\n');
});

test('on a terminal words are coloured and cut, unless NO_COLOR says otherwise', async () => {
  const answers = {'reminder.list': () => ({reminders: [reminder]})};
  const coloured = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: ''}});
  expect(coloured.out()).toContain('\u001b[32mpending\u001b[39m');
  const plain = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: '1'}});
  expect(plain.out()).not.toContain('\u001b');
});

test('status says how many reminders wait behind those it names', async () => {
  const {out} = await rooster(['status'], {
    answers: {'daemon.status': () => ({...STATUS, reminders: {...STATUS.reminders, pending: 36}})},
  });
  expect(out()).toMatch(/^and 3\d more reminders: rooster reminders$/mu);
});

test('a list that ends before the reminders do says so', async () => {
  const {out} = await rooster(['reminders'], {answers: {'reminder.list': () => ({reminders: [reminder], more: true})}});
  expect(out()).toMatch(/^There are more than these 1: --all shows all of them, --limit N as many as N\.$/mu);
});

test('what is said again each minute is said to be, without a figure', async () => {
  const {out} = await rooster(['remind', '5m', 'tea', '--nag', '1m'], {
    answers: {'reminder.set': () => ({...reminder, nagMs: 60_000})},
  });
  expect(out()).toContain('Said again every minute until it is done.');
});

test('a reminder to where nothing can be sent yet is set, and that is said', async () => {
  const answers = {
    'reminder.set': () => ({...reminder, delivery: ['signal:alice'] as const}),
    'daemon.status': () => ({...STATUS, channels: []}),
  };
  const {out, err} = await rooster(['remind', '5m', 'tea', '--to', 'signal:alice'], {answers});
  expect(out()).toContain('Delivered word for word to signal:alice.');
  expect(err()).toBe('note: nothing here sends to signal yet, so it would wait: rooster doctor\n');
});

test('a conversation is renamed by the words behind it; without any it has its own title again', async () => {
  const answers = {'session.list': () => ({sessions: SESSIONS}) as never, 'session.rename': () => ({})};
  const named = await rooster(['sessions', 'rename', 'main', 'Work', 'and', 'such'], {answers});
  expect(named.daemon.asked.at(-1)).toEqual(['session.rename', {session: 'a:main', title: 'Work and such'}]);
  expect(named.out()).toBe('a:main is called Work and such now.\n');
  const unnamed = await rooster(['sessions', 'rename', 'main'], {answers});
  expect(unnamed.daemon.asked.at(-1)).toEqual(['session.rename', {session: 'a:main', title: ''}]);
  expect(unnamed.out()).toBe('a:main has its own title again.\n');
});

test.each([
  ['reminders', 'cancel', 'rem_bad1'],
  ['alarms', 'cancel', 'alm_bad1'],
  ['outbox', 'discard', 'dlv_bad1'],
])('%s %s dismisses an entry that could not be read', async (noun, verb, id) => {
  const none = () => {
    throw new GatewayError('not_found', 'There is none.');
  };
  const answers: TestWorldOptions['answers'] = {
    'reminder.cancel': none,
    'alarm.cancel': none,
    'outbox.discard': none,
    'reminder.list': () => ({reminders: []}),
    'alarm.list': () => ({alarms: []}),
    'outbox.list': () => ({deliveries: []}),
    'daemon.dismiss': wanted => {
      if (wanted.id !== id) throw new GatewayError('not_found', 'No unreadable entry is called that.');
      return {dismissed: id, content: '{"message":"stretch"}'};
    },
  };
  const dismissed = await rooster([noun, verb, id], {answers});
  expect(dismissed.code).toBe(0);
  expect(dismissed.out()).toBe(`Dismissed ${id}, which could not be read. It was: {"message":"stretch"}\n`);
  await expect(rooster([noun, verb, id.replace('bad', 'odd')], {answers})).rejects.toThrow('There is none.');
});
