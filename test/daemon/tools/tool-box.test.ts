import {expect, test} from 'vitest';
import type {Tool} from '../../../src/daemon/ports/tool.ts';
import {createToolBox} from '../../../src/daemon/tools/tool-box.ts';
import {reflectionSession} from '../../../src/shared/records/session-key.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {atOnce} from '../../support/own-time.ts';
import {plainTool} from '../../support/plain-tool.ts';
import {toolContext} from '../../support/tool-context.ts';

const open = (...tools: readonly Tool[]) => {
  const clock = fakeClock();
  const log = memoryLog();
  return {clock, log, box: createToolBox({tools, clock, log})};
};

const call = (name: string, input: unknown = {}) => ({callId: 'call_1', name, input});
const names = (tools: readonly Tool[]): readonly string[] => tools.map(({spec}) => spec.name);

test('a session is offered exactly the tools that its trust allows', () => {
  const {box} = open(plainTool('open', {needs: 'public'}), plainTool('bash'), plainTool('keys', {needs: 'full'}));
  expect(names(box.offered({trust: 'full'}))).toEqual(['open', 'bash', 'keys']);
  expect(names(box.offered({trust: 'inner'}))).toEqual(['open', 'bash']);
  expect(names(box.offered({trust: 'familiar'}))).toEqual(['open']);
  expect(names(box.offered({trust: 'public'}))).toEqual(['open']);
});

test("an isolated session isn't offered tools that send to people, and can't run one either", async () => {
  const {box} = open(plainTool('send', {purposes: ['conversation']}), plainTool('bash'));
  expect(names(box.offered({trust: 'full', session: 'rooster:cron:morning'}))).toEqual(['bash']);
  expect(names(box.offered({trust: 'full', session: 'rooster:main'}))).toEqual(['send', 'bash']);
  const output = await box.run(call('send'), toolContext({session: 'rooster:cron:morning'}));
  expect(output).toMatchObject({ok: false, text: 'The tool send may not be used here. There are: bash.'});
});

test('a tool is offered only where it belongs: a reflection has its own tools', async () => {
  const {box} = open(
    plainTool('bash'),
    plainTool('read', {purposes: ['conversation', 'job', 'reflection']}),
    plainTool('todo', {purposes: ['reflection']}),
  );
  const looksBack = reflectionSession('rooster:main');
  expect(looksBack).toBe('rooster:cron:reflection-rooster_main');
  expect(names(box.offered({trust: 'full', session: 'rooster:main'}))).toEqual(['bash', 'read']);
  expect(names(box.offered({trust: 'full', session: 'rooster:cron:morning'}))).toEqual(['bash', 'read']);
  expect(names(box.offered({trust: 'full', session: looksBack}))).toEqual(['read', 'todo']);
  expect(await box.run(call('todo'), toolContext())).toMatchObject({
    ok: false,
    text: 'The tool todo may not be used here. There are: bash, read.',
  });
});

test("a tool summarizes its calls even if it isn't offered; a call of a removed tool has no summary", () => {
  const {box} = open(plainTool('bash', {needs: 'full', summarize: input => JSON.stringify(input)}));
  expect(box.summarize(call('bash', {command: 'ls'}))).toBe('{"command":"ls"}');
  expect(box.summarize(call('gone', {command: 'ls'}))).toBe('');
});

test("a tool above the session's trust doesn't run, whatever the model calls", async () => {
  let ran = 0;
  const runs = async () => {
    ran += 1;
    return {ok: true, text: 'ran'};
  };
  const tool = plainTool('bash', {run: runs});
  const {box} = open(tool);
  const output = await box.run(call('bash'), toolContext({trust: 'familiar'}));
  expect(output).toMatchObject({
    ok: false,
    text: 'The tool bash may not be used here: it needs trust inner, and this conversation has familiar. This conversation has no tools.',
  });
  expect(ran).toBe(0);
});

test('a tool above the trust of what was read here is refused with that reason', async () => {
  const {box} = open(plainTool('bash'));
  const limits = [{trust: 'public', by: {kind: 'webhook', name: 'ci'}}] as const;
  expect((await box.run(call('bash'), toolContext({trust: 'full', limits}))).text).toBe(
    'The tool bash may not be used here: it needs trust inner, and what was read here allows only public. This conversation has no tools.',
  );
});

