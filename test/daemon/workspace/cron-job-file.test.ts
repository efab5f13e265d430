import {expect, test} from 'vitest';
import {parseCronFile} from '../../../src/daemon/workspace/cron-job-file.ts';
import type {CronKnowledge} from '../../../src/daemon/workspace/cron-values.ts';
import type {Address} from '../../../src/shared/records/address.ts';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {isZone} from '../../../src/shared/time/zone.ts';
import {jobSchedules} from '../../support/job-schedules.ts';

test('front matter and a prompt make a job, named after its file, in UTC, announced at the terminal', () => {
  expect(parsed('---\nschedule: "0 9 * * 1-5"\n---\nWhat matters today?\n')).toEqual({
    name: 'standup',
    zoneByDefault: true,
    cron: '0 9 * * 1-5',
    zone: 'UTC',
    message: 'What matters today?',
    deliver: ['terminal:default'],
    announce: 'rephrase',
    missed: 'skip',
    overlap: 'skip',
    enabled: true,
    preTools: [],
    retry: 'auto',
    carryLastOutput: false,
    origin: 'cron/standup.md',
  });
});

test('every key has its documented effect', () => {
  const file = `---
name: morning stand-up
schedule: '*/15 9-17 * * MON-FRI'
timezone: Europe/Berlin
user: alice
deliver: [signal:alice-uuid, {channel: signal, target: group:AAEC}]
announce: direct
missed: once
overlap: allow
enabled: false
model: test/small
timeout: 90s
pre_tools:
  - name: bash
    input: {command: git log -3}
  - list_files
carry_last_output: true
gate: git fetch --dry-run
retry: never
limits: {tokensPerDay: 20000, moneyPerDay: 0.5}
---

  First line.

Second paragraph.
`;
  expect(parsed(file)).toEqual({
    name: 'morning stand-up',
    cron: '*/15 9-17 * * MON-FRI',
    zone: 'Europe/Berlin',
    message: 'First line.\n\nSecond paragraph.',
    user: 'alice',
    deliver: ['signal:alice-uuid', 'signal:group:AAEC'],
    addressed: true,
    announce: 'direct',
    missed: 'once',
    overlap: 'allow',
    enabled: false,
    model: 'test/small',
    timeoutMs: 90 * SECOND,
    preTools: [
      {name: 'bash', input: {command: 'git log -3'}},
      {name: 'list_files', input: {}},
    ],
    carryLastOutput: true,
    gate: 'git fetch --dry-run',
    retry: 'never',
    limits: {tokensPerDay: 20_000, moneyPerDay: 0.5},
    origin: 'cron/standup.md',
  });
});

test('a command needs no prompt, and its output is delivered word for word', () => {
  expect(parsed('---\nschedule: 0 9 * * *\nrun: df -h\n---\n')).toMatchObject({
    run: 'df -h',
    message: '',
    announce: 'direct',
  });
});

