// The heartbeat of an idle conversation, in the whole daemon, with a clock moved by hand and a scripted model. test/seeds.md lists the
// checklist behind the titles.
import {describe, expect, test} from 'vitest';
import {SCAFFOLD_FILES} from '../../src/daemon/workspace/scaffold-files.ts';
import {DAY, HOUR, instantOfIso, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {inMode} from '../support/conversation-mode.ts';
import {BOB, MAIN, openIdleFixture} from '../support/idle-fixture.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';

describe('timing', () => {
  test('after four minutes without activity a heartbeat runs; one second earlier it does not', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE - SECOND);
    expect(await idle.runs()).toEqual([]);
    await idle.clock.advance(SECOND);
    const [run] = await idle.ended(1);
    expect(run).toMatchObject({
      kind: 'heartbeat',
      name: MAIN,
      session: 'rooster:cron:heartbeat-rooster_main',
      status: 'suppressed',
      late: false,
      schedule: 'idle for 4 minutes',
    });
  });

  test('changing heartbeat.idleMinutes changes the moment, without a restart', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'HEARTBEAT_OK'],
      config: {heartbeat: {idleMinutes: 30}},
    });
    await idle.now().say('hello');
    await idle.minutes(6);
    expect(await idle.runs()).toEqual([]);
    await idle.configure({heartbeat: {idleMinutes: 10}});
    await idle.minutes(3);
    expect(await idle.runs()).toEqual([]);
    await idle.minutes(1);
    expect(await idle.ended(1)).toHaveLength(1);
  });

  test('the schedule lists the kind, key and instant that then run', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'NO_ACTION_NEEDED', 'HEARTBEAT_OK'],
      config: {cron: [{name: 'soon', cron: '2 * * * *', message: 'Look.', announce: 'none'}]},
    });
    await idle.now().say('hello');
    const {nextWakes} = await idle.now().call('daemon.status', {});
    const planned = nextWakes
      .filter(({kind}) => kind !== 'reflection')
      .map(({kind, name, wakeAt}) => ({kind, name, wakeAt}));
    expect(planned.map(({kind, name}) => [kind, name])).toEqual([
      ['cron', 'soon'],
      ['heartbeat', MAIN],
    ]);
    await idle.minutes(5);
    const {runs} = await idle.now().call('run.list', {limit: 10});
    const ran = runs.filter(({kind}) => kind !== 'reflection').toReversed();
    expect(ran.map(({kind, name, scheduledFor}) => ({kind, name, wakeAt: scheduledFor}))).toEqual(planned);
  });

  test('while the clock is stopped nothing runs, however much real time passes', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.']});
    await idle.now().say('hello');
    const until = performance.now() + 200;
    while (performance.now() < until) await new Promise<void>(resolve => setImmediate(resolve));
    expect(await idle.runs()).toEqual([]);
  });

  test("a hanging heartbeat delays no other: the next conversation's starts in the same minute", async () => {
    let asked = 0;
    const heartbeat: ScriptedTurn = ({prompt}) => {
      asked += 1;
      return JSON.stringify(prompt).includes('Hello Bob.') ? 'HEARTBEAT_OK' : {hang: true};
    };
    await using idle = await openIdleFixture({answers: ['Hello.', 'Hello Bob.', heartbeat, heartbeat]});
    await idle.now().say('hello');
    await idle.bobSays('hello');
    await idle.clock.advance(4 * MINUTE + SECOND);
    const due = idle.clock.now();
    // Either of the two may begin first.
    const statusOf = async (conversation: string): Promise<string | undefined> =>
      (await idle.runs()).find(({name}) => name === conversation)?.status;
    await idle.sees('the end of the other', async () => ((await statusOf(BOB)) === 'suppressed' ? true : undefined));
    await idle.sees('the hanging one', async () => ((await statusOf(MAIN)) === 'running' ? true : undefined));
    await idle.sees('both were asked', async () => (asked === 2 ? true : undefined));
    expect(idle.clock.now() - due).toBeLessThan(MINUTE);
    await idle.now().call('session.stop', {session: 'rooster:cron:heartbeat-rooster_main'});
    await idle.ended(2);
  });

  test('after a success none runs until new activity, even after a restart; then exactly one', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK', 'Hello again.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.minutes(30);
    expect(await idle.runs()).toHaveLength(1);
    await idle.restart();
    await idle.minutes(60);
    expect(await idle.runs()).toHaveLength(1);
    await idle.now().say('hello again');
    await idle.minutes(60);
    expect(await idle.runs()).toHaveLength(2);
  });

  test('a heartbeat that was due while the daemon was down is checked at the next start', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.restart(() => idle.clock.set(idle.clock.now() + 2 * HOUR));
    await idle.minutes(1);
    expect(await idle.ended(1)).toHaveLength(1);
  });

  test('a conversation idle for more than a day is not checked until it continues', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'Hello again.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.restart(() => idle.clock.set(idle.clock.now() + DAY + MINUTE));
    await idle.minutes(30);
    expect(await idle.runs()).toEqual([]);
    expect((await idle.now().call('daemon.status', {})).idle).toEqual({sessions: []});
    await idle.now().say('hello again');
    await idle.minutes(10);
    expect(await idle.ended(1)).toHaveLength(1);
  });

  test("the daemon's own messages and an operator's note don't count as activity", async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.now().call('reminder.set', {in: '2m', message: 'stretch'});
    await idle.minutes(3);
    await idle.now().call('session.record', {session: MAIN, text: 'The build is red.'});
    await idle.minutes(60);
    const [run, ...others] = await idle.ended(1);
    const [hello] = await idle.history();
    expect(run?.scheduledFor).toBe(isoOf((instantOfIso(hello?.at ?? '') ?? 0) + 4 * MINUTE));
    expect(others).toEqual([]);
  });

  test('a heartbeat never starts while a turn runs there', async () => {
    let answer = (_: string): void => {};
    const slow = new Promise<string>(resolve => {
      answer = resolve;
    });
    await using idle = await openIdleFixture({
      answers: [() => slow, 'HEARTBEAT_OK'],
      config: {heartbeat: {idleMinutes: 0.25}},
    });
    const {turnId} = await idle.now().call('session.send', {text: 'take your time'});
    await idle.now().event('turn.started');
    await idle.clock.advance(50 * SECOND);
    expect(await idle.runs()).toEqual([]);
    answer('Done.');
    await idle.now().event('turn.ended', ended => ended.turnId === turnId);
    await idle.clock.advance(14 * SECOND);
    expect(await idle.runs()).toEqual([]);
    await idle.clock.advance(SECOND);
    expect(await idle.ended(1)).toHaveLength(1);
  });
});

