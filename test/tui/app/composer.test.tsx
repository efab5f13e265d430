import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

test('a paste of 2,000 lines is one message, shown as a chip and sent whole', async () => {
  await using app = await openTestApp();
  const lines = Array.from({length: 2_000}, (_, index) => `line ${index} of many`).join('\n');
  await app.type('look: ');
  app.terminal.paste(lines);
  expect(await app.frame()).toContain(' > look: [2,000 lines, 34,889 characters]');
  expect(app.gateway.callsOf('session.send')).toEqual([]);
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual([`look: ${lines}`]);
});

test('a paste too long for the daemon is refused here, and breaks no connection', async () => {
  await using app = await openTestApp();
  app.terminal.paste('x'.repeat(9 * 1024 * 1024));
  await app.type(KEYS.enter, 'short', KEYS.enter);
  expect(await app.frame()).toContain('not sent: The message is longer than 8 MiB');
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['short']);
});

test('lines that arrive together without paste brackets are not sent one by one', async () => {
  await using app = await openTestApp();
  await app.type('first\rsecond\rthird\r');
  expect(await app.frame()).toMatch(/> first\n {3}second\n {3}third/u);
  expect(app.gateway.callsOf('session.send')).toEqual([]);
});

test('every way to write a newline works, and Enter sends all lines', async () => {
  await using app = await openTestApp();
  await app.type('a', KEYS.ctrl('j'), 'b', KEYS.altEnter, 'c', '\x1b[13;2u', 'd', '\x1b[27;2;13~', 'e', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['a\nb\nc\nd\ne']);
});

test("the terminal's cursor is where the next letter will appear", async () => {
  await using app = await openTestApp({columns: 40, rows: 15});
  const place = async () => {
    await app.frame();
    return app.terminal.cursor();
  };
  const {y} = await place();
  expect(await place()).toEqual({x: 3, y});
  await app.type('日本 👍🏽x');
  expect(await place()).toEqual({x: 3 + 8, y});
  await app.type(KEYS.left, KEYS.left);
  expect(await place()).toEqual({x: 3 + 5, y});
});

test('Up recalls sent messages, even from the last run, and Down returns to the draft', async () => {
  const files = memoryFiles();
  await using app = await openTestApp({files});
  await app.type('first', KEYS.enter, 'second', KEYS.enter, 'unfinished');
  await app.type(KEYS.up);
  expect(await app.frame()).toContain(' > second');
  await app.type(KEYS.up);
  expect(await app.frame()).toContain(' > first');
  await app.type(KEYS.down, KEYS.down);
  expect(await app.frame()).toContain(' > unfinished');
  await using next = await openTestApp({files});
  await next.type(KEYS.ctrl('u'), KEYS.up);
  expect(await next.frame()).toContain(' > second');
});

test('many arrows at once scroll and leave the draft alone', async () => {
  await using app = await openTestApp();
  for (let index = 0; index < 40; index += 1) app.gateway.says(`message ${index}`);
  await app.type('draft');
  await app.type(KEYS.up.repeat(5));
  const screen = await app.frame();
  expect(screen).toContain(' > draft');
  expect(screen).not.toContain('message 39');
});

test('the draft of each conversation is kept, even after quitting', async () => {
  const files = memoryFiles();
  const bob = {key: 'rooster:dm:signal:bob', title: 'Bob', unread: 1} as const;
  const app = await openTestApp({files});
  app.gateway.session(bob);
  await app.type('for main');
  await app.frame();
  await app.type(KEYS.ctrl('p'), 'bob', KEYS.enter, 'for bob');
  expect(await app.frame()).toContain(' > for bob');
  await app.type(KEYS.ctrl('p'), 'main', KEYS.enter);
  expect(await app.frame()).toContain(' > for main');
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files, gateway: app.gateway});
  expect(await next.frame()).toContain(' > for main');
  await next.type(KEYS.ctrl('p'), 'bob', KEYS.enter);
  expect(await next.frame()).toContain(' > for bob');
});

test('a draft is saved a moment after typing', async () => {
  const files = memoryFiles();
  await using app = await openTestApp({files});
  await app.type('not lost');
  await app.frame(400);
  expect(files.state().drafts).toMatchObject({main: {text: 'not lost'}});
});

test('Ctrl+C clears the draft, and Up brings it back', async () => {
  await using app = await openTestApp();
  await app.type('precious', KEYS.ctrl('c'));
  expect(await app.frame()).toContain('write to rooster');
  await app.type(KEYS.up);
  expect(await app.frame()).toContain(' > precious');
});

