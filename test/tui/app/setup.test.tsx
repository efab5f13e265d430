// The setup on the screen: the question of the first start, each step, and that the key stays out of everything that is kept.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {setupShown} from '../../../src/tui/commands/overlays/connect/setup.ts';
import {nextChangeAt} from '../../../src/tui/screens/next-change.ts';
import {setupAt, typedIn} from '../../../src/tui/state/setup.ts';
import {rowText} from '../../../src/tui/text/row.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {drawnIn} from '../../support/overlay-room.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const KEY = 'sk-test-quite0a0secret0value0';

const firstStart = async (files = memoryFiles({fresh: true})): Promise<TestApp> => {
  const clock = fakeClock();
  const app = await openTestApp({clock, files, gateway: fakeGateway(clock, {fresh: true})});
  await app.frame();
  return app;
};

const atProviders = async (): Promise<TestApp> => {
  const app = await openTestApp();
  await app.type('/setup', KEYS.enter, KEYS.enter);
  await app.frame();
  return app;
};

const atKey = async (): Promise<TestApp> => {
  const app = await atProviders();
  await app.type(KEYS.enter);
  await app.frame();
  return app;
};

const flat = (screen: string): string => screen.replaceAll(/[\s│]+/gu, ' ');

test('the first start asks once, and the next start asks no more', async () => {
  const files = memoryFiles({fresh: true});
  {
    await using app = await firstStart(files);
    const screen = await app.frame();
    expect(screen).toMatch(/> Connect a model +for real conversations/u);
    expect(screen).toMatch(/ Link Signal +for reminders on your phone/u);
    expect(screen).toMatch(/ Later /u);
    expect(files.state().setupAsked, 'before anything is chosen').toBe(true);
    await app.type(KEYS.esc);
    expect(app.state().ui.overlay.kind).toBe('none');
  }
  await using again = await firstStart(files);
  expect(again.state().ui.overlay.kind).toBe('none');
});

test.each([
  [60, 20],
  [80, 24],
  [100, 30],
  [140, 40],
])('at %i x %i three things to type stand with the first question, once', async (columns, rows) => {
  const clock = fakeClock();
  const files = memoryFiles({fresh: true});
  await using app = await openTestApp({clock, files, gateway: fakeGateway(clock, {fresh: true}), columns, rows});
  const screen = flat(await app.frame());
  expect(screen).toMatch(/> Connect a model .* Later /u);
  expect(screen).toMatch(/ype, for example: remind me in one minute to stretch every weekday at 8 .*\/plan/u);
  expect(screen.split('remind me in one minute to stretch'), 'not also behind the box').toHaveLength(2);
});

test('a screen too small for the examples keeps every answer of the first question', async () => {
  const clock = fakeClock();
  const files = memoryFiles({fresh: true});
  await using app = await openTestApp({
    clock,
    files,
    gateway: fakeGateway(clock, {fresh: true}),
    columns: 40,
    rows: 15,
  });
  const screen = await app.frame();
  expect(screen).toMatch(/> Connect a model[\s\S]*Link Signal[\s\S]*Later/u);
  expect(screen).not.toContain('Or just type');
});

test('a person who starts typing skips the question', async () => {
  await using app = await firstStart();
  await app.type('remind me');
  expect(app.state().ui.overlay.kind).toBe('none');
  expect(await app.frame()).toMatch(/> remind me/u);
  expect(await app.frame()).toContain('To connect a model or link Signal later, type /setup.');
});

test('a home with messages asks no question at the start', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.session({key: MAIN, messages: 2});
  await using app = await openTestApp({clock, gateway, files: memoryFiles({fresh: true})});
  await app.frame();
  expect(app.state().ui.overlay.kind).toBe('none');
});

test('provider, key, model, one request, done; the key is never drawn or kept', async () => {
  await using app = await atKey();
  expect(flat(await app.frame())).toContain(
    'Paste your API key for api.anthropic.com. Keys and prices: https://console.anthropic.com/settings/keys. It goes into a file',
  );
  app.terminal.type(`\x1b[200~${KEY}\x1b[201~`);
  await app.frame();
  const shown = await app.frame();
  expect(shown).toMatch(/> \*{24} 29 characters/u);
  expect(shown).not.toContain(KEY);
  await app.type(KEYS.enter);
  expect(await app.frame()).toMatch(/choose a model, 3 matches[\s\S]*> gpt-9 /u);
  await app.type('mini');
  expect(await app.frame()).toMatch(/2 matches[\s\S]*> gpt-9-mini[\s\S]* mini +not in the list/u);
  await app.type(KEYS.enter);
  const done = flat(await app.frame());
  expect(done).toContain(
    'anthropic/gpt-9-mini answers from now on. It answered: ready. The key is in /h/keys/anthropic',
  );
  const request = {provider: 'anthropic', key: KEY};
  expect(app.gateway.callsOf('setup.models')).toEqual([request]);
  expect(app.gateway.callsOf('setup.try')).toEqual([{...request, model: 'gpt-9-mini'}]);
  expect(app.gateway.callsOf('setup.save')).toEqual([{...request, model: 'gpt-9-mini'}]);
  await app.type(KEYS.enter);
  expect(app.state().ui.overlay.kind).toBe('none');
  expect(JSON.stringify([app.files.state(), app.files.history, app.state().ui.history])).not.toContain(KEY);
  expect(JSON.stringify({...app.state().ui, editors: [...app.state().ui.editors]})).not.toContain(KEY);
});