describe('the prompt', () => {
  test('the prompt is the current HEARTBEAT.md, after the conversation; an edit applies to the next run', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'HEARTBEAT_OK', 'Hello again.', 'HEARTBEAT_OK'],
      files: {'HEARTBEAT.md': '# Mine\n\nLook at the build.\n'},
    });
    await idle.now().say('hello');
    await idle.minutes(5);
    await idle.ended(1);
    const asked = () => (idle.model.asked.at(-1)?.prompt ?? []).filter(({role}) => role !== 'system');
    expect(asked()).toEqual([
      {role: 'user', content: [{type: 'text', text: 'hello'}]},
      {role: 'assistant', content: [{type: 'text', text: 'Hello.'}]},
      {role: 'user', content: [{type: 'text', text: '# Mine\n\nLook at the build.'}]},
    ]);
    idle.write('HEARTBEAT.md', 'Look at the weather.');
    await idle.now().say('hello again');
    await idle.minutes(5);
    await idle.ended(2);
    // Nothing of the first run: not what it asked, and not what it answered.
    expect(asked()).toEqual([
      {role: 'user', content: [{type: 'text', text: 'hello'}]},
      {role: 'assistant', content: [{type: 'text', text: 'Hello.'}]},
      {role: 'user', content: [{type: 'text', text: 'hello again'}]},
      {role: 'assistant', content: [{type: 'text', text: 'Hello again.'}]},
      {role: 'user', content: [{type: 'text', text: 'Look at the weather.'}]},
    ]);
  });

  test('the system prompt says that the clock asks, how to answer, and what was summarized', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'Blue it is.', 'They greeted us.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.now().say('my favourite colour is blue');
    await idle.now().call('session.compact', {session: MAIN});
    await idle.minutes(5);
    await idle.ended(1);
    const [system, ...seen] = idle.model.asked.at(-1)?.prompt ?? [];
    expect(system?.content).toContain('A heartbeat:');
    expect(system?.content).toContain('HEARTBEAT_CONTINUE');
    expect(system?.content).toContain('They greeted us.');
    expect(JSON.stringify(seen)).toContain('my favourite colour is blue');
    expect(JSON.stringify(seen)).not.toContain('"hello"');
  });

  test('a missing HEARTBEAT.md is created on first use, with a default that explains both answers', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK'], files: {'AGENTS.md': 'Be brief.'}});
    await idle.now().say('hello');
    await idle.minutes(5);
    await idle.ended(1);
    expect(idle.read('HEARTBEAT.md')).toBe(SCAFFOLD_FILES['HEARTBEAT.md']);
    expect(idle.read('HEARTBEAT.md')).toMatch(/HEARTBEAT_OK[\s\S]*HEARTBEAT_CONTINUE/u);
  });

  test('an emptied HEARTBEAT.md skips the run with a reason, and stays empty', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.'], files: {'HEARTBEAT.md': '# Heartbeat\n\n- [ ]\n'}});
    await idle.now().say('hello');
    await idle.minutes(60);
    const [run, ...others] = await idle.runs();
    expect(run).toMatchObject({status: 'skipped', error: 'HEARTBEAT.md asks for nothing.'});
    expect(others).toEqual([]);
    expect((await idle.standing())?.heartbeat).toEqual({why: 'HEARTBEAT.md asks for nothing.'});
    expect(idle.read('HEARTBEAT.md')).toBe('# Heartbeat\n\n- [ ]\n');
  });

  test("a heartbeat serves the conversation's person, at most at their current trust", async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_OK']});
    await idle.bobSays('hello');
    await idle.configure({users: inMode([...ALICE, {name: 'bob', trust: 'familiar', match: ['signal:bob-uuid']}])});
    await idle.minutes(5);
    const [run] = await idle.ended(1);
    const started = idle.now().events.find(({type, session}) => type === 'turn.started' && session === run?.session);
    expect(started?.trust).toBe('familiar');
    const names = idle.model.asked.at(-1)?.tools?.map(({name}) => name) ?? [];
    expect(names).not.toContain('bash');
    expect(names).not.toContain('signal');
  });

  test('a removed user has no heartbeat', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.']});
    await idle.bobSays('hello');
    await idle.configure({users: ALICE});
    await idle.minutes(30);
    expect(await idle.runs()).toEqual([]);
    expect((await idle.standing(BOB))?.heartbeat).toEqual({why: "bob isn't configured here."});
  });
});

