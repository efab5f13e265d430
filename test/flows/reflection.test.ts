// The reflection on an idle conversation, in the whole daemon, with a clock moved by hand and a scripted model. test/seeds.md lists the
// checklist behind the titles.
import type {LanguageModelV4CallOptions} from '@ai-sdk/provider';
import {describe, expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {BOB, type IdleFixture, MAIN, openIdleFixture} from '../support/idle-fixture.ts';
import type {ScriptedCall, ScriptedTurn} from '../support/scripted-model.ts';

type Options = NonNullable<Parameters<typeof openIdleFixture>[0]>;

/** Only reflections, unless a test needs heartbeats too. */
const open = (answers: readonly ScriptedTurn[], {config = {}, ...more}: Options = {}): Promise<IdleFixture> =>
  openIdleFixture({answers, config: {heartbeat: {enabled: false}, reflection: {}, ...config}, ...more});

const reflections = (idle: IdleFixture) => idle.runs('reflection');
const reflected = (idle: IdleFixture, count = 1) => idle.ended(count, 'reflection');
const stateOf = async (idle: IdleFixture) => (await reflections(idle)).map(({status}) => status);

/** The model's input, in its stored form. */
const textOf = ({prompt}: LanguageModelV4CallOptions): string =>
  prompt
    .map(({content}) =>
      typeof content === 'string'
        ? content
        : content.map(part => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n'),
    )
    .join('\n');
const asked = (idle: IdleFixture, index = -1): string => {
  const one = idle.model.asked.at(index);
  return one === undefined ? '' : textOf(one);
};
const lists = (idle: IdleFixture, index = -1): string =>
  /## Pages in the web cache\n\n([\s\S]*?)\n\n## /u.exec(asked(idle, index))?.[1] ?? '';

const calls = (...all: readonly ScriptedCall[]): ScriptedTurn => ({calls: all});
const NO_MODEL: readonly ScriptedTurn[] = Array.from({length: 3}, () => ({error: new Error('no model today')}));
const page = (url: string, text = 'x'): string => `---\nsource_url: ${JSON.stringify(url)}\n---\n\n${text}\n`;

describe('timing', () => {
  test('a reflection runs after four idle minutes; one second earlier it does not', async () => {
    await using idle = await open(['Hello.', 'Nothing to keep.']);
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE - SECOND);
    expect(await reflections(idle)).toEqual([]);
    await idle.clock.advance(SECOND);
    expect(await reflected(idle)).toMatchObject([
      {
        kind: 'reflection',
        name: MAIN,
        session: 'rooster:cron:reflection-rooster_main',
        status: 'ran',
        output: 'Nothing to keep.',
        schedule: 'idle for 4 minutes',
        late: false,
      },
    ]);
  });

  test("reflection.idleMinutes is independent of the heartbeat's; a change needs no restart", async () => {
    await using idle = await open(['Hello.', 'HEARTBEAT_OK', 'Note.'], {
      config: {heartbeat: {idleMinutes: 2}, reflection: {idleMinutes: 30}},
    });
    await idle.now().say('hello');
    await idle.minutes(8);
    expect(await idle.runs('heartbeat')).toHaveLength(1);
    expect(await reflections(idle)).toEqual([]);
    await idle.configure({heartbeat: {idleMinutes: 2}, reflection: {idleMinutes: 10}});
    await idle.minutes(2);
    expect(await reflected(idle)).toHaveLength(1);
  });

  test.each([
    ['the conversation is not idle for long enough for it', {idleMinutes: 60}, undefined, []],
    ['it has run already', {idleMinutes: 1}, undefined, ['HEARTBEAT_OK']],
    ['HEARTBEAT.md is empty', {}, '# Nothing\n\n- [ ]\n', []],
    ['it waits to come back', {idleMinutes: 1}, undefined, ['HEARTBEAT_CONTINUE']],
    ['it is switched off', {enabled: false}, undefined, []],
  ])('a reflection is checked when no heartbeat runs because %s', async (_, heartbeat, file, beats) => {
    await using idle = await open(['Hello.', ...beats, 'Note.'], {
      config: {heartbeat},
      files: file === undefined ? {} : {'HEARTBEAT.md': file},
    });
    await idle.now().say('hello');
    await idle.minutes(6);
    expect(await reflected(idle)).toMatchObject([{status: 'ran', output: 'Note.'}]);
  });

  test('a reflection is checked after a failed heartbeat, too', async () => {
    await using idle = await open(['Hello.', ...NO_MODEL, 'Note.'], {config: {heartbeat: {}}});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.now().whileTimePasses(reflected(idle));
    expect(await idle.runs('heartbeat')).toMatchObject([{status: 'failed'}]);
    expect(await stateOf(idle)).toEqual(['ran']);
  });

  test('without new messages it runs once in twenty-four hours, even after a restart', async () => {
    await using idle = await open(['Hello.', 'Note.']);
    await idle.now().say('hello');
    await idle.minutes(720, 10);
    expect(await reflections(idle)).toHaveLength(1);
    await idle.restart();
    await idle.minutes(720, 10);
    expect(await reflections(idle)).toHaveLength(1);
    expect(idle.model.asked).toHaveLength(2);
  });

  test('there is no cooldown: a second idle period with new messages reflects again immediately', async () => {
    await using idle = await open(['Hello.', 'Note 1.', 'Hello again.', 'Note 2.']);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    await idle.now().say('one more thing');
    await idle.minutes(4);
    expect(await reflected(idle, 2)).toMatchObject([{output: 'Note 2.'}, {output: 'Note 1.'}]);
  });

  test("the daemon's own messages cause none: a heartbeat's report, a reminder, a job's result", async () => {
    await using idle = await open(['Hello.', 'Note.', 'You forgot the milk.', 'Two meetings.', 'Busy today.'], {
      config: {
        heartbeat: {idleMinutes: 10},
        reflection: {idleMinutes: 1},
        cron: [
          {
            name: 'morning',
            cron: '30 * 21 11 *',
            message: 'What matters?',
            user: 'alice',
            deliver: {channel: 'terminal', target: 'default'},
          },
        ],
      },
    });
    await idle.now().say('hello');
    await idle.now().call('reminder.set', {in: '20m', message: 'stretch', to: 'terminal:default'});
    await idle.minutes(50);
    const posted = (await idle.history()).map(({text}) => text);
    expect(posted).toEqual(expect.arrayContaining(['You forgot the milk.', 'stretch', 'Busy today.']));
    expect(await reflections(idle)).toHaveLength(1);
  });

  test('a message stored during a reflection is seen by the next one', async () => {
    let said: Promise<string> | undefined;
    await using idle = await open([
      'Hello.',
      async () => {
        said = idle.now().say('and buy figs');
        await said;
        return 'Note 1.';
      },
      'I will.',
      'Note 2.',
    ]);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(await said).toBe('I will.');
    expect(asked(idle, 1)).not.toContain('figs');
    await idle.minutes(4);
    await reflected(idle, 2);
    expect(asked(idle)).toContain('alice: and buy figs');
    expect(asked(idle)).not.toContain('alice: hello');
  });

  test('a failed reflection backs off, and the next success covers the same messages', async () => {
    await using idle = await open(['Hello.', ...NO_MODEL, 'Note.']);
    await idle.now().say('remember the figs');
    await idle.clock.advance(4 * MINUTE);
    await idle.now().whileTimePasses(reflected(idle));
    expect(await idle.standing()).toMatchObject({reflection: {nextAt: expect.any(String)}});
    await idle.minutes(2);
    expect(await stateOf(idle)).toEqual(['failed']);
    await idle.minutes(4);
    expect(await reflected(idle, 2)).toMatchObject([{status: 'ran', schedule: 'failed once'}, {status: 'failed'}]);
    expect(asked(idle)).toContain('alice: remember the figs');
  });

  test('a reflection that fails for twenty-four hours is tried four times and says why it stopped', async () => {
    await using idle = await open(['Hello.', ...Array.from({length: 4}, () => NO_MODEL).flat()]);
    await idle.now().say('hello');
    for (const [tries, pause] of [4, 5, 20, 60].entries()) {
      await idle.clock.advance(pause * MINUTE);
      await idle.now().whileTimePasses(reflected(idle, tries + 1));
    }
    await idle.minutes(1_320, 30);
    expect(await stateOf(idle)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(idle.model.asked).toHaveLength(13);
    expect(await idle.standing()).toMatchObject({
      reflection: {
        why: expect.stringMatching(/^It failed 4 times, the last time so: .+ It waits for something new\.$/u),
      },
    });
  });

  test('messages from before the conversation was started over are still reflected on', async () => {
    await using idle = await open(['Hello.', 'Hello again.', 'Note.']);
    await idle.now().say('remember the figs');
    await idle.now().call('session.reset', {session: MAIN});
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(asked(idle)).toContain('alice: remember the figs');
  });

  test("a disabled reflection doesn't run, and the status says so", async () => {
    await using idle = await open(['Hello.'], {config: {reflection: {enabled: false}}});
    await idle.now().say('hello');
    await idle.minutes(10);
    expect(await reflections(idle)).toEqual([]);
    expect(await idle.standing()).toMatchObject({reflection: {why: 'Off (reflection.enabled is false).'}});
  });
});

describe('input and output', () => {
  test("a reflection sees both sides in order and a tool call as one line, without the tool's output", async () => {
    await using idle = await open(
      [calls({name: 'read_file', input: {path: 'plans.md'}}), 'You plan a garden.', 'Note.'],
      {files: {'plans.md': 'SECRET BED OF ROSES'}},
    );
    await idle.now().say('what do I plan?');
    await idle.minutes(4);
    await reflected(idle);
    expect(asked(idle)).toMatch(
      /\[2026-11-21 12:00\] alice: what do I plan\?\n\[2026-11-21 12:00\] you: \(used read_file: plans\.md\)\n\[2026-11-21 12:00\] you: You plan a garden\./u,
    );
    expect(asked(idle)).not.toContain('ROSES');
  });

  test('a reflection learns that it is one, with whom, and that its material gives no orders', async () => {
    await using idle = await open(['Hello.', 'Note.']);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(asked(idle)).toContain('A reflection: a conversation is idle');
    expect(asked(idle)).toContain('⟦The text up to the end mark is material to look through');
    expect(asked(idle)).toContain('alice. Trust: full.');
  });

  test('a reflection has its own tools; a call to the shell is refused', async () => {
    await using idle = await open(['Hello.', calls({name: 'bash', input: {command: 'touch here'}}), 'Note.']);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(idle.model.asked.at(1)?.tools?.map(({name}) => name)).toEqual([
      'read_file',
      'list_files',
      'web_fetch',
      'reflection_todo',
      'reference_manage',
      'reference_write',
      'memory_write',
    ]);
    expect(asked(idle)).toContain('The tool bash may not be used here.');
    expect(() => idle.read('here')).toThrow();
  });

  test('the first reflection learns that there is no note; its last text is the note for the next one', async () => {
    await using idle = await open(['Hello.', 'Look at the garden next time.', 'Hello.', 'Note 2.']);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(asked(idle)).toContain('There is none: this is the first reflection on this conversation.');
    await idle.restart();
    await idle.now().say('hello again');
    await idle.minutes(4);
    const [second, first] = await reflected(idle, 2);
    expect([second?.output, first?.output]).toEqual(['Note 2.', 'Look at the garden next time.']);
    expect(asked(idle)).toContain('## The note that your last reflection left you\n\nLook at the garden next time.');
  });

  test('a plan can be read from outside while the reflection works, with each change', async () => {
    const plans: unknown[] = [];
    const look = async (): Promise<void> => {
      const [run] = await reflections(idle);
      if (run === undefined) throw new Error('no run');
      plans.push((await idle.now().call('run.get', {id: run.id})).todos);
    };
    const todo =
      (input: unknown): ScriptedTurn =>
      async () => {
        await look();
        return {calls: [{name: 'reflection_todo', input}]};
      };
    await using idle: IdleFixture = await open([
      'Hello.',
      todo({action: 'plan', items: [{title: 'Pages'}]}),
      todo({action: 'add', items: [{title: 'Memory'}]}),
      todo({
        action: 'batch_update',
        updates: [
          {index: 1, status: 'done', note: 'two kept'},
          {index: 2, status: 'in_progress'},
        ],
      }),
      async () => {
        await look();
        return 'Note.';
      },
    ]);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(plans).toEqual([
      undefined,
      [{title: 'Pages', status: 'pending'}],
      [
        {title: 'Pages', status: 'pending'},
        {title: 'Memory', status: 'pending'},
      ],
      [
        {title: 'Pages', status: 'done', note: 'two kept'},
        {title: 'Memory', status: 'in_progress'},
      ],
    ]);
  });

  test('one run holds transcript, plan and note; a failed run keeps its parts, and the error', async () => {
    const plan: ScriptedTurn = calls({name: 'reflection_todo', input: {action: 'plan', items: [{title: 'Pages'}]}});
    await using idle = await open(['Hello.', plan, ...NO_MODEL, plan, 'Note.']);
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.now().whileTimePasses(reflected(idle));
    await idle.minutes(6);
    const runs = await reflected(idle, 2);
    const [good, bad] = await Promise.all(runs.map(({id}) => idle.now().call('run.get', {id})));
    const todos = [{title: 'Pages', status: 'pending'}];
    expect(good).toMatchObject({status: 'ran', output: 'Note.', todos});
    expect(good?.transcript.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(bad).toMatchObject({status: 'failed', error: expect.stringContaining('invalid response'), todos});
    expect(bad?.output).toBeUndefined();
    expect(bad?.transcript.map(({role}) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  test('an endless reflection is ended after sixty steps; its work so far is with its run', async () => {
    const step = calls({name: 'list_files', input: {}});
    await using idle = await open(['Hello.', ...Array.from({length: 60}, () => step)], {
      files: {'.web-cache/figs.md': page('https://example.org/figs')},
    });
    await idle.now().say('hello');
    await idle.minutes(4);
    const [run] = await reflected(idle);
    expect(run).toMatchObject({status: 'failed', error: 'The agent did not finish within 60 steps.'});
    const {transcript} = await idle.now().call('run.get', {id: run?.id ?? 'run_'});
    expect(transcript.length).toBeGreaterThan(100);
    expect(idle.model.asked).toHaveLength(61);
    expect(idle.read('.web-cache/figs.md')).toContain('figs');
  });

  test('no part of a reflection is in the conversation or in its search results', async () => {
    await using idle = await open(['Hello.', calls({name: 'list_files', input: {}}), 'Note about the figs.', 'Yes?']);
    await idle.now().say('remember the figs');
    const before = await idle.history();
    await idle.minutes(4);
    await reflected(idle);
    expect(await idle.history()).toEqual(before);
    const {messages} = await idle.now().call('message.search', {text: 'remember'});
    expect(messages.map(({session}) => session)).toEqual([MAIN]);
    await idle.now().say('hello');
    expect(asked(idle)).not.toContain('Note about the figs.');
  });
});

describe('the web cache', () => {
  const files = {
    '.web-cache/figs.md': page('https://example.org/figs', 'Prune in March.'),
    '.web-cache/noise.md': page('https://example.org/noise'),
  };

  test('lists every page with its address, or says that there is none', async () => {
    await using idle = await open(['Hello.', 'Note 1.', 'Hello.', 'Note 2.'], {files});
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(lists(idle)).toBe(
      '- .web-cache/figs.md: https://example.org/figs\n- .web-cache/noise.md: https://example.org/noise',
    );
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle, 2);
    expect(lists(idle)).toBe('There are none.');
  });

  test('loses the listed pages after a success; moved ones are in their topic', async () => {
    await using idle = await open(
      [
        'Hello.',
        calls({
          name: 'reference_manage',
          input: {action: 'move', cache_file: '.web-cache/figs.md', topic: 'garden', file: 'figs'},
        }),
        'Note.',
      ],
      {files: {...files, 'references/garden/about.md': 'Plants.'}},
    );
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(idle.read('references/garden/figs.md')).toContain('Prune in March.');
    expect(() => idle.read('.web-cache/figs.md')).toThrow();
    expect(() => idle.read('.web-cache/noise.md')).toThrow();
  });

  test('is unchanged after a failure', async () => {
    await using idle = await open(['Hello.', ...NO_MODEL, 'Note.'], {files});
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.now().whileTimePasses(reflected(idle));
    expect(idle.read('.web-cache/figs.md')).toContain('Prune in March.');
    expect(idle.read('.web-cache/noise.md')).toContain('noise');
    await idle.minutes(6);
    await reflected(idle, 2);
  });

  test('is unchanged after an end without text', async () => {
    await using idle = await open(['Hello.', ''], {files});
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    expect(await stateOf(idle)).toEqual(['ran']);
    expect(idle.read('.web-cache/figs.md')).toContain('Prune in March.');
    expect(idle.read('.web-cache/noise.md')).toContain('noise');
  });

  test('keeps a page that is saved during the reflection, and lists it to the next', async () => {
    await using idle = await open(
      [
        'Hello.',
        () => {
          idle.write('.web-cache/new.md', page('https://example.org/new'));
          idle.write('.web-cache/noise.md', page('https://example.org/noise', 'more of it'));
          return 'Note 1.';
        },
        'Hello.',
        'Note 2.',
      ],
      {files},
    );
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle);
    await idle.now().say('hello');
    await idle.minutes(4);
    await reflected(idle, 2);
    expect(lists(idle)).toBe(
      '- .web-cache/new.md: https://example.org/new\n- .web-cache/noise.md: https://example.org/noise',
    );
  });
});

describe('people', () => {
  test("have their own notes: Bob's reflection has no references, and a memory of his own", async () => {
    await using idle = await open(
      [
        'Hello Alice.',
        'Note of Alice.',
        'Hello Bob.',
        calls(
          {name: 'memory_write', input: {section: 'Plans', content: 'Bob wants a boat.'}},
          {name: 'reference_write', input: {topic: 'boats', file: 'bob', content: 'Bob wants a boat.'}},
          {name: 'read_file', input: {path: 'MEMORY.md'}},
          {name: 'read_file', input: {path: 'sessions/rooster_main.jsonl'}},
        ),
        'Note of Bob.',
        'A boat, was it not?',
        'Yes?',
      ],
      {
        files: {
          'MEMORY.md': 'Alice likes figs.',
          '.web-cache/figs.md': page('https://example.org/figs'),
          'references/garden/about.md': 'Plants.',
        },
      },
    );
    await idle.now().say('I have a llama');
    await idle.minutes(4);
    await reflected(idle);
    expect(asked(idle)).toContain('garden');
    // Alice's reflection cleared the first one; this one waits for her next.
    idle.write('.web-cache/plums.md', page('https://example.org/plums'));
    await idle.bobSays('I want a boat');
    await idle.minutes(4);
    const runs = await reflected(idle, 2);
    expect(runs.map(({name, output}) => [name, output])).toEqual([
      [BOB, 'Note of Bob.'],
      [MAIN, 'Note of Alice.'],
    ]);
    expect(idle.model.asked.at(3)?.tools?.map(({name}) => name)).toEqual([
      'read_file',
      'list_files',
      'web_fetch',
      'reflection_todo',
      'memory_write',
    ]);
    expect(asked(idle, 3)).not.toMatch(/llama|Alice|figs|plums|garden/u);
    expect(asked(idle, 4)).toContain('The tool reference_write may not be used here: it needs trust full');
    expect(asked(idle, 4)).toContain('MEMORY.md is private');
    expect(asked(idle, 4)).toContain('is a conversation with someone else.');
    expect(idle.read('memory/bob.md')).toBe('# Memory\n\n## Plans\n\nBob wants a boat.\n');
    await idle.bobSays('what do I want?');
    expect(asked(idle)).toContain('Bob wants a boat.');
    await idle.now().say('hello');
    expect(asked(idle)).not.toContain('boat');
  });

  test('with familiar trust have no reflection, and the status says why', async () => {
    await using idle = await open(['Hello.'], {
      config: {users: [{name: 'carol', trust: 'familiar', match: ['terminal:default']}]},
    });
    await idle.now().say('hello');
    await idle.minutes(10);
    expect(await reflections(idle)).toEqual([]);
    expect(await idle.standing()).toMatchObject({
      reflection: {why: 'At this trust the agent keeps no notes, so there is nothing to reflect on.'},
    });
  });
});

describe('when the daemon stops during a reflection', () => {
  test('the next start resumes the run as its next attempt, with its plan and the same messages', async () => {
    await using idle = await open([
      'Hello.',
      calls({name: 'reflection_todo', input: {action: 'plan', items: [{title: 'Pages'}]}}),
      {hang: true},
      'Note.',
    ]);
    await idle.now().say('remember the figs');
    await idle.clock.advance(4 * MINUTE);
    await idle.sees('the second step', async () => (idle.model.asked.length === 3 ? true : undefined));
    await idle.restart();
    const [run] = await reflected(idle);
    expect(run).toMatchObject({status: 'ran', attempt: 2, output: 'Note.', todos: [{title: 'Pages'}]});
    expect(asked(idle)).toContain('This is attempt 2');
    // The turn goes on after its call.
    expect(JSON.stringify(idle.model.asked.at(-1)?.prompt)).toContain('[pending] Pages');
    expect(asked(idle)).toContain('alice: remember the figs');
    await idle.minutes(30, 10);
    expect(await reflections(idle)).toHaveLength(1);
  });

  test('a run whose person is gone ends and says why', async () => {
    await using idle = await open(['Hello.', {hang: true}]);
    await idle.now().say('hello');
    await idle.clock.advance(4 * MINUTE);
    await idle.sees('the question', async () => (idle.model.asked.length === 2 ? true : undefined));
    await idle.restart(() => idle.settings({agent: {model: 'offline'}, reflection: {}}));
    expect(await reflected(idle)).toMatchObject([
      {status: 'failed', error: expect.stringMatching(/^It was interrupted and not restarted: /u)},
    ]);
  });
});

test('the trace of a reflection says what was due and why, what ran, and how it ended', async () => {
  const items = [{title: 'Pages'}, {title: 'Memory'}];
  await using idle = await open([
    'Hello.',
    calls(
      {name: 'reflection_todo', input: {action: 'plan', items}},
      {name: 'reflection_todo', input: {action: 'update', index: 1, status: 'done'}},
    ),
    'Note.',
  ]);
  await idle.now().say('hello');
  await idle.minutes(4);
  const [run] = await reflected(idle);
  const {steps} = await idle.now().call('why', {id: run?.id ?? ''});
  expect(steps.map(({what}) => what).join('\n')).toMatch(
    /reflection of main was due \(idle for 4 minutes\)\nstarted in a conversation of its own[\s\S]*run ended: ran; 1 of 2 planned tasks done/u,
  );
});
