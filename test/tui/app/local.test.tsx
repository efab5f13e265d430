import {expect, test} from 'vitest';
import {SECOND} from '../../../src/shared/time/time.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const sent = (app: TestApp) => app.gateway.callsOf('session.send').map(({text}) => text);

test('a draft with ! says what Enter does, runs here, and is not sent', async () => {
  await using app = await openTestApp();
  await app.type('!');
  expect(await app.frame()).toMatch(/ > !\n Enter runs this here, nothing is sent\. +!! also sends the output/u);
  await app.type('df -h');
  expect(await app.frame()).toContain('Enter run here');
  await app.type(KEYS.enter);
  expect(app.lines.ran.map(({line}) => line)).toEqual(['df -h']);
  app.lines.write('Filesystem  Use%\n/dev/sda1');
  expect(await app.frame()).toMatch(/you +! df -h\n +Filesystem {2}Use%\n +\/dev\/sda1\n +running · nothing is sent/u);
  app.lines.write('   90%\n');
  app.lines.end();
  expect(await app.frame()).toMatch(/\/dev\/sda1 {3}90%\n +exit 0 · \d\.\ds · not sent/u);
  expect(sent(app)).toEqual([]);
  expect(app.files.history).toEqual(['!df -h']);
});

test('a draft with !! sends the line and its output once it has ended, to the conversation of its own', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:chat:other', title: 'other', kind: 'chat'});
  await app.type('!!make test');
  expect(await app.frame()).toContain('Enter runs this here, then sends it with its output.');
  await app.type(KEYS.enter);
  app.lines.write('2 failed\n');
  expect(await app.frame()).toContain('running · then sends the output');
  expect(sent(app)).toEqual([]);
  await app.type('/session other', KEYS.enter, 'a draft there');
  app.lines.end({kind: 'exit', code: 1});
  const screen = await app.frame();
  expect(screen).toContain('a draft there');
  const [call] = app.gateway.callsOf('session.send');
  expect(call).toMatchObject({session: 'rooster:main', text: expect.stringContaining('$ make test\n2 failed\n')});
  expect(call?.text).toMatch(/^I ran this in \/home\/anna \(exit 1 after /u);
});

test('Ctrl+C and Esc stop the command, not Rooster and not the turn, and what is stopped is not sent', async () => {
  await using app = await openTestApp();
  await app.type('!!sleep 100', KEYS.enter);
  expect(await app.frame()).toContain('^C stop the command');
  await app.type(KEYS.ctrl('c'));
  expect(await app.frame()).toContain('stopping … Ctrl+C again kills it');
  await app.type(KEYS.esc);
  expect(app.lines.ran).toEqual([{line: 'sleep 100', stops: 2}]);
  app.lines.end({kind: 'signal', signal: 'SIGKILL'});
  expect(await app.frame()).toMatch(/stopped after .* · not sent/u);
  expect([sent(app), app.left()]).toEqual([[], false]);
});

test('one command runs at a time: another one stays in the draft', async () => {
  await using app = await openTestApp();
  await app.type('!sleep 100', KEYS.enter, '!ls', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain('"sleep 100" still runs. Ctrl+C stops it.');
  expect(screen).toContain(' > !ls');
  expect(app.lines.ran).toHaveLength(1);
});

test('messages can be written and sent while a command runs', async () => {
  await using app = await openTestApp();
  await app.type('!sleep 100', KEYS.enter, 'hello', KEYS.enter);
  await app.frame();
  expect(sent(app)).toEqual(['hello']);
});

test('a long output shows its end, and Alt+Enter on it opens all of it', async () => {
  await using app = await openTestApp({rows: 40});
  await app.type('!seq 500', KEYS.enter);
  app.lines.write(Array.from({length: 500}, (_, index) => `row ${index + 1}\n`).join(''));
  app.lines.end();
  const screen = await app.frame();
  expect(screen).toMatch(/… 500 lines in all: Ctrl\+↑, then Alt\+Enter\n +row 489\n/u);
  expect(screen).not.toContain('row 488');
  await app.type(KEYS.select, KEYS.altEnter);
  expect(await app.frame()).toMatch(/! seq 500[\s\S]*no: only you see it[\s\S]*row 1 /u);
});

test('a program that draws on the screen gets the terminal, and has no output to send', async () => {
  await using app = await openTestApp();
  await app.type('!vim notes.md');
  expect(await app.frame()).toContain('Enter opens vim on this terminal.');
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.saw.screened).toEqual(['vim notes.md']);
  await app.type('!!vim notes.md', KEYS.enter);
  expect(await app.frame()).toContain('vim has no output to send. One ! opens it.');
  expect(app.saw.screened).toHaveLength(1);
});

