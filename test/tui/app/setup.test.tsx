// The setup on the screen: the question of the first start, each step, and that the key stays out of everything that is kept.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {setupShown} from '../../../src/tui/commands/overlays/setup.ts';
import {nextChangeAt} from '../../../src/tui/screens/next-change.ts';
import {setupAt} from '../../../src/tui/state/setup.ts';
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

const atKey = async (): Promise<TestApp> => {
  const app = await openTestApp();
  await app.type('/setup', KEYS.enter, KEYS.enter);
  await app.frame();
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
  expect(flat(await app.frame())).toContain('Paste your API key for api.anthropic.com. It goes into a file');
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

test.each(['what', 'provider', 'key', 'model'] as const)(
  'Esc leaves at the step %s, and nothing was saved',
  async step => {
    await using app = await openTestApp();
    await app.type('/setup', KEYS.enter);
    if (step !== 'what') await app.type(KEYS.enter);
    await app.frame();
    if (step === 'key' || step === 'model') await app.type(KEYS.enter);
    await app.frame();
    if (step === 'model') await app.type(KEY, KEYS.enter);
    await app.frame();
    expect(app.state().ui.overlay).toMatchObject({kind: 'setup', step: {at: step}});
    await app.type(KEYS.esc);
    expect(app.state().ui.overlay.kind).toBe('none');
    expect(app.gateway.callsOf('setup.save')).toEqual([]);
  },
);

test('another server is set up by its address', async () => {
  await using app = await openTestApp();
  await app.type('/setup', KEYS.enter, KEYS.enter);
  await app.frame();
  await app.type(KEYS.down, KEYS.down, KEYS.enter, 'localhost:11434', KEYS.enter, KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('setup.save')).toEqual([{baseUrl: 'localhost:11434', model: 'gpt-9'}]);
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
  const waiting = {...setupAt({at: 'key', of: {baseUrl: '127.0.0.1:11434'}}), waits: {what: 'Trying gpt-9…', since: 0}};
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
