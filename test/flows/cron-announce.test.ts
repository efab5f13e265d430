import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {nameOfSource} from '../../src/shared/records/message.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {MODE} from '../support/conversation-mode.ts';
import {ALICE, aJob, BOB, openCronFixture} from '../support/cron-fixture.ts';
import {fakeClock} from '../support/fake-clock.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';
import {until} from '../support/until.ts';

// The seven tests of the announce flow, by the names of the seed.

test("fire cron with delivery announces to DM session: the person's own session words the finding, and that is sent", async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob()],
    answers: ['Two meetings, one deadline.', 'Busy day: two meetings and a deadline.'],
  });
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran', output: 'Two meetings, one deadline.', late: false});
  expect(await fixture.sent(1)).toEqual(['Busy day: two meetings and a deadline.']);
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:alice-uuid', repeat: false}]);
  expect((await fixture.history(ALICE)).map(({role, source}) => [role, source.kind, nameOfSource(source)])).toEqual([
    ['user', 'cron', 'standup'],
    ['assistant', 'agent', undefined],
  ]);
});

test('fire cron announce fallback on DM error: the raw finding is sent when the session fails', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', ...NO_MODEL]});
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().whileTimePasses(fixture.ended());
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
  expect(await fixture.now().call('outbox.list', {})).toMatchObject({deliveries: [{text: 'Two meetings.'}]});
});

test.each(['HEARTBEAT_OK', '**HEARTBEAT_OK**', '`NO_ACTION_NEEDED`', 'HEARTBEAT_CONTINUE', 'HEARTBEAT_OK.'])(
  "fire cron heartbeat ok skips announce: %s starts no turn in the person's session",
  async sentinel => {
    await using fixture = await openCronFixture({jobs: [aJob()], answers: [sentinel]});
    await fixture.now().clock.advance(MINUTE);
    expect(await fixture.ended()).toMatchObject({status: 'suppressed'});
    expect(fixture.model.asked).toHaveLength(1);
    expect(await fixture.history(ALICE)).toEqual([]);
    expect(await fixture.now().call('outbox.list', {})).toEqual({deliveries: []});
  },
);

test('fire cron announce uses DM session key: the announcing turn runs in the DM session, not the cron session', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', 'Told.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const turns = fixture.now().events.filter(event => event.type === 'turn.started');
  expect(turns.map(({session}) => session)).toEqual(['rooster:cron:standup', ALICE]);
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).toMatch(
    /"⟦Scheduled task \\"standup\\" completed\. Summarize the findings naturally for the user\..*⟧\\n\\nTwo meetings\.\\n⟦End⟧"/u,
  );
});

test('instructions for the model are stored apart from the finding, which people see', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', 'Told.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const [announced, told] = await fixture.history(ALICE);
  expect(announced).toMatchObject({text: 'Two meetings.', source: {kind: 'cron', name: 'standup'}});
  expect(announced?.frame).toEqual({kind: 'result', job: 'standup'});
  expect(told).toMatchObject({text: 'Told.'});
  const found = await fixture.now().call('message.search', {text: 'naturally'});
  expect(found).toEqual({messages: []});
});

test("inject collect text runs turn on target session: the prompt has the channel's style and the person's history", async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', 'Told.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const [isolated, told] = fixture.model.asked.map(({prompt}) => JSON.stringify(prompt));
  expect(isolated).toContain('What matters today?');
  expect(isolated).toMatch(/signal/iu);
  expect(told).toMatch(/signal/iu);
  expect(told).not.toContain('What matters today?');
});

test('the announcing session knows its person and the time in their zone', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', 'Told.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const [isolated, told] = fixture.model.asked.map(({prompt}) => JSON.stringify(prompt));
  expect(isolated).toContain('alice. Trust: full.');
  expect(told).toContain('alice. Trust: full.');
  expect(told).toMatch(/A time without a zone means [A-Z]\w+\/\w+/u);
  expect(told?.match(/means \S+/gu)).toEqual(isolated?.match(/means \S+/gu));
});

test('inject collect text uses explicit trust: an announcement to Bob has the stated trust, capped at his own', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob(), aJob({name: 'for-bob', user: undefined, deliver: {channel: 'signal', target: 'bob-uuid'}})],
    answers: [byTask, byTask, byTask, byTask],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended(({name}) => name === 'standup');
  await fixture.ended(({name}) => name === 'for-bob');
  const announced = fixture
    .now()
    .events.filter(event => event.type === 'turn.ended')
    .filter(({session}) => session === ALICE || session === BOB);
  expect(new Map(announced.map(({session, trust}) => [session, trust]))).toEqual(
    new Map([
      [ALICE, 'full'],
      [BOB, 'inner'],
    ]),
  );
});

// And further requirements.

