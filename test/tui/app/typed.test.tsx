import {expect, test} from 'vitest';
import {MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('until Esc, /keys shows arriving keys and their meaning, without running them', async () => {
  await using app = await openTestApp();
  await app.type('/keys', KEYS.enter);
  await app.type(KEYS.ctrl('p'), 'x', '\x1b[200~pasted words\x1b[201~', KEYS.ctrl('d'));
  const screen = await app.frame();
  expect(screen).toMatch(/\^P +find/u);
  expect(screen).toMatch(/x +types it/u);
  expect(screen).toMatch(/12 characters at once +types it/u);
  expect(screen).toMatch(/\^D +quit/u);
  expect(app.left()).toBe(false);
  await app.type(KEYS.esc, 'hello');
  const after = await app.frame();
  expect(after).toContain('> hello');
  expect(after).not.toContain('press any key');
});

test('/find searches messages by words', async () => {
  await using app = await openTestApp();
  app.gateway.says('the dentist called');
  await app.frame();
  await app.type('/find dentist', KEYS.enter);
  expect(await app.frame(300)).toMatch(/── find[\s\S]*the dentist called/u);
});

test("/cron runs after a question, pauses, and lists the jobs when it isn't understood", async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'sweep'});
  await app.frame();
  await app.type('/cron pause sweep', KEYS.enter);
  expect(await app.frame()).toContain('Paused sweep.');
  await app.type('/cron run sweep', KEYS.enter);
  expect(await app.frame()).toContain('Run sweep now?');
  await app.answer('y');
  await app.frame();
  expect(app.gateway.callsOf('cron.run')).toEqual([{name: 'sweep'}]);
  await app.type('/cron pause swep', KEYS.enter);
  expect(await app.frame()).toContain('Jobs: sweep');
  await app.type(KEYS.ctrl('u'), '/cron', KEYS.enter);
  expect(await app.frame()).toMatch(/3 plan[\s\S]*↻ sweep/u);
});

test("/queue and /context show the waiting messages and the model's last input", async () => {
  await using app = await openTestApp({columns: 100});
  await app.type('/queue', KEYS.enter);
  expect(await app.frame()).toContain('No queued messages.');
  app.gateway.says('first', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.turnStarts('turn_1');
  app.gateway.says('and then this', {role: 'user', source: {kind: 'user'}, turnId: 'turn_2'});
  await app.frame();
  await app.type('/queue', KEYS.enter);
  expect(await app.frame()).toContain('1 queued: "and then this"');
  app.gateway.emit({
    type: 'turn.ended',
    session: 'rooster:main',
    turnId: 'turn_1',
    source: {kind: 'user'},
    outcome: 'replied',
    usage: {inputTokens: 12_345, outputTokens: 67},
  });
  await app.type('/context', KEYS.enter);
  expect(await app.frame()).toContain('the last turn read 12,345 tokens and wrote 67');
});

test('/rename sets the title of a conversation, and without text restores its own', async () => {
  await using app = await openTestApp();
  app.gateway.says('Good morning.');
  await app.type('/rename  Work and   such', KEYS.enter);
  expect(app.gateway.callsOf('session.rename')).toEqual([{session: MAIN, title: 'Work and such'}]);
  expect((await app.frame()).split('\n')[0]).toContain('Work and such');
  await app.type('/rename', KEYS.enter);
  expect(app.gateway.callsOf('session.rename').at(-1)).toEqual({session: MAIN, title: ''});
  expect((await app.frame()).split('\n')[0]).toContain('main');
});

test('/timer sends what was typed as a timer, and alone says that none is running', async () => {
  await using app = await openTestApp();
  await app.type('/timer', KEYS.enter);
  expect(await app.frame()).toContain('No timer is running. Start one: /timer 10m pasta');
  await app.type('/timer 10m pasta', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.set')).toMatchObject([{message: '10m pasta', timer: true}]);
});

test('/quiet with a span says what is planned, within a line', async () => {
  await using app = await openTestApp();
  await app.type('/quiet saturday 8 to 18', KEYS.enter);
  expect(await app.frame()).toContain('Quiet is planned: 1. Sat 28 Nov 07:00 to 17:00. /quiet off 1 removes it.');
  await app.type('/quiet', KEYS.enter);
  expect(await app.frame()).toContain('No quiet hours now, and none are planned.');
});