test('on a narrow screen the number of characters stays whole', async () => {
  await using app = await openTestApp({columns: 40, rows: 15});
  await app.type('/setup', KEYS.enter, KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  await app.frame();
  await app.type('k'.repeat(40));
  expect(await app.frame()).toMatch(/> \*+ 40 characters +│/u);
});

test('a name of a variable is drawn as it is', async () => {
  await using app = await atKey();
  await app.type('$MY_KEY');
  expect(await app.frame()).toContain('> $MY_KEY');
});

test('a refused key is said in the step, and may be entered again', async () => {
  await using app = await atKey();
  app.gateway.refuses(
    'setup.models',
    new GatewayError('refused', 'anthropic refused the API key (401). Check the key.'),
  );
  await app.type('wrong', KEYS.enter);
  expect(await app.frame()).toContain('anthropic refused the API key (401). Check the key.');
  await app.type('x', KEYS.enter);
  expect(await app.frame()).toContain('choose a model');
});

test('a model that fails its trial is said, and nothing is saved', async () => {
  await using app = await atKey();
  app.gateway.refuses('setup.try', new GatewayError('unavailable', 'gpt-9 is overloaded (529). Try again later.'));
  await app.type(KEY, KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  expect(await app.frame()).toMatch(/choose a model[\s\S]*overloaded \(529\)/u);
  expect(app.gateway.callsOf('setup.save')).toEqual([]);
});

test('Esc goes one step back with all that was typed, and leaves only at the first step', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.enter);
  await app.frame();
  await app.type('mini');
  const back: [string, string][] = [];
  for (;;) {
    const {overlay} = app.state().ui;
    if (overlay.kind !== 'setup') break;
    back.push([overlay.step.at, typedIn(overlay)]);
    await app.type(KEYS.esc);
  }
  expect(back).toEqual([
    ['model', 'mini'],
    ['key', KEY],
    ['provider', ''],
    ['what', ''],
  ]);
  expect(app.gateway.callsOf('setup.save')).toEqual([]);
});

test('after going back, Enter leads on with the key that was typed', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.esc);
  expect(await app.frame()).toMatch(/> Anthropic /u);
  await app.type(KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('choose a model');
  expect(app.gateway.callsOf('setup.models')).toEqual([{provider: 'anthropic', key: KEY}]);
});

test('a key that was typed for one provider is not sent to another', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.esc, KEYS.down, KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('setup.models')).toEqual([{provider: 'openai', key: undefined}]);
});

test('another server is tried by its address before anybody types a key', async () => {
  await using app = await atProviders();
  const wrong = new GatewayError('unavailable', "Couldn't reach localhost:1: connection refused. Check the network.");
  app.gateway.refuses('setup.address', wrong);
  await app.type(KEYS.down, KEYS.down, KEYS.down, KEYS.enter, 'localhost:1', KEYS.enter);
  expect(flat(await app.frame())).toMatch(/> localhost:1 .*Type the address of the server.*connection refused/u);
  expect(app.gateway.callsOf('setup.models')).toEqual([]);
  await app.type('1434', KEYS.enter);
  expect(flat(await app.frame())).toContain('localhost:11434 answers without a key.');
  await app.type(KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('setup.address')).toEqual([{baseUrl: 'localhost:1'}, {baseUrl: 'localhost:11434'}]);
  expect(app.gateway.callsOf('setup.save')).toEqual([
    {baseUrl: 'localhost:11434', key: undefined, model: 'gpt-9', contextTokens: undefined},
  ]);
});