test('asked about it afterwards, the session knows its announcement', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({deliver: {channel: 'terminal', target: 'default'}})],
    answers: ['The deadline is Friday.', 'A deadline on Friday.', 'On Friday, as I said.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  expect(await fixture.now().say('when was that again?')).toBe('On Friday, as I said.');
  expect(JSON.stringify(fixture.model.asked[2]?.prompt)).toContain('The deadline is Friday.');
});

test('a group gets the finding unchanged, without a turn in between and without the task', async () => {
  await using fixture = await openCronFixture({
    jobs: [
      aJob({
        deliver: {channel: 'signal', target: 'group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='},
        announce: 'direct',
      }),
    ],
    groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    answers: ['Two meetings.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
  expect(fixture.signal.sent[0]?.to).toBe('signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  expect(
    (await fixture.history('rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')).map(({text}) => text),
  ).toEqual(['Two meetings.']);
});

test('a group gets the finding unchanged even when people get an announcement in other words', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({deliver: {channel: 'signal', target: 'group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}})],
    groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    answers: ['Two meetings.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
  expect(fixture.signal.sent[0]?.to).toBe('signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  // One turn, the job's: nobody was asked for other words.
  expect(fixture.model.asked).toHaveLength(1);
});

test('announce: direct adds task and result to the conversation, and sends the result word for word', async () => {
  await using fixture = await openCronFixture({jobs: [aJob({announce: 'direct'})], answers: [' **Two** meetings. ']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['**Two** meetings.']);
  expect((await fixture.history(ALICE)).map(({role, text, source}) => [role, text, source.kind])).toEqual([
    ['user', 'What matters today?', 'cron'],
    ['assistant', '**Two** meetings.', 'cron'],
  ]);
});

test('announce: none only stores the run', async () => {
  await using fixture = await openCronFixture({jobs: [aJob({announce: 'none'})], answers: ['Two meetings.']});
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran', output: 'Two meetings.'});
  expect(await fixture.history(ALICE)).toEqual([]);
  expect(await fixture.now().call('outbox.list', {})).toEqual({deliveries: []});
});

test('a user is notified at all their addresses, once per address', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({user: 'bob', announce: 'direct'})],
    answers: ['Two meetings.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  await fixture.sent(2);
  expect(fixture.signal.sent.map(({to}) => to).toSorted()).toEqual(['signal:bob-tablet', 'signal:bob-uuid']);
  expect(new Set(fixture.signal.sent.map(({key}) => key)).size).toBe(2);
});

test("a job without a user is the owner's: its finding is announced on their phone, as with a named user", async () => {
  const fixture = await openCronFixture({
    jobs: [aJob({user: undefined})],
    files: {'cron/file.md': '---\nschedule: "* * * * *"\n---\nLook.\n'},
    answers: ['Two meetings.', 'Two meetings.', 'There are two meetings.', 'There are two meetings.'],
  });
  await using _ = fixture;
  await fixture.now().clock.advance(MINUTE);
  await fixture.sent(2);
  expect(fixture.signal.sent.map(({to}) => to)).toEqual(['signal:alice-uuid', 'signal:alice-uuid']);
});

test.each(['', '   \n'])('an empty reply (%j) sends nothing', async reply => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: [reply]});
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  expect(fixture.model.asked).toHaveLength(1);
  expect(await fixture.now().call('outbox.list', {})).toEqual({deliveries: []});
});

test.each(['', 'HEARTBEAT_OK'])('a session that answers %j to the announcement sends nothing', async reply => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', reply]});
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  expect(await fixture.now().call('outbox.list', {})).toEqual({deliveries: []});
});

test('a sentinel inside an announcement is removed', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob()],
    answers: ['HEARTBEAT_OK: two meetings.', 'Two meetings. HEARTBEAT_OK'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
  expect((await fixture.history(ALICE))[0]?.text).toBe('two meetings.');
});

test("an announcement belongs to its turn, and its model's markup is interpreted", async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', '**Two** meetings.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  await fixture.sent(1);
  const {turnId} = await fixture.now().event('turn.started', ({session}) => session === ALICE);
  const {deliveries} = await fixture.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{turnId}]);
  expect(deliveries[0]).not.toHaveProperty('plain');
});

