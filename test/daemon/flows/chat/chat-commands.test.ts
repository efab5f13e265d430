import {describe, expect, test} from 'vitest';
import type {Reach} from '../../../../src/daemon/delivery/reach/aim.ts';
import {createChatCommands, readCommand} from '../../../../src/daemon/flows/chat/chat-commands.ts';
import type {CronJob} from '../../../../src/shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../../../src/shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {testCore} from '../../../support/test-core.ts';
import {aReminder, aSession, openTestStore} from '../../store/store-fixture.ts';

const ALICE = {
  chat: 'signal:alice-uuid',
  session: 'rooster:dm:signal:alice-uuid',
  user: 'alice',
  trust: 'full',
  key: 'm1',
} as const;

const job: CronJob = {
  name: 'standup',
  cron: '0 9 * * 1-5',
  zone: 'Europe/Berlin',
  message: 'What matters?',
  deliver: ['signal:alice-uuid'],
  announce: 'rephrase',
  missed: 'skip',
  overlap: 'skip',
  retry: 'auto',
  enabled: true,
  preTools: [],
  carryLastOutput: false,
  origin: 'cron/standup.md',
  paused: false,
  nextAt: Date.parse('2026-11-23T08:00:00Z'),
};

const fixture = (fired: readonly Reminder[] = []) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const done: string[] = [];
  const snoozed: unknown[] = [];
  const tended: string[] = [];
  let quiet: number | undefined;
  const reach: Partial<Reach> = {
    quietUntil: () => quiet,
    plannedQuiet: () => [],
    overrideQuiet: (_, span) => {
      if (span === 'soonish') throw new GatewayError('invalid', '"soonish" isn\'t a time I understand.');
      quiet = span === 'off' ? undefined : clock.now() + 120 * MINUTE;
    },
    deliverHeld: () => 2,
  };
  const commands = createChatCommands({
    ...testCore({store, clock, people: {zoneOf: () => 'Europe/Berlin'}, reach}),
    setQuiet: (person, words) => reach.overrideQuiet?.(person, words),
    reminderService: {
      set: async ({message}) => aReminder('1', {fireAt: clock.now() + 10 * MINUTE, message}),
      list: ({state}) => (state === 'fired' ? fired : []),
      done: async id => {
        done.push(id);
        return aReminder('1');
      },
      snooze: async (id, moment) => {
        if (moment.when === 'soonish') throw new GatewayError('invalid', '"soonish" isn\'t a time I understand.');
        snoozed.push([id, moment.when]);
        return aReminder('1', {fireAt: clock.now() + 10 * MINUTE, message: 'stretch'});
      },
    },
    sessionService: {
      stop: session => tended.push(`stop ${session}`),
      trust: session => tended.push(`trust ${session}`),
    },
    conversations: {
      made: () => [],
      withUser: () => [],
      search: () => [],
      create: () => {
        throw new Error('not made here');
      },
      restore: () => {
        throw new Error('not restored here');
      },
      cut: async session => {
        tended.push(`cut ${session}`);
        return undefined;
      },
      choose: () => {},
    },
    jobs: {
      list: async () => ({
        jobs: [
          job,
          {...job, name: 'backup', paused: true, last: {status: 'failed', startedAt: clock.now()}},
          {...job, cron: undefined, nextAt: undefined, name: 'report', after: 'backup'},
        ],
        invalid: [{file: 'cron/bad.md', line: 3, reason: 'no schedule.'}],
      }),
      run: async name => {
        if (name !== 'standup') throw new GatewayError('not_found', `No job "${name}".`);
        tended.push(`run ${name}`);
        return 'run_1';
      },
      pauseJob: async name => {
        tended.push(`pause ${name}`);
        return {...job, name};
      },
      resumeJob: async name => {
        tended.push(`resume ${name}`);
        return {...job, name};
      },
    },
    status: () => ['Up for 1 minute.'],
  });
  return {
    store,
    commands,
    done,
    snoozed,
    tended,
    answers: () =>
      store.deliveries
        .list({limit: 10})
        .map(({text}) => text)
        .reverse(),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

describe('the parser recognizes', () => {
  test.for([
    ['/help', {name: 'help', rest: ''}],
    ['  /Snooze 20 m ', {name: 'snooze', rest: '20 m'}],
    ['/remidners', {unknown: 'remidners', near: 'reminders'}],
    ['/stpo', {unknown: 'stpo', near: 'stop'}],
    ['/st', {unknown: 'st', near: 'status'}],
    ['/don', {unknown: 'don', near: 'done'}],
    ['/shrug', undefined],
    ['/etc/hosts', undefined],
    ['and/or', undefined],
    ['help', undefined],
    ['quiet 2h', {name: 'quiet', rest: '2h'}],
    ['quiet off', {name: 'quiet', rest: 'off'}],
    ['quiet please', undefined],
    ['quiet evening at 8', undefined],
  ] as const)('%s', ([words, command]) => {
    expect(readCommand(words)).toEqual(command);
  });
});

test('a command is answered in its chat, once per message', async () => {
  using by = fixture();
  expect(await by.commands.perform('/status', ALICE)).toBe(true);
  expect(await by.commands.perform('/status', ALICE)).toBe(true);
  expect(await by.commands.perform('how are you?', ALICE)).toBe(false);
  expect(by.answers()).toEqual(['Up for 1 minute.']);
});

test('/quiet holds back messages that aren’t urgent until a time, and /digest delivers them', async () => {
  using by = fixture();
  const group = {...ALICE, chat: 'signal:group:AAEC', key: 'm6'} as const;
  for (const [index, text] of ['/quiet', '/quiet 2h', '/quiet off', '/quiet soonish', '/digest'].entries())
    await by.commands.perform(text, {...ALICE, key: `m${index}`});
  await by.commands.perform('/quiet 2h', group);
  expect(by.answers()).toEqual([
    'Nothing is held back.',
    expect.stringMatching(/^Quiet until today 14:0\d CET\. Reminders still ring\.$/u),
    'Quiet hours are off.',
    '"soonish" isn\'t a time I understand.',
    'Sending 2 held messages.',
    '/quiet works only in a direct chat.',
  ]);
});

test('/status says until when it is quiet', async () => {
  using by = fixture();
  await by.commands.perform('quiet 2h', ALICE);
  await by.commands.perform('/status', {...ALICE, key: 'm2'});
  expect(by.answers()[1]).toMatch(/^Up for 1 minute\.\nQuiet until today 14:0\d CET\.$/u);
});

test('/done and /snooze apply to the latest reminder', async () => {
  using by = fixture([aReminder('1', {state: 'fired', firedAt: 1}), aReminder('2', {state: 'fired', firedAt: 2})]);
  await by.commands.perform('/done', ALICE);
  await by.commands.perform('/snooze', {...ALICE, key: 'm2'});
  await by.commands.perform('/snooze tomorrow 9am', {...ALICE, key: 'm3'});
  await by.commands.perform('/snooze soonish', {...ALICE, key: 'm4'});
  expect(by.done).toEqual(['rem_2']);
  expect(by.snoozed).toEqual([
    ['rem_2', '10 minutes'],
    ['rem_2', 'tomorrow 9am'],
  ]);
  expect(by.answers().slice(1)).toEqual([
    'Snoozed until today 12:10 CET: stretch',
    'Snoozed until today 12:10 CET: stretch',
    '"soonish" isn\'t a time I understand.',
  ]);
});

test('/done that was written before the newest reminder fired changes nothing', async () => {
  using by = fixture([aReminder('1', {state: 'fired', firedAt: 1}), aReminder('2', {state: 'fired', firedAt: 3})]);
  await by.commands.perform('/done', {...ALICE, writtenAt: 2});
  expect(by.done).toEqual([]);
  expect(by.answers()).toEqual(['"reminder 2" came after you wrote this. Send it again if you mean that one.']);
});

test('/done without a fired reminder answers that there is none', async () => {
  using by = fixture();
  await by.commands.perform('/done', ALICE);
  expect(by.answers()).toEqual(['No reminder is open.']);
});

test('a group refuses commands that only a direct chat allows', async () => {
  using by = fixture();
  const inGroup = {
    ...ALICE,
    chat: 'signal:group:AAEC=',
    session: 'rooster:group:signal:AAEC=',
    trust: 'familiar',
  } as const;
  await by.commands.perform('/new', inGroup);
  await by.commands.perform('/help', {...inGroup, key: 'm2'});
  const [refusal, help = ''] = by.answers();
  expect(refusal).toBe('/new works only in a direct chat.');
  expect(help).toContain('/stop');
  expect(help).not.toContain('/new');
  expect(by.tended).toEqual([]);
});

test('/stop and /new apply to the conversation, if there is one', async () => {
  using by = fixture();
  await by.commands.perform('/stop', ALICE);
  by.store.sessions.put(aSession({key: ALICE.session}));
  await by.commands.perform('/stop', {...ALICE, key: 'm2'});
  await by.commands.perform('/new', {...ALICE, key: 'm3'});
  expect(by.tended).toEqual([`stop ${ALICE.session}`, `cut ${ALICE.session}`]);
  expect(by.answers()).toEqual(['No turn is running here.', 'Stopped.', 'Started over. Reminders stay.']);
});

test('/trust trusts what the conversation holds so far, and needs no conversation to be answered', async () => {
  using by = fixture();
  await by.commands.perform('/trust', ALICE);
  expect(by.tended).toEqual([]);
  by.store.sessions.put(aSession({key: ALICE.session}));
  await by.commands.perform('/trust', {...ALICE, key: 'm2'});
  expect(by.tended).toEqual([`trust ${ALICE.session}`]);
  expect(by.answers()).toEqual(Array(2).fill('The agent may now act on messages from programs so far.'));
});

test('/jobs lists the jobs with their next time, and those that cannot run', async () => {
  using here = fixture();
  await here.commands.perform('/jobs', ALICE);
  expect(here.answers()).toEqual([
    [
      '- standup: 0 9 * * 1-5 in Europe/Berlin, Mon 23 Nov 09:00 CET',
      '- backup: 0 9 * * 1-5 in Europe/Berlin, paused; the last run failed',
      '- report: after backup',
      '- cron/bad.md, line 3, does not run: no schedule.',
    ].join('\n'),
  ]);
});

test('/jobs runs, pauses and resumes a job, and says what is wrong', async () => {
  using here = fixture();
  const lines = [
    '/jobs run standup',
    '/jobs pause standup',
    '/jobs resume standup',
    '/jobs run x',
    '/jobs pause',
    '/jobs y',
  ];
  for (const [index, line] of lines.entries()) await here.commands.perform(line, {...ALICE, key: `k${index}`});
  expect(here.tended).toEqual(['run standup', 'pause standup', 'resume standup']);
  expect(here.answers()).toEqual([
    'Started standup. Its result follows.',
    'Paused standup. /jobs resume standup continues it.',
    'Resumed standup. Next: Mon 23 Nov 09:00 CET.',
    'No job "x".',
    'Name the job: /jobs pause NAME. /jobs lists them.',
    'Unknown: /jobs y. Use /jobs, or /jobs run, pause or resume and a name.',
  ]);
});

test('/jobs is for full trust alone', async () => {
  using here = fixture();
  await here.commands.perform('/jobs run standup', {...ALICE, trust: 'inner'});
  expect(here.answers()).toEqual(['You may not use /jobs here.']);
  expect(here.tended).toEqual([]);
});