test('Ollama is asked for no key, and if it is not started, that stands beside the choice', async () => {
  await using app = await atProviders();
  expect(flat(await app.frame())).toContain('Ollama localhost:11434, on this machine, needs no key');
  const silent = 'Ollama doesn\'t answer at localhost:11434: is it started? Run "ollama serve".';
  app.gateway.refuses('setup.address', new GatewayError('unavailable', silent));
  await app.type(KEYS.down, KEYS.down, KEYS.enter);
  expect(flat(await app.frame())).toMatch(/Who runs the model\?.*is it started\? Run "ollama serve"\..*> Ollama/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('choose a model');
  expect(app.gateway.callsOf('setup.models')).toEqual([{provider: 'ollama'}]);
});

test('a key that only the trial refuses is asked for again, with what was typed', async () => {
  await using app = await atKey();
  await app.type('wrong', KEYS.enter);
  await app.frame();
  app.gateway.refuses('setup.try', new GatewayError('refused', 'anthropic/gpt-9 refused the API key (401).'));
  await app.type(KEYS.enter);
  const screen = await app.frame();
  expect(screen).toMatch(/> \*{5} 5 characters[\s\S]*refused the API key \(401\)/u);
  expect(app.state().ui.overlay).toMatchObject({kind: 'setup', step: {at: 'key'}});
});

test('an unknown context size is asked for after the trial, and a wrong one is named', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.enter);
  await app.frame();
  await app.type('gpt-8', KEYS.enter);
  expect(flat(await app.frame())).toMatch(/gpt-8 answered, but its server doesn't say.*Enter alone means 8192 tokens/u);
  await app.type('much', KEYS.enter);
  expect(flat(await app.frame())).toContain('"much" isn\'t a number of tokens from 1,000 to 100,000,000.');
  expect(app.gateway.callsOf('setup.save')).toEqual([]);
  app.terminal.type('\x15');
  await app.type('32k', KEYS.enter);
  expect(flat(await app.frame())).toContain('It reads 32000 tokens at once (agent.contextTokens).');
  expect(app.gateway.callsOf('setup.save')).toMatchObject([{model: 'gpt-8', contextTokens: 32_000}]);
});

test('a context size that the server named is saved without a question', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.enter);
  await app.frame();
  await app.type('gpt-7', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('setup.save')).toMatchObject([{model: 'gpt-7', contextTokens: 4_096}]);
});

test('who has a subscription is told what it does not include, and what costs nothing', async () => {
  await using app = await atProviders();
  await app.type(KEYS.down, KEYS.down, KEYS.down, KEYS.down, KEYS.enter);
  const screen = flat(await app.frame());
  expect(screen).toContain('ChatGPT Plus does not include API access, so Rooster needs an API key.');
  expect(screen).toContain('Ollama runs models on this machine and costs nothing.');
  await app.type(KEYS.enter);
  expect(await app.frame()).toMatch(/> I have a subscription/u);
});

test('Esc during a trial stops it and stays at the step, and its answer is dropped', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.enter);
  await app.frame();
  app.gateway.ignores('setup.try');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('Trying gpt-9…');
  await app.type(KEYS.esc);
  expect(await app.frame()).toMatch(/choose a model, 3 matches/u);
  expect(await app.frame()).not.toContain('Trying');
  expect(app.gateway.callsOf('setup.save')).toEqual([]);
});

test('Link Signal leads to the code', async () => {
  await using app = await openTestApp();
  await app.type('/setup', KEYS.enter, KEYS.down, KEYS.enter);
  await app.frame();
  expect(app.state().ui.overlay.kind).toBe('signal');
  expect(app.gateway.callsOf('signal.link')).toHaveLength(1);
});

test('leaving during the trial drops its answer, and nothing is saved', async () => {
  await using app = await atKey();
  await app.type(KEY, KEYS.enter);
  await app.frame();
  app.terminal.type(`${KEYS.enter}\x03`);
  await app.frame();
  expect(app.state().ui.overlay.kind).toBe('none');
  expect(app.gateway.callsOf('setup.try')).toHaveLength(1);
  expect(app.gateway.callsOf('setup.save')).toEqual([]);
});

test('while the daemon asks a provider, a sign moves once a second beside the time', async () => {
  const waiting = {
    ...setupAt({at: 'key', of: {baseUrl: '127.0.0.1:11434'}, needsKey: false}),
    waits: {what: 'Trying gpt-9…', since: 0},
  };
  const at = (now: number) =>
    drawnIn(60, 16, room => setupShown(waiting, now, room))
      .rows.map(rowText)
      .find(row => row.includes('Trying')) ?? '';
  expect(at(0)).toMatch(/ ◐ Trying gpt-9… {2}0s /u);
  expect(at(65_000)).toMatch(/ ◓ Trying gpt-9… {2}1m 5s /u);
  await using app = await openTestApp();
  const {ui, gateway} = app.state();
  const live = {gateway, ui: {...ui, overlay: {...waiting, waits: {...waiting.waits, since: ui.now}}}};
  expect(nextChangeAt(live, ui.now)).toBe(ui.now + 1_000);
});