test.each([
  ['every other tuesday at 9', '2026-11-24', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-24T09:00:00', {}],
  ['jeden zweiten Dienstag um 9', '2026-11-26', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-12-01T09:00:00', {}],
  ['every 3 days at 18:00', '2026-11-24', 'FREQ=DAILY;INTERVAL=3', '2026-11-24T18:00:00', {}],
  ['every weekday at 8', '2027-01-02', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2027-01-04T08:00:00', {}],
  ['every day at 9 for two weeks', '2026-11-24', 'FREQ=DAILY', '2026-11-24T09:00:00', {until: '2026-12-07'}],
  ['every day at 9, 10 times', '2026-11-24', 'FREQ=DAILY', '2026-11-24T09:00:00', {count: 10}],
])('"%s" counts from its first day, %s', (schedule, start, rule, first, end) => {
  const job = parsed(`---\nschedule: ${schedule}\nstart: ${start}\ntimezone: Europe/Berlin\n---\nHello`);
  expect(job).toMatchObject({words: schedule, zone: 'Europe/Berlin', repeat: {rule, start: first, ...end}});
  expect(job).not.toHaveProperty('cron');
});

test("words that five fields can't say work alone if they need no first day", () => {
  const job = parsed('---\nschedule: every last working day at 16:00\n---\nHello');
  expect(job).toMatchObject({
    repeat: {rule: 'FREQ=MONTHLY;X-WORKDAYS=LAST', start: '2026-01-30T16:00:00'},
    words: 'every last working day at 16:00',
  });
});

test('a one-off job catches up when its instant was missed', () => {
  const once = parsed('---\nat: 2026-12-24 18:00\ntimezone: Europe/Berlin\n---\nSing.');
  expect(once).toMatchObject({at: '2026-12-24T18:00', zone: 'Europe/Berlin', missed: 'once'});
  expect(once).not.toHaveProperty('cron');
});

test.each([
  ['2026-12-24T17:00:00Z', '2026-12-24T17:00:00Z'],
  ['2026-12-24T18:00+01:00', '2026-12-24T17:00:00Z'],
  ['"2026-12-24T17:00:30.250Z"', '2026-12-24T17:00:30.250Z'],
])('a one-off job at the exact instant %s has no need of a zone', (written, at) => {
  expect(parsed(`---\nat: ${written}\ntimezone: Asia/Tokyo\n---\nSing.`)).toMatchObject({at});
});

test('a job that waits for another one names it, with its line', () => {
  expect(parseCronFile('cron/b.md', '---\nname: b\nafter: backup\n---\nCheck it.', KNOWLEDGE)).toMatchObject({
    job: {name: 'b', after: 'backup'},
    afterLine: 3,
  });
});

test('a delivery to an unconfigured person is reported', () => {
  const content = '---\nschedule: 0 9 * * *\ndeliver: [terminal:default, signal:stranger]\n---\nHello';
  const servedAt = (address: Address): Address | undefined => (address === 'signal:stranger' ? undefined : address);
  expect(parseCronFile('cron/standup.md', content, {...KNOWLEDGE, servedAt})).toEqual({
    invalid: {
      file: 'cron/standup.md',
      line: 3,
      reason: 'deliver: Nobody configured is at "signal:stranger": add it to the "match" of a user.',
    },
  });
});

test('a job for a user is announced at all of their addresses', () => {
  expect(parsed('---\nschedule: 0 9 * * *\nuser: alice\n---\nHello').deliver).toEqual(['signal:alice-uuid']);
});

test.each([
  ['Windows line endings', '---\r\nschedule: 0 9 * * *\r\n---\r\nHello\r\nthere\r\n', 'Hello\nthere'],
  ['a byte order mark', '\uFEFF---\nschedule: 0 9 * * *\n---\nHello\n', 'Hello'],
  ['no final newline', '---\nschedule: 0 9 * * *\n---\nHello', 'Hello'],
  ['trailing blanks on the lines of dashes', '---  \nschedule: 0 9 * * *\n---\t\nHello\n', 'Hello'],
  ['a line of dashes in the prompt', '---\nschedule: 0 9 * * *\n---\nOne\n---\nTwo', 'One\n---\nTwo'],
  ['comments and blank lines', '---\n# at nine\n\nschedule: 0 9 * * *\n---\nHello', 'Hello'],
])('a job file may have %s', (_, content, message) => {
  expect(parsed(content).message).toBe(message);
});

test.each([
  ['15', 15 * MINUTE],
  ['10m', 10 * MINUTE],
  ['1.5h', 1.5 * HOUR],
  ['30 s', 30 * SECOND],
])('timeout: %s', (written, ms) => {
  expect(parsed(`---\nschedule: 0 9 * * *\ntimeout: ${written}\n---\nHello`).timeoutMs).toBe(ms);
});

test.each([
  ['', 1, 'begins with front matter'],
  ['Hello', 1, 'begins with front matter'],
  ['+++\nschedule = "0 9 * * *"\n+++\nHello', 1, 'write YAML between --- lines'],
  ['---\nschedule: 0 9 * * *\nHello', 3, 'no closing --- line'],
  ['---\nschedule: 0 9 * * *\n---\n\n  \n', 4, 'No prompt below'],
  ['---\ntimezone: UTC\n---\nHello', 1, 'schedule is missing'],
  ['---\n---\nHello', 1, 'schedule is missing'],
  ['---\n- a\n- b\n---\nHello', 2, '"key: value"'],
  ['---\nschedule: every night\n---\nHello', 2, '"every night" names no time of day'],
  ['---\nschedule: every other tuesday at 9\n---\nHello', 2, 'needs a first day: add "start: 2026-11-24"'],
  ['---\nschedule: 0 9 * * *\nstart: 2026-11-24\n---\nHello', 2, 'Cron fields have no first day'],
  ['---\nschedule: every other day at 9\nstart: tomorrow\n---\nHello', 3, 'write a date such as 2026-11-24'],
  ['---\nat: 2026-12-24 18:00\nstart: 2026-11-24\n---\nHello', 3, 'only a job with schedule'],
  ['---\nschedule: tomorrow at 9\n---\nHello', 2, 'Write it as at: "2026-11-22 09:00".'],
  ['---\nschedule: every day at 8 until we meet\n---\nHello', 2, 'I only know times'],
  ['---\nschedule: hello there\n---\nHello', 2, `"hello there" isn't a schedule I understand`],
  ['---\nuser: alice\nschedule: 0 9 * *\n---\nHello', 3, "isn't a cron expression"],
  ['---\nschedule: 0 0 9 * * *\n---\nHello', 2, "isn't a cron expression"],
  ['---\nschedule: 0 9 30 2 *\n---\nHello', 2, 'never occurs'],
  ['---\nschedule: ""\n---\nHello', 2, 'The cron expression is empty'],
  ['---\nschedule: 9\n---\nHello', 2, 'write five cron fields'],
  [
    '---\nschedule: 0 9 * * *\ntimzone: UTC\n---\nHello',
    3,
    '"timzone" isn\'t a key of a cron file; did you mean "timezone"[?]',
  ],
  ['---\ncron: 0 9 * * *\n---\nHello', 2, '"cron" isn\'t a key of a cron file; did you mean "schedule"[?]'],
  ['---\nschedule: 0 9 * * *\nprompt: Hello\n---\nHello', 3, 'cron file; the prompt goes below the front matter[.]'],
  ['---\nschedule: 0 9 * * *\nfrobnicate: 1\n---\nHello', 3, "isn't a key of a cron file; there are name, schedule, "],
  ['---\nschedule: 0 9 * * *\nuser: Alice\n---\nHello', 3, '"Alice" is configured; did you mean "alice"[?]'],
  ['---\nschedule: 0 9 * * *\ntimezone: Berlin\n---\nHello', 3, 'isn\'t a time zone; did you mean "Europe/Berlin"[?]'],
  [
    '---\nschedule: 0 9 * * *\ndeliver: terminal\n---\nHello',
    3,
    'isn\'t an address; did you mean "terminal:default"[?]',
  ],
  [
    '---\nschedule: 0 9 * * *\n\ntimezone: Mars/Olympus\n---\nHello',
    4,
    '"Mars/Olympus" isn\'t a time zone; say Europe/Berlin',
  ],
  [
    '---\nschedule: 0 9 * * *\nuser: mallory\n---\nHello',
    3,
    'nobody named "mallory" is configured; there are alice, bob',
  ],
  ['---\nschedule: 0 9 * * *\ndeliver: alice\n---\nHello', 3, '"alice" isn\'t an address'],
  ['---\nschedule: 0 9 * * *\nannounce: shout\n---\nHello', 3, '"shout" is not one of rephrase, direct, none'],
  ['---\nschedule: 0 9 * * *\nmissed: all\n---\nHello', 3, 'not one of skip, once'],
  ['---\nschedule: 0 9 * * *\nenabled: "no"\n---\nHello', 3, 'true or false'],
  ['---\nschedule: 0 9 * * *\ntimeout: soon\n---\nHello', 3, 'a duration up to a day'],
  ['---\nschedule: 0 9 * * *\ntimeout: 25h\n---\nHello', 3, 'a duration up to a day'],
  ['---\nschedule: 0 9 * * *\npre_tools: bash\n---\nHello', 3, 'a list of tools'],
  [
    '---\nschedule: 0 9 * * *\ndeliver: pigeon:3\n---\nHello',
    3,
    'deliver: Unknown channel "pigeon"; there are terminal, signal.',
  ],
  ['---\nschedule: 0 9 * * *\ndeliver: terminal:den\n---\nHello', 3, 'deliver: The terminal has one address'],
  ['---\nschedule: 0 9 * * *\npre_tools: [rm]\n---\nHello', 3, '"rm" can\'t run before the model'],
  ['---\nschedule: 0 9 * * *\npre_tools: [{name: bash, input: ls}]\n---\nHello', 3, 'input of bash must be a map'],
  ['---\nschedule: 0 9 * * *\npre_tools: [bash]\n---\nHello', 3, 'the input of bash must have "command"'],
  [
    '---\nschedule: 0 9 * * *\npre_tools: [{name: bash, input: {comand: ls}}]\n---\nHello',
    3,
    'bash has no argument "comand"; did you mean "command"[?]',
  ],
  ['---\nschedule: 0 9 * * *\npre_tools: [toString]\n---\nHello', 3, '"toString" can\'t run'],
  ['---\nschedule: 0 9 * * *\nname: ../up\n---\nHello', 3, "isn't a valid job name"],
  ['---\nschedule: 0 9 * * *\nname: reflection-rooster_main\n---\nHello', 3, 'is reserved for reflections.'],
  ['---\nschedule: 0 9 * * *\nname: ""\n---\nHello', 3, "isn't a valid job name"],
  ['---\nschedule: 0 9 * * *\nmodel:\n---\nHello', 3, 'not empty'],
  ['---\nschedule: 0 9 * * *\nschedule: 0 8 * * *\n---\nHello', 3, "isn't valid YAML"],
  ['---\nschedule: 0 9 * * *\nmodel: [a\n---\nHello', 3, "isn't valid YAML"],
  ['---\nschedule: * * * * *\n---\nHello', 2, 'needs quotes'],
  ['---\nschedule: *nine\n---\nHello', 2, 'starts with \\* needs quotes'],
  ['---\nschedule: @daily\n---\nHello', 2, 'starts with @ needs quotes, such as schedule: "@daily"'],
  ['---\nschedule: 0 9 * * *\ndeliver: [*alice]\n---\nHello', 3, 'needs quotes'],
  ['---\nschedule: 0 9 * * *\npre_tools: [{name: bash, input: &it {command: *it}}]\n---\nHello', 3, 'needs quotes'],
  ['---\nschedule: */5 9-17 * * 1-5\n---\nHello', 2, 'needs quotes'],
  ['---\nschedule: 0 9 * * *\nmodel: nosuch/small\n---\nHello', 3, 'model: No provider "nosuch"'],
  ['---\nschedule: 0 9 * * *\nuser: bob\n---\nHello', 3, 'user: bob has no address in "match"'],
  ['---\nschedule: 0 9 * * *\ndeliver: []\n---\nHello', 3, 'deliver: name an address at least'],
  ['---\nschedule: "0 9 * * *\n---\nHello', 2, "isn't valid YAML"],
  ['---\nschedule: 0 9 * * *\nat: 2026-12-24 18:00\n---\nHello', 3, 'only one of schedule, at and after'],
  ['---\nat: 2026-02-30 18:00\n---\nHello', 2, 'at: write a date and time'],
  ['---\nat: 2026-12-24T25:00Z\n---\nHello', 2, 'or an exact one such as'],
  ['---\nat: tomorrow\n---\nHello', 2, 'at: write a date and time'],
  ['---\nschedule: 0 9 * * *\nrun: df -h\n---\nHello', 3, 'run: A job with "run" uses no model'],
  ['---\nschedule: 0 9 * * *\nrun: df -h\nmodel: test/small\n---\n', 4, 'model: A job with "run" uses no model'],
  ['---\nschedule: 0 9 * * *\nrun: df -h\nannounce: rephrase\n---\n', 4, 'Set announce to "direct" or "none"'],
  ['---\nschedule: 0 9 * * *\nrun: ""\n---\n', 3, 'run: write a text'],
  ['---\nschedule: 0 9 * * *\ngate: true\n---\nHello', 3, 'gate: put it in quotes: "true".'],
  [
    '---\nschedule: 0 9 * * *\ngate: test -f x\nsandbox: full\n---\nHello',
    4,
    'sandbox: "full" is not one of read-only, workspace.',
  ],
  [
    '---\nschedule: 0 9 * * *\nsandbox: workspace\n---\nHello',
    3,
    'sandbox: only a job with gate, run or pre_tools has one.',
  ],
  [
    '---\nschedule: 0 9 * * *\nuser: carol\ngate: test -f x\n---\nHello',
    4,
    'gate: Commands need trust "full"; carol has "inner"',
  ],
  ['---\nschedule: 0 9 * * *\nretry: sometimes\n---\nHello', 3, 'not one of auto, never'],
  ['---\nschedule: 0 9 * * *\nlimits: {tokensPerDay: 1.5}\n---\nHello', 3, 'limits: write tokensPerDay'],
  ['---\nschedule: 0 9 * * *\nlimits: {perDay: 1}\n---\nHello', 3, 'limits: write tokensPerDay'],
])('%j is reported with line %i', (content, line, reason) => {
  const file = parseCronFile('cron/standup.md', content, KNOWLEDGE);
  if (!('invalid' in file)) throw new Error('it was taken for a job');
  expect(file.invalid).toMatchObject({file: 'cron/standup.md'});
  expect(file.invalid.reason).toMatch(new RegExp(reason, 'u'));
  expect(file.invalid.reason).toMatch(/[^.][.?]$/u);
  expect(file.invalid.line).toBe(line);
});

test("a file with control characters in its name isn't a job, whatever name the job sets", () => {
  for (const name of ['cron/a\u001b[31m.md', 'cron/a\u202e.md', 'cron/a\u{e0041}.md'])
    expect(parseCronFile(name, '---\nname: fine\nschedule: "0 8 * * *"\n---\nlook\n', KNOWLEDGE)).toMatchObject({
      invalid: {line: 1, reason: expect.stringContaining('Rename the file.')},
    });
});

test.each([
  ['every weekday at 8', 'UTC', '0 8 * * 1-5', 'UTC'],
  ['every night at 2', 'UTC', '0 2 * * *', 'UTC'],
  ['jeden Werktag um 8', 'Europe/Berlin', '0 8 * * 1-5', 'Europe/Berlin'],
  ['every day at 9am Tokyo time', 'Europe/Berlin', '0 9 * * *', 'Asia/Tokyo'],
])('the schedule "%s" in %s is %s', (words, timezone, cron, zone) => {
  const file = `---\nschedule: ${words}\ntimezone: ${timezone}\n---\nHello`;
  expect(parsed(file)).toMatchObject({cron, zone, words});
});

const parsed = (content: string) => {
  const file = parseCronFile('cron/standup.md', content, KNOWLEDGE);
  if ('invalid' in file) throw new Error(`line ${file.invalid.line}: ${file.invalid.reason}`);
  return file.job;
};

const KNOWLEDGE: CronKnowledge = {
  readSchedule: jobSchedules.read,
  isZone,
  people: ['alice', 'bob'],
  channels: ['terminal', 'signal'],
  trustOf: user => (user === 'carol' ? 'inner' : 'full'),
  targetsOf: user => (user === 'alice' || user === 'carol' ? ['signal:alice-uuid'] : user === 'bob' ? [] : undefined),
  modelProblem: name => (name.startsWith('test/') ? undefined : `No provider "${name.split('/')[0]}" under providers.`),
  tools: {bash: {must: ['command'], may: ['timeout_seconds']}, list_files: {must: [], may: ['path']}},
};

test('hours and minutes of a job with a first day count from its midnight', () => {
  for (const words of ['every 90 minutes', 'every hour', 'every 2 hours']) {
    const found = jobSchedules.read(words, 'Europe/Berlin', '2026-11-23');
    expect(found).toMatchObject({repeat: {start: '2026-11-23T00:00:00', zone: 'Europe/Berlin'}});
  }
});