test('a failing run sends no result: its person and the operator are notified once, and once on recovery', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({announce: 'direct'})],
    answers: [...NO_MODEL, ...NO_MODEL, 'Two meetings.', 'Three meetings.'],
  });
  for (let count = 1; count <= 4; count += 1) {
    await fixture.now().clock.advance(MINUTE - (fixture.now().clock.now() % MINUTE));
    await fixture.now().whileTimePasses(fixture.sees(`run ${count}`, async () => runEnds(fixture).length >= count));
  }
  expect(runEnds(fixture)).toEqual(['failed', 'failed', 'ran', 'ran']);
  const sent = await fixture.sent(4);
  expect(sent[0]).toMatch(
    /^The job "standup" failed: .* Until it works again, failures are only listed: rooster runs --name 'standup'$/u,
  );
  // In Rooster's words; what the provider threw is in the log.
  expect(sent[0]).toContain('test/scripted returned an invalid response');
  expect(sent[0]).not.toContain('no model today');
  expect(sent.slice(1)).toEqual(['Two meetings.', 'The job "standup" works again.', 'Three meetings.']);
  const notes = (await fixture.history('rooster:main')).filter(({role}) => role === 'system');
  expect(notes).toHaveLength(2);
  expect(notes[0]?.text).toMatch(/^The job "standup" failed: /u);
  expect(notes[1]?.text).toBe('The job "standup" works again.');
  expect(await fixture.now().call('session.list', {})).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({key: 'rooster:main', unread: MODE === 'each' ? 2 : 4})]),
  });
});

test("a failure of Bob's job for a group is reported to Bob alone", async () => {
  const group = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  await using fixture = await openCronFixture({
    groups: [group],
    jobs: [aJob({user: 'bob', deliver: `signal:group:${group}`})],
    answers: NO_MODEL,
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().whileTimePasses(fixture.ended());
  await fixture.sent(1);
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: expect.stringContaining('failed: ')}]);
});

test('a job of a removed user has no trust, and does not run', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/a.md': '---\nschedule: "* * * * *"\nuser: mallory\n---\nHi'},
  });
  expect(await fixture.now().call('cron.list', {})).toMatchObject({
    jobs: [],
    invalid: [{file: 'cron/a.md', line: 3, reason: expect.stringContaining('nobody named "mallory" is configured')}],
  });
  await fixture.now().clock.advance(2 * MINUTE);
  expect(fixture.model.asked).toEqual([]);
});

test('isolated sessions are not offered tools that send to people beside the announcement', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', 'Told.']});
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const offered = (fixture.model.asked[0]?.tools ?? []).map(({name}) => name);
  expect(offered).toContain('read_file');
  expect(offered.filter(name => /send|signal/u.test(name))).toEqual([]);
});

test('after a crash between announcement and end, the next start ends the run without a second delivery', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC'})],
    answers: ['Two meetings.', {hang: true}, 'Busy day: two meetings.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().event('turn.started', ({session}) => session === ALICE);
  // The daemon stops while the person's session announces it.
  await fixture.restart();
  const ended = await fixture.ended();
  expect(ended).toMatchObject({status: 'ran', output: 'Two meetings.'});
  expect(await fixture.sent(1)).toEqual(['Busy day: two meetings.']);
  const {deliveries} = await fixture.now().call('outbox.list', {});
  expect(deliveries).toHaveLength(1);
  // It was announced again, and is in the conversation once.
  expect((await fixture.history(ALICE)).filter(({role}) => role === 'user')).toHaveLength(1);
  await fixture.restart();
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(1);
});

test("an announcement interrupted by two crashes isn't tried a third time: the finding itself is sent", async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC'})],
    answers: ['Two meetings.', {hang: true}, {hang: true}],
  });
  await fixture.now().clock.advance(MINUTE);
  for (const asked of [2, 3]) {
    await until('its session is asked', () => fixture.model.asked.length === asked);
    await fixture.restart();
  }
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
});

test("an announcement interrupted after a tool call isn't repeated: the finding itself is sent", async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC'})],
    answers: ['Two meetings.', {calls: [{name: 'schedule', input: {}}]}, {hang: true}],
  });
  await fixture.now().clock.advance(MINUTE);
  await until('its session is asked again', () => fixture.model.asked.length === 3);
  await fixture.restart();
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
});

test("an announcement queued behind the person's message leaves no trace of its first attempt after a restart", async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC', deliver: {channel: 'terminal', target: 'default'}})],
    answers: [{hang: true}, 'Two meetings.', 'Told once.'],
  });
  await fixture.now().call('session.send', {text: 'a long story, please'});
  await fixture.now().event('turn.started', ({session}) => session === 'rooster:main');
  await fixture.now().clock.advance(MINUTE);
  await fixture
    .now()
    .event('message.added', ({message}) => message.source.kind === 'cron' && message.session === 'rooster:main');
  await fixture.restart();
  await fixture.ended();
  const cron = (await fixture.history('rooster:main')).filter(({source}) => source.kind === 'cron');
  expect(cron).toHaveLength(1);
  expect((await fixture.history('rooster:main')).at(-1)?.text).toBe('Told once.');
  expect(await fixture.now().call('outbox.list', {})).toMatchObject({deliveries: [{text: 'Told once.'}]});
});

