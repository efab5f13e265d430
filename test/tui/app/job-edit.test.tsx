// Jobs from the plan: a new one by questions, and the file of one in the editor.
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('e opens the file of the selected job in the editor, even of a paused and of an invalid one', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'));
  await app.type('e');
  await app.frame();
  expect(app.saw.edited).toEqual(['/w/cron/morning.md']);
  expect(await app.frame()).toContain('Closed cron/morning.md');
  app.gateway.emit({type: 'cron.invalid', file: 'cron/broken.md', line: 2, reason: 'no schedule'});
  await app.type('g');
  expect(await app.frame()).toMatch(/> cron\/broken\.md:2/u);
  await app.type('e');
  await app.frame();
  expect(app.saw.edited.at(-1)).toMatch(/cron\/broken\.md$/u);
});

test('a file that a save breaks stays selected, and is read and fixed from its row', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'evening', origin: 'cron/evening.md'});
  const job = app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'), 'j');
  expect(await app.frame()).toMatch(/> .*morning/u);
  app.gateway.emit({type: 'cron.invalid', file: 'cron/morning.md', line: 2, reason: 'no schedule'});
  app.gateway.emit({type: 'cron.changed', job, removed: true});
  const broken = await app.frame();
  expect(broken).toMatch(/> cron\/morning\.md:2/u);
  expect(broken).not.toContain('was removed');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('The job does not run until the file is fixed.');
  await app.type(KEYS.esc, '.');
  expect(await app.frame()).toMatch(/read all[\s\S]*e +fix its file in \$EDITOR/u);
  await app.type(KEYS.esc, 'e');
  await app.frame();
  expect(app.saw.edited).toEqual(['/w/cron/morning.md']);
  app.gateway.emit({type: 'cron.changed', job, added: true});
  app.gateway.emit({type: 'cron.mended', file: 'cron/morning.md'});
  const fixed = await app.frame();
  expect(fixed).toMatch(/> .*morning/u);
  expect(fixed).toContain('The job morning works again');
});

test('a job of the configuration says where it is defined', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'config'});
  await app.type(KEYS.alt('3'));
  await app.type('e');
  expect(await app.frame()).toContain('in config.json. Its path: rooster config path');
  expect(app.saw.edited).toEqual([]);
});

test('without a model the form says before saving that only the text is sent, and how to run a command', async () => {
  await using app = await openTestApp();
  await app.type('/job disk', KEYS.enter);
  await app.frame();
  await app.type(KEYS.enter);
  await app.frame();
  await app.type('every day at 9', KEYS.enter);
  await app.type('df -h');
  expect(await app.frame(1_000)).toContain('No model: at most sent as text; with ! it runs. disk, every day at 9');
  await app.type(KEYS.ctrl('u'), '!df -h');
  expect(await app.frame(1_000)).not.toContain('No model:');
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
  expect(await app.frame()).toContain('Created standup (cron/standup.md)');
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

test('x deletes a job after a question that names its file', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'), 'x');
  expect(await app.frame()).toContain('Delete the job morning? This removes its file cron/morning.md.');
  await app.answer('y');
  expect(await app.frame()).toContain('Deleted morning (cron/morning.md)');
  expect(app.gateway.callsOf('cron.remove')).toEqual([{name: 'morning'}]);
});

test("x on a job of the configuration says where it is deleted, and the menu doesn't list it", async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'config'});
  await app.type(KEYS.alt('3'), 'x');
  expect(await app.frame()).toContain('delete the job: it is defined in config.json; remove it there');
  await app.type('.');
  const menu = await app.frame();
  expect(menu).not.toMatch(/x +delete the job/u);
  expect(menu).toMatch(/p +pause/u);
});

test('T shows what a run would do: prompt, gate and route; nothing runs', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'), 'T');
  const screen = await app.frame();
  expect(screen).toContain('dry run of morning');
  expect(screen).toMatch(/only if +test -f x/u);
  expect(screen).toMatch(/result goes to +signal:alice/u);
  expect(screen).toContain('What did I do?');
  expect(app.gateway.callsOf('cron.run')).toEqual([{name: 'morning', dry: true}]);
});

test('an empty or impossible answer says under the field what is missing', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'standup'});
  await app.type(KEYS.alt('3'), 'n', KEYS.tab, KEYS.enter);
  expect(await app.frame()).toContain('the name is missing: type one, such as standup');
  await app.type('standup');
  expect(await app.frame(200)).toContain('a job named "standup" already exists; choose another name');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('new job: name >');
  await app.type(' up!');
  expect(await app.frame(200)).toContain('a name has letters, digits, spaces, ., - and _');
});

test('a command in a sentence gives the job the name of its program', async () => {
  await using app = await openTestApp();
  await app.type('/job every weekday at 8 !df -h /', KEYS.enter);
  await app.frame(200);
  await app.type(KEYS.enter);
  expect(await app.frame(200)).toContain('df, every');
});

test('a whole sentence is schedule and task of a job, and its name comes from the task', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'check-the-weather-in'});
  await app.type('/job every weekday at 8 check the weather in Vienna', KEYS.enter);
  expect(await app.frame(200)).toContain('check the weather in Vienna: every weekday at 8, next today 12:00');
  expect(await app.frame()).toContain('Enter next');
  await app.type(KEYS.enter);
  const asked = await app.frame(200);
  expect(asked).toContain('new job: task > check the weather in Vienna');
  expect(asked).toContain('check-the-weather-in-2, every');
  expect(asked).toContain('Enter save');
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('cron.create')).toEqual([
    {name: 'check-the-weather-in-2', schedule: 'every weekday at 8', prompt: 'check the weather in Vienna'},
  ]);
});

test("the menu of a job has the key for its file, and that key isn't the one for a reminder", async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning', origin: 'cron/morning.md'});
  await app.type(KEYS.alt('3'), '.');
  expect(await app.frame()).toMatch(/e +edit its file in \$EDITOR/u);
  await app.type('e');
  await app.frame();
  expect(app.saw.edited).toEqual(['/w/cron/morning.md']);
});

test('the times of a job of every hour are those that the job will have', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'), 'n', KEYS.tab, 'disk', KEYS.enter, 'every hour');
  const screen = await app.frame(SECOND);
  expect(screen).toMatch(/every hour, next today 12:00/u);
  expect(screen).not.toContain('minute 37');
});