test('an unknown tool gets an output that names the existing ones', async () => {
  const {box} = open(plainTool('bash'), plainTool('reminder'));
  const output = await box.run(call('turn_off_lights'), toolContext());
  expect(output).toEqual({
    ok: false,
    text: 'No tool "turn_off_lights". There are: bash, reminder.',
    tookMs: 0,
  });
});

test('a tool that throws gives an output, and the log has the error', async () => {
  const thrown = [new Error('the disk is on fire'), 'just a text', undefined];
  for (const reason of thrown) {
    const {box, log} = open(plainTool('bash', {run: () => Promise.reject(reason)}));
    const output = await box.run(call('bash'), toolContext());
    expect(output.ok).toBe(false);
    expect(output.text).toMatch(/^bash failed: ./u);
    expect(log.lines.map(({level}) => level)).toEqual(['error']);
  }
  const throwing = open(
    plainTool('bash', {
      run: () => {
        throw new Error('at once');
      },
    }),
  );
  expect((await throwing.box.run(call('bash'), toolContext())).text).toBe('bash failed: at once');
});

test('the duration is measured by the clock', async () => {
  const slow = plainTool('slow', {
    run: async () => {
      await clock.advance(1_500);
      return {ok: true, text: 'done'};
    },
  });
  const {box, clock} = open(slow);
  expect(await box.run(call('slow'), toolContext())).toEqual({ok: true, text: 'done', tookMs: 1_500});
});

test('a long output is cut with a note; an empty one gets a note', async () => {
  const {box} = open(
    plainTool('long', {run: async () => ({ok: true, text: 'word '.repeat(100_000)})}),
    plainTool('lines', {run: async () => ({ok: true, text: 'x\n'.repeat(20_000)})}),
    plainTool('empty', {run: async () => ({ok: true, text: ' \n'})}),
    plainTool('odd', {run: async () => ({ok: true, text: 'a\ud800'})}),
  );
  const long = await box.run(call('long'), toolContext());
  expect(long.text.length).toBeLessThanOrEqual(50_000);
  expect(long.text).toContain('characters cut here');
  const lines = await box.run(call('lines'), toolContext());
  expect(lines.text.split('\n').length).toBeLessThanOrEqual(2_001);
  expect((await box.run(call('empty'), toolContext())).text).toBe('(no output)');
  expect((await box.run(call('odd'), toolContext())).text).toBe('a\ufffd');
});

test('a stopped turn gets its output immediately, though the tool still runs', async () => {
  const {box} = open(plainTool('deaf', {run: () => new Promise(() => undefined)}));
  const stop = new AbortController();
  const running = box.run(call('deaf'), toolContext({signal: stop.signal}));
  stop.abort();
  expect(await atOnce(running)).toMatchObject({ok: false, text: 'Stopped before it was done.'});
});

test('the output of a tool that handles the stop itself is used', async () => {
  const {box} = open(
    plainTool('polite', {
      run: (_, {signal}) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => resolve({ok: false, text: 'half of it'}), {once: true});
        }),
    }),
  );
  const stop = new AbortController();
  const running = box.run(call('polite'), toolContext({signal: stop.signal}));
  stop.abort();
  expect((await running).text).toBe('half of it');
});

test('an error of a tool after the stop is ignored', async () => {
  const late = Promise.withResolvers<never>();
  const {box, log} = open(plainTool('late', {run: () => late.promise}));
  const stop = new AbortController();
  const running = box.run(call('late'), toolContext({signal: stop.signal}));
  stop.abort();
  await running;
  late.reject(new Error('too late'));
  await new Promise(resolve => setImmediate(resolve));
  expect(log.lines).toHaveLength(1);
});

test('a stopped turn starts no tool', async () => {
  let ran = 0;
  const runs = async () => {
    ran += 1;
    return {ok: true, text: 'ran'};
  };
  const {box} = open(plainTool('bash', {run: runs}));
  const output = await box.run(call('bash'), toolContext({signal: AbortSignal.abort()}));
  expect(output.ok).toBe(false);
  expect(ran).toBe(0);
});