test('an unknown command is not sent without a question', async () => {
  await using app = await openTestApp();
  await app.type('/etc/passwd is odd', KEYS.enter);
  expect(await app.frame()).toContain('Unknown command /etc/passwd. Send it as a message?');
  await app.answer('n');
  expect(await app.frame()).toContain(' > /etc/passwd is odd');
  expect(app.gateway.callsOf('session.send')).toEqual([]);
  await app.type(KEYS.enter);
  await app.answer('y');
  await app.frame();
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['/etc/passwd is odd']);
});

test('two slashes send one, and a command is completed and explained during typing', async () => {
  await using app = await openTestApp();
  await app.type('/co');
  expect(await app.frame()).toContain('/compact');
  await app.type(KEYS.ctrl('u'), '/plan');
  expect(await app.frame()).toContain('show reminders, jobs and alarms');
  await app.type(KEYS.ctrl('u'), '/sta', KEYS.tab);
  expect(await app.frame()).toContain(' > /status');
  await app.type(KEYS.ctrl('u'), '//slash', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('session.send').map(({text}) => text)).toEqual(['/slash']);
});

test('setting a reminder confirms the understood time', async () => {
  await using app = await openTestApp();
  await app.type('/remind 20m drink tea', KEYS.enter);
  const screen = await app.frame();
  expect(app.gateway.callsOf('reminder.set')).toMatchObject([{when: '20m', message: 'drink tea'}]);
  expect(screen).toContain('✓ Reminder set: drink tea, today 11:20 UTC (in 20m), here.');
  await app.type('/remind 9pm Tokyo time to call', KEYS.enter);
  const other = await app.frame();
  expect(app.gateway.callsOf('reminder.set')[1]).toMatchObject({when: '9pm Tokyo time', message: 'call'});
  expect(other).toContain('✓ Reminder set: call, today 12:00 UTC (in 1h 0m; 9pm Tokyo time), here.');
  await app.type('/remind 20m tea --nag 1h', KEYS.enter);
  expect(await app.frame()).toMatch(/here, then every hour until/u);
  expect(app.gateway.callsOf('reminder.set')[2]).toMatchObject({when: '20m', message: 'tea', nag: '1h'});
  await app.type('/remind something', KEYS.enter);
  expect(await app.frame()).toContain('No time found');
  expect(await app.frame()).toContain(' > /remind something');
});

test('/remind shows an ambiguous time and a recurrence before it sets them', async () => {
  await using app = await openTestApp();
  await app.type('/remind 6:45 run', KEYS.enter);
  expect(await app.frame(300)).toContain('tomorrow 06:45 · Tab: today 18:45');
  expect(app.gateway.callsOf('reminder.set')).toEqual([]);
  await app.type(KEYS.tab, KEYS.enter);
  expect(await app.frame()).toContain('✓ Reminder set: run');
  expect(app.gateway.callsOf('reminder.set')).toMatchObject([{when: '2026-11-21T17:45:00.000Z', message: 'run'}]);
  await app.type('/remind every day at 9 take the pills', KEYS.enter);
  expect(await app.frame(300)).toMatch(/take the pills: every day at 9, next/u);
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.set')[1]).toMatchObject({when: 'every day at 9', message: 'take the pills'});
});

test('a number alone is no text, and a time in the past says so', async () => {
  await using app = await openTestApp();
  await app.type('/remind tomorrow 9', KEYS.enter);
  expect(await app.frame()).toContain('! The text is missing.');
  expect(await app.frame()).toContain(' > /remind tomorrow 9');
  app.gateway.refuses('reminder.preview', new GatewayError('invalid', '"yesterday" is in the past.'));
  await app.type(KEYS.ctrl('u'), '/remind yesterday pills', KEYS.enter);
  expect(await app.frame()).toContain('! "yesterday" is in the past.');
  expect(app.gateway.callsOf('reminder.set')).toEqual([]);
});

test('a question mark opens help only in an empty draft', async () => {
  await using app = await openTestApp();
  await app.type('?');
  expect(await app.frame()).toContain('keys and commands');
  await app.type(KEYS.esc, 'so', '?');
  expect(await app.frame()).toContain(' > so?');
});

test('conversations are found by a few letters', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob from work'});
  app.gateway.session({key: 'rooster:cron:morning', title: 'morning'});
  await app.type(KEYS.ctrl('p'), 'work');
  expect(await app.frame()).toMatch(/> chat +Bob from work/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('to Bob from work');
  await app.type('/session morn', KEYS.enter);
  expect(await app.frame()).toContain('to morning');
});