test('an interrupted run starts again, learns that, and delivers once', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC', announce: 'direct'})],
    answers: [{hang: true}, 'Two meetings.'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().event('turn.started', ({session}) => session === 'rooster:cron:standup');
  await fixture.restart();
  expect(await fixture.ended()).toMatchObject({status: 'ran', attempt: 2});
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).toMatch(/interrupted/u);
  expect(JSON.stringify(fixture.model.asked[0]?.prompt)).not.toMatch(/interrupted/u);
});

test('a run that crashes the daemon each time starts five times; its pre-tool runs once, with its output kept', async () => {
  const hang = {hang: true} as const;
  await using fixture = await openCronFixture({
    files: {
      'cron/poison.md':
        '---\nschedule: "1 11 21 11 *"\nuser: alice\npre_tools:\n  - {name: bash, input: {command: echo used >> lines; echo printed}}\n---\nLook.\n',
    },
    answers: [hang, hang, hang, hang, hang],
  });
  await fixture.now().clock.advance(MINUTE);
  for (const begun of [1, 2, 3, 4, 5]) {
    await fixture.sees(`beginning ${begun}`, async () => fixture.model.asked.length === begun);
    await fixture.restart();
  }
  const {run} = await fixture.now().event('run.ended');
  expect(run).toMatchObject({
    status: 'failed',
    attempt: 5,
    error: expect.stringContaining('The daemon stopped 5 times'),
  });
  expect(readFileSync(join(fixture.home, 'workspace/lines'), 'utf8')).toBe('used\n');
  expect(JSON.stringify(fixture.model.asked[4]?.prompt)).toContain('printed');
  expect((await fixture.history('rooster:main')).at(-1)?.text).toContain('"poison" failed');
  await fixture.restart();
  expect(fixture.model.asked).toHaveLength(5);
});

test('a reminder for the agent that crashes the daemon each time reaches the person unchanged', async () => {
  const hang = {hang: true} as const;
  await using fixture = await openCronFixture({answers: [hang, hang, hang, hang, hang]});
  await fixture.now().call('reminder.set', {in: '1m', message: 'call the dentist', user: 'alice', mode: 'agent'});
  await fixture.now().clock.advance(MINUTE);
  for (const begun of [1, 2, 3, 4, 5]) {
    await fixture.sees(`beginning ${begun}`, async () => fixture.model.asked.length === begun);
    await fixture.restart();
  }
  expect(await fixture.sent(1)).toEqual(['Reminder: call the dentist']);
});

test('when a session hangs during the announcement, the finding itself is sent within three minutes', async () => {
  await using fixture = await openCronFixture({
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC'})],
    answers: ['Two meetings.', {hang: true}],
  });
  const clock = fixture.now().clock;
  await clock.advance(MINUTE);
  const began = clock.now();
  await fixture.now().whileTimePasses(fixture.ended());
  expect(clock.now() - began).toBeLessThanOrEqual(3 * MINUTE + 5 * SECOND);
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
});

test("a session that never finishes the announcement isn't waited for either", async () => {
  const clock = fakeClock();
  const slowly: ScriptedTurn = async () => {
    await new Promise<void>(resolve => void clock.after(50 * SECOND, resolve));
    return {calls: [{name: 'schedule', input: {}}]};
  };
  await using fixture = await openCronFixture({
    clock,
    jobs: [aJob({cron: '1 11 * * *', timezone: 'UTC'})],
    answers: ['Two meetings.', slowly, slowly, slowly, slowly],
  });
  await clock.advance(MINUTE);
  const began = clock.now();
  await fixture.now().whileTimePasses(fixture.ended());
  expect(clock.now() - began).toBeLessThanOrEqual(3 * MINUTE + 5 * SECOND);
  expect(await fixture.sent(1)).toEqual(['Two meetings.']);
});

test('ten cron runs with a hanging model delay no person', async () => {
  const jobs = Array.from({length: 10}, (_, index) =>
    aJob({name: `slow-${index}`, cron: '1 11 * * *', timezone: 'UTC'}),
  );
  await using fixture = await openCronFixture({jobs, answers: Array.from({length: 5}, () => byPerson)});
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().event('turn.started');
  const asked = fixture.now().clock.now();
  expect(await fixture.now().say('hello')).toBe('Hello.');
  expect(fixture.now().clock.now()).toBe(asked);
});

const byTask: ScriptedTurn = () => 'Two meetings.';
const byPerson: ScriptedTurn = ({prompt}) => (JSON.stringify(prompt).includes('hello') ? 'Hello.' : {hang: true});
const NO_MODEL: readonly ScriptedTurn[] = Array.from({length: 3}, () => ({error: new Error('no model today')}));
const runEnds = (fixture: Awaited<ReturnType<typeof openCronFixture>>): readonly string[] =>
  fixture.now().events.flatMap(event => (event.type === 'run.ended' ? [event.run.status] : []));