describe('the outcome', () => {
  test('HEARTBEAT_CONTINUE posts nothing and returns after continueMinutes, thirty by default', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'HEARTBEAT_CONTINUE', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.minutes(5);
    const [first] = await idle.ended(1);
    const back = isoOf((instantOfIso(first?.endedAt ?? '') ?? 0) + 30 * MINUTE);
    expect((await idle.standing())?.heartbeat).toEqual({nextAt: back});
    await idle.minutes(60);
    const [second, ...others] = await idle.ended(2);
    expect(second).toMatchObject({scheduledFor: back, schedule: 'asked to come back after 30 minutes'});
    expect(others).toHaveLength(1);
    expect(await idle.history()).toHaveLength(2);
  });

  test('the return survives a restart, runs once, and an OK then ends it', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'HEARTBEAT_CONTINUE', 'HEARTBEAT_OK'],
      config: {heartbeat: {continueMinutes: 10}},
    });
    await idle.now().say('hello');
    await idle.minutes(5);
    await idle.ended(1);
    await idle.restart();
    await idle.minutes(8);
    expect(await idle.runs()).toHaveLength(1);
    await idle.minutes(120);
    expect(await idle.runs()).toHaveLength(2);
  });

  test('new activity during the wait cancels the return', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'HEARTBEAT_CONTINUE', 'Hello again.', 'HEARTBEAT_OK'],
    });
    await idle.now().say('hello');
    await idle.minutes(25);
    await idle.now().say('hello again');
    await idle.minutes(120);
    expect(await idle.runs()).toHaveLength(2);
  });

  test.each(['HEARTBEAT_OK', '**HEARTBEAT_OK**', 'HEARTBEAT_OK. Nothing new since noon.'])(
    '%j posts nothing and counts as success',
    async reply => {
      await using idle = await openIdleFixture({answers: ['Hello.', reply]});
      await idle.now().say('hello');
      await idle.minutes(30);
      expect(await idle.runs()).toMatchObject([{status: 'suppressed', output: reply}]);
      expect(await idle.history()).toHaveLength(2);
    },
  );

  test.each([
    ['a long reply with the token in it', `HEARTBEAT_OK ${'but '.repeat(100)}look.`, `${'but '.repeat(100)}look.`],
    ['CONTINUE with words beside it', 'HEARTBEAT_CONTINUE The build still runs.', 'The build still runs.'],
  ])("%s is posted, without the token, and doesn't return", async (_, reply, posted) => {
    await using idle = await openIdleFixture({answers: ['Hello.', reply]});
    await idle.now().say('hello');
    await idle.minutes(60);
    expect(await idle.runs()).toMatchObject([{status: 'ran'}]);
    expect((await idle.history()).slice(2).map(({text}) => text)).toEqual([posted]);
  });

  test('a heartbeat that ends without text reports nothing, whatever it wrote beside its tools', async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', {text: ['Let me look at the build first.'], calls: [{name: 'schedule', input: {}}]}, ''],
    });
    await idle.now().say('hello');
    await idle.minutes(4);
    expect(await idle.ended(1)).toMatchObject([{status: 'suppressed'}]);
    expect((await idle.history()).map(({text}) => text)).toEqual(['hello', 'Hello.']);
    expect(await idle.now().call('outbox.list', {})).toEqual({deliveries: []});
  });

  test("a report is one message, the run's last text; the rest is in its transcript, not in the conversation", async () => {
    await using idle = await openIdleFixture({
      answers: [
        'Hello.',
        {text: ['Let me look.'], calls: [{name: 'list_files', input: {path: '.'}}]},
        'You promised to call Carol.',
      ],
    });
    await idle.now().say('hello');
    await idle.minutes(5);
    const [run] = await idle.ended(1);
    expect(run?.status).toBe('ran');
    const said = (await idle.history()).slice(2);
    expect(said).toMatchObject([
      {
        role: 'assistant',
        text: 'You promised to call Carol.',
        source: {kind: 'system', name: 'heartbeat'},
        runId: run?.id,
      },
    ]);
    const {transcript} = await idle.now().call('run.get', {id: run?.id ?? 'run_'});
    expect(transcript.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(transcript[0]?.text).toBe(SCAFFOLD_FILES['HEARTBEAT.md']?.trim());
    const {steps} = await idle.now().call('why', {id: said[0]?.id ?? 'msg_'});
    // The files' sizes change with their sentences.
    const words = steps.map(({what}) => what.replace(/"AGENTS.md .*"$/u, '"…"')).join('\n');
    expect(words).toContain(
      'heartbeat of main was due (idle for 4 minutes)\nstarted in a conversation of its own\na conversation of its own was asked: "# Heartbeat <!-- This file is the prompt of the heartbeat: a short look around a…"\nthe agent started in a conversation of its own (test/scripted, trust full)\nwrote first in a conversation of its own: "Let me look."\ntool list_files {"path":"."}: ok, "…"\nanswered in a conversation of its own: "You promised to call Carol."\nturn ended: replied\nadded to main word for word: "You promised to call Carol."\nqueued for the terminal: "You promised to call Carol."\naccepted for the terminal\n',
    );
  });

  test('a report starts no other heartbeat, in whichever second it arrives', async () => {
    await using idle = await openIdleFixture({
      answers: [
        'Hello.',
        async () => {
          await idle.clock.advance(1_500);
          return 'Call Carol.';
        },
      ],
    });
    await idle.now().say('hello');
    await idle.minutes(24 * 60);
    expect(await idle.runs()).toMatchObject([{status: 'ran'}]);
  });

  test('a report reaches attached clients within a second, and the person on their channel, once', async () => {
    await using idle = await openIdleFixture({answers: ['Hello Bob.', 'The build is red.']});
    await idle.bobSays('hello');
    await idle.clock.advance(4 * MINUTE + SECOND);
    const [run] = await idle.ended(1);
    const told = await idle
      .now()
      .event('message.added', ({session, message}) => session === BOB && message.text === 'The build is red.');
    expect((instantOfIso(told.at) ?? 0) - (instantOfIso(run?.endedAt ?? '') ?? 0)).toBeLessThanOrEqual(SECOND);
    await idle.sees('the delivery', async () => (idle.signal.texts.includes('The build is red.') ? true : undefined));
    await idle.minutes(60);
    expect(idle.signal.texts.filter(text => text === 'The build is red.')).toHaveLength(1);
  });

  test('a report in the main conversation also reaches the phone of its person, once', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', 'WARNING: the build breaks at noon.']});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.ended(1);
    await idle.sees('the delivery', async () => (idle.signal.sent.length > 0 ? true : undefined));
    await idle.minutes(60);
    expect(idle.signal.sent).toMatchObject([{to: 'signal:alice-uuid', text: 'WARNING: the build breaks at noon.'}]);
    expect((await idle.history()).at(-1)?.text).toBe('WARNING: the build breaks at noon.');
  });

  test('a person who writes during a heartbeat is answered immediately, and the conversation stays in order', async () => {
    let answer = (_: string): void => {};
    const slow = new Promise<string>(resolve => {
      answer = resolve;
    });
    await using idle = await openIdleFixture({answers: ['Hello.', () => slow, 'Here I am.', 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE + SECOND);
    await idle.sees('the question', async () => (idle.model.asked.length === 2 ? true : undefined));
    expect(await idle.now().say('are you there?')).toBe('Here I am.');
    answer('Call Carol.');
    await idle.ended(1);
    expect((await idle.history()).map(({text}) => text)).toEqual([
      'hello',
      'Hello.',
      'are you there?',
      'Here I am.',
      'Call Carol.',
    ]);
    // The person was active since: the conversation is idle again.
    await idle.minutes(10);
    expect(await idle.ended(2)).toHaveLength(2);
  });

  test('a report about a conversation that was started over during the run is discarded', async () => {
    let answer = (_: string): void => {};
    const slow = new Promise<string>(resolve => {
      answer = resolve;
    });
    await using idle = await openIdleFixture({answers: ['Hello.', () => slow]});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE + SECOND);
    await idle.sees('the question', async () => (idle.model.asked.length === 2 ? true : undefined));
    await idle.now().call('session.reset', {session: MAIN});
    answer('You said hello.');
    expect(await idle.ended(1)).toMatchObject([{status: 'suppressed', output: 'You said hello.'}]);
    expect(await idle.history()).toEqual([]);
  });

  test("a failed heartbeat isn't a success: it is retried, says nothing, and a success ends it", async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', ...failing(1), 'HEARTBEAT_OK']});
    await idle.now().say('hello');
    await idle.minutes(8);
    const [run] = await idle.ended(1);
    expect(run).toMatchObject({status: 'failed', error: expect.any(String)});
    await idle.minutes(60);
    expect((await idle.runs()).map(({status}) => status)).toEqual(['suppressed', 'failed']);
    expect(await idle.history()).toHaveLength(2);
  });

  test('a heartbeat that fails for twenty-four hours runs five times and says why it stopped', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', ...failing(5)]});
    await idle.now().say('hello');
    await idle.minutes(24 * 60 - 10);
    expect(idle.model.asked).toHaveLength(1 + 5 * TRIES);
    const starts = (await idle.runs()).toReversed().map(({startedAt}) => instantOfIso(startedAt) ?? 0);
    const pauses = starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / MINUTE);
    for (const [index, least] of [5, 15, 45, 120].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(pauses).toHaveLength(4);
    expect((await idle.standing())?.heartbeat).toEqual({why: expect.stringContaining('It failed 5 times in a row')});
  });
});