test('a pending reminder is cancelled from the list at once', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob'});
  app.gateway.reminds({message: 'call Alice', fireAt: app.clock.now() + 120_000});
  await app.type('/reminders', KEYS.enter, KEYS.down, 'x');
  expect(await app.frame()).toContain('✓ Cancelled: call Alice');
  expect(app.state().gateway.reminders.map(({message}) => message)).toEqual(['call Bob']);
});

test('starting over asks first', async () => {
  await using app = await openTestApp();
  app.gateway.says('old words');
  await app.type('/new', KEYS.enter);
  expect(await app.frame()).toContain('Start "main" over?');
  await app.answer('y');
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.reset')).toHaveLength(1);
  expect(screen).not.toContain('old words');
});

test('no key is lost or reordered during streaming', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  let streamed = 0;
  const typed = Array.from({length: 200}, (_, index) => String.fromCharCode(97 + (index % 26)));
  for (const letter of typed) {
    const text = 'some words ';
    app.gateway.delta({turnId: 'turn_1', text, offset: streamed});
    streamed += text.length;
    app.terminal.type(letter);
    await app.clock.advance(7);
  }
  await app.frame();
  expect(app.state().ui.editors.get('main')?.draft.text).toBe(typed.join(''));
});

test('a name after @ is completed: conversations, people, jobs; the rest of the draft stays', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob', user: 'bob'});
  app.gateway.schedules({name: 'standup'});
  app.gateway.schedules({name: 'standby'});
  await app.frame();
  await app.type('ask @st');
  expect(await app.frame()).toMatch(/> @standup *│\n│ {2}@standby/u);
  await app.type(KEYS.tab, 'and @b', KEYS.enter, 'x@y');
  expect(await app.frame()).toMatch(/> ask @standup and @Bob x@y/u);
  expect(await app.frame()).toContain('to main');
});

test('a name of several words is completed in quotes, with or without an opening quote', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:group:signal:abc', title: 'Family chat'});
  await app.frame();
  await app.type('ask @fam');
  expect(await app.frame()).toContain('@"Family chat"');
  await app.type(KEYS.tab, 'or @"Fa', KEYS.tab, 'soon');
  expect(await app.frame()).toContain('> ask @"Family chat" or @"Family chat" soon');
});

test('Ctrl+C never discards text or work immediately: it stores the draft, then asks, then stops', async () => {
  await using app = await openTestApp();
  app.gateway.says('go on', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.turnStarts('turn_1');
  await app.frame();
  await app.type('precious', KEYS.ctrl('c'));
  expect(await app.frame()).toContain('write to rooster');
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  await app.type(KEYS.ctrl('c'));
  expect(await app.frame()).toMatch(/\^C again to stop|again to stop/u);
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
  await app.type(KEYS.ctrl('c'));
  await app.frame();
  expect(app.gateway.callsOf('session.stop')).toHaveLength(1);
  expect(app.left()).toBe(false);
  await app.type(KEYS.up);
  expect(await app.frame()).toContain(' > precious');
});

test('for a key that does nothing, the hint row gives the reason, until the next key', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.ctrl('x'));
  expect((await app.frame()).split('\n').at(-1)).toMatch(/^ \^X does nothing here · \? help$/u);
  await app.type(KEYS.tab);
  expect(await app.frame()).toContain(' Tab completes a /command or an @name');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain(' Nothing to send yet');
  await app.type('h');
  expect(await app.frame()).toMatch(/^ Enter send · /mu);
  await app.type(KEYS.alt('3'), 'c');
  expect(await app.frame()).toContain(' c does nothing here');
});

test('the hints begin with what helps most; the unread key is named once something is unread', async () => {
  await using app = await openTestApp();
  expect(await app.frame()).toMatch(/^ Enter send · \^P find · Alt\+1-5 views · \^↑ select a message · .*\? help$/mu);
  expect(await app.frame()).not.toContain('unread');
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob', unread: 1});
  app.gateway.says('are you there?', {session: 'rooster:dm:signal:bob'});
  const screen = await app.frame();
  expect(screen).toContain('Alt+A unread');
  expect(screen.split('\n')[0]).toContain(' 1 chat ▪1 ');
});

test('a digit alone says which view it might mean, and is still text', async () => {
  await using app = await openTestApp();
  await app.type('3');
  expect(await app.frame()).toContain('Enter sends it as a message. Alt+3 opens the plan.');
  await app.type('0');
  expect(await app.frame()).not.toContain('opens the plan');
});
