// Jobs from the plan: a new one by questions, and the file of one in the editor.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/records/gateway-error.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('e opens the file of the selected job in the editor, also of a paused and of an invalid one', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'));
  await app.type('e');
  await app.frame();
  expect(app.saw.edited).toEqual(['/w/cron/morning.md']);
  expect(await app.frame()).toContain('closed cron/morning.md');
  app.gateway.emit({type: 'cron.invalid', file: 'cron/broken.md', line: 2, reason: 'no schedule'});
  await app.type('g');
  expect(await app.frame()).toMatch(/> cron\/broken\.md:2/u);
  await app.type('e');
  await app.frame();
  expect(app.saw.edited.at(-1)).toMatch(/cron\/broken\.md$/u);
});

test('a job of the configuration says where it is defined', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'config'});
  await app.type(KEYS.alt('3'));
  await app.type('e');
  expect(await app.frame()).toContain('defined in the configuration: rooster config path');
  expect(app.saw.edited).toEqual([]);
});

test('n sets a reminder, and after Tab it leads through a new job', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'));
  await app.type('n');
  expect(await app.frame()).toContain('Tab makes a job');
  await app.type(KEYS.tab);
  expect(await app.frame()).toContain('new job: name >');
  await app.type('standup');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('new job: when >');
  await app.type('every weekday at 9');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('new job: task >');
  await app.type('What did I do?');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('created standup (cron/standup.md)');
  expect(app.gateway.callsOf('cron.create')).toEqual([
    {name: 'standup', schedule: 'every weekday at 9', prompt: 'What did I do?'},
  ]);
});

test('a schedule that is refused stays for correction', async () => {
  await using app = await openTestApp();
  const refused = new GatewayError('invalid', "that isn't a schedule");
  await app.type(KEYS.alt('3'));
  await app.type('n');
  await app.type(KEYS.tab);
  await app.type('standup');
  await app.type(KEYS.enter);
  await app.frame(200);
  app.gateway.refuses('cron.preview', refused);
  await app.type('gibberish');
  expect(await app.frame(200)).toContain("that isn't a schedule");
  app.gateway.refuses('cron.preview', refused);
  await app.type(KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain('new job: when >');
  expect(screen).toContain("that isn't a schedule");
});