describe('when the daemon stops during a heartbeat', () => {
  test('the next start resumes the run as its next attempt', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', {hang: true}, 'Call Carol.']});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.sees('the question', async () => (idle.model.asked.length === 2 ? true : undefined));
    await idle.restart();
    const [run, ...others] = await idle.ended(1);
    expect(run).toMatchObject({status: 'ran', attempt: 2});
    expect(others).toEqual([]);
    expect((await idle.history()).map(({text}) => text)).toEqual(['hello', 'Hello.', 'Call Carol.']);
    const [, hanging, again] = idle.model.asked;
    // Remains of the first attempt don't block the second.
    expect(again?.prompt.filter(({role}) => role !== 'system')).toEqual(
      hanging?.prompt.filter(({role}) => role !== 'system'),
    );
    await idle.minutes(60);
    expect(await idle.runs()).toHaveLength(1);
  });

  test('a run whose conversation lost its person or model ends and says why', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.', {hang: true}]});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.sees('the question', async () => (idle.model.asked.length === 2 ? true : undefined));
    await idle.restart(() => idle.settings({agent: {model: 'offline'}}));
    expect(await idle.ended(1)).toMatchObject([
      {
        status: 'failed',
        error: 'It was interrupted and not restarted: needs a model',
      },
    ]);
  });
});