test('a message that begins with ! is sent after a space or a backslash', async () => {
  await using app = await openTestApp();
  await app.type(' !important', KEYS.enter, '\\!important too', KEYS.enter, '!', KEYS.enter);
  expect(await app.frame()).toContain('Type a command after the !');
  expect(sent(app)).toEqual(['!important', '!important too']);
  expect(app.lines.ran).toEqual([]);
});

test('a pasted text that begins with ! is a message', async () => {
  await using app = await openTestApp();
  const text = `![a picture](x.png)\n${'line\n'.repeat(20)}end`;
  app.terminal.paste(text);
  await app.type(KEYS.enter);
  await app.frame();
  expect([sent(app), app.lines.ran]).toEqual([[text], []]);
});

test('where nothing can be changed, nothing runs', async () => {
  await using app = await openTestApp({watches: true});
  await app.type('!rm x', KEYS.enter);
  expect(await app.frame()).toContain('this terminal only watches');
  expect(app.lines.ran).toEqual([]);
});

test('a line runs without a daemon, and its message is sent once the daemon is back', async () => {
  await using app = await openTestApp();
  app.gateway.goesAway();
  await app.frame(500);
  await app.type('!!uname', KEYS.enter);
  app.lines.write('Linux\n');
  app.lines.end();
  await app.frame();
  expect(sent(app)).toEqual([]);
  app.gateway.comesBack();
  await app.frame(20_000);
  expect(sent(app)).toEqual([expect.stringContaining('$ uname\nLinux')]);
});

test('quitting while a !! line runs leaves the line in the draft, and sends nothing', async () => {
  const files = memoryFiles();
  {
    await using app = await openTestApp({files});
    await app.type('!!make', KEYS.enter);
    await app.frame();
  }
  await using next = await openTestApp({files});
  expect(await next.frame()).toContain(' > !!make');
});

test('hostile output moves nothing on the screen', async () => {
  await using app = await openTestApp();
  await app.type('!evil', KEYS.enter);
  app.lines.write('a\x1b[2J\x1b[1;1Hb\x1b]0;owned\x07\x1b[?1049l\x9b5mc\u202ed\n');
  app.lines.end();
  const screen = await app.frame();
  expect(screen.split('\n')[0]).toContain('rooster');
  expect(screen).toMatch(/ abcd\n/u);
});

test('what ran in a conversation is gone when the conversation is started over', async () => {
  await using app = await openTestApp();
  app.gateway.says('hello');
  await app.type('!uname', KEYS.enter);
  app.lines.write('Linux');
  app.lines.end();
  expect(await app.frame()).toContain('Linux');
  app.gateway.emit({type: 'session.reset', session: 'rooster:main'});
  expect(await app.frame()).not.toContain('Linux');
});

test('a message of !! that could not be sent is sent by the next run, once', async () => {
  const files = memoryFiles();
  {
    await using app = await openTestApp({files});
    app.gateway.goesAway();
    await app.frame(500);
    await app.type('!!uname', KEYS.enter);
    app.lines.write('Linux\n');
    app.lines.end();
    await app.frame();
  }
  await using next = await openTestApp({files});
  await next.frame(SECOND);
  expect(sent(next)).toEqual([expect.stringContaining('$ uname\nLinux')]);
  expect(await next.frame()).not.toContain(' > !!uname');
});

test('a message that begins with ! or / is still one when it is taken back into the draft', async () => {
  await using app = await openTestApp();
  app.gateway.goesAway();
  await app.frame(500);
  const long = `!${'x\n'.repeat(20)}end`;
  for (const text of ['\\!important', '//etc is full']) {
    await app.type(text, KEYS.enter, KEYS.altUp);
    expect(await app.frame()).toContain(` > ${text}`);
    await app.type(KEYS.ctrl('u'));
  }
  app.terminal.paste(long);
  await app.type(KEYS.enter, KEYS.altUp, KEYS.enter);
  app.gateway.comesBack();
  await app.frame(20_000);
  expect([sent(app), app.lines.ran]).toEqual([[long], []]);
});

test('a long command line that is recalled is a command line again', async () => {
  await using app = await openTestApp();
  const script = Array.from({length: 12}, (_, index) => `echo ${index}`).join('\n');
  await app.type('!');
  app.terminal.paste(script);
  await app.type(KEYS.enter);
  app.lines.end();
  await app.frame();
  await app.type(KEYS.up);
  expect(await app.frame()).toContain(' > ![12 lines, ');
  await app.type(KEYS.enter);
  await app.frame();
  expect([app.lines.ran.map(({line}) => line), sent(app)]).toEqual([[script, script], []]);
});