describe('limits', () => {
  test("a disabled heartbeat doesn't run, and the status says so; enabling needs no restart", async () => {
    await using idle = await openIdleFixture({
      answers: ['Hello.', 'HEARTBEAT_OK'],
      config: {heartbeat: {enabled: false}},
    });
    await idle.now().say('hello');
    await idle.minutes(30);
    expect(await idle.runs()).toEqual([]);
    expect((await idle.standing())?.heartbeat).toEqual({why: 'Off (heartbeat.enabled is false).'});
    await idle.configure({});
    await idle.minutes(1);
    expect(await idle.ended(1)).toHaveLength(1);
  });

  test('with the offline assistant no heartbeat runs, and the status shows why', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.'], config: {agent: {model: 'offline'}}});
    await idle.now().say('hello');
    await idle.minutes(30);
    expect(await idle.runs()).toEqual([]);
    expect((await idle.now().call('daemon.status', {})).idle).toEqual({
      why: 'needs a model',
      sessions: [],
    });
  });

  test("a failing model isn't replaced by the offline assistant", async () => {
    using offline = scriptedModel([], {name: 'offline'});
    await using idle = await openIdleFixture({answers: ['Hello.', ...failing(1)], fallback: offline.choice});
    await idle.now().say('hello');
    await idle.minutes(8);
    expect(await idle.ended(1)).toMatchObject([{status: 'failed'}]);
    expect(await idle.history()).toHaveLength(2);
    expect(offline.asked).toEqual([]);
  });

  test('a hanging heartbeat is ended after five minutes', async () => {
    const hang = {calls: [{name: 'bash', input: {command: 'sleep 600', timeout_seconds: 600}}]};
    await using idle = await openIdleFixture({answers: ['Hello.', hang]});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.sees('the tool at work', async () =>
      idle.now().events.some(({type}) => type === 'turn.tool') ? true : undefined,
    );
    await idle.clock.advance(5 * MINUTE);
    const [run] = await idle.ended(1);
    expect(run).toMatchObject({status: 'failed', error: 'The run took longer than 5 minutes and was aborted.'});
  });

  test('a conversation that was started over is empty, so no heartbeat runs', async () => {
    await using idle = await openIdleFixture({answers: ['Hello.']});
    await idle.now().say('hello');
    await idle.now().call('session.reset', {session: MAIN});
    await idle.minutes(30);
    expect(await idle.runs()).toEqual([]);
  });
});

const ALICE = [
  {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default', 'signal:alice-uuid']},
];
/** The number of calls to an unreachable model in one run. */
const TRIES = 3;
const failing = (runs: number) =>
  Array.from({length: runs * TRIES}, () => ({error: new Error('The server is not amused.')}));

test('an archived conversation has no line in the status, until somebody writes there again', async () => {
  await using idle = await openIdleFixture({answers: ['Hello.', 'Again.']});
  const {call, event} = idle.now();
  const {key: session} = await call('session.create', {title: 'Trip'});
  const say = async (text: string) => {
    const {turnId} = await call('session.send', {session, text});
    await event('turn.ended', each => each.turnId === turnId);
  };
  await say('hello');
  expect(await idle.standing(session)).toBeDefined();
  await call('session.archive', {session});
  expect(await idle.standing(session)).toBeUndefined();
  await say('again');
  expect(await idle.standing(session)).toBeDefined();
});
