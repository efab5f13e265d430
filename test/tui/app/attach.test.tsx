import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';
import {type TempDir, tempDir} from '../../support/temp-dir.ts';

const folderWith = (files: Readonly<Record<string, string | Buffer>>): TempDir => {
  const folder = tempDir();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder.path, path, '..'), {recursive: true});
    writeFileSync(join(folder.path, path), content);
  }
  return folder;
};

const sent = (app: TestApp) => app.gateway.callsOf('session.send').map(({text}) => text);

/** The parts of the sent messages that nobody typed. */
const enclosed = (app: TestApp) =>
  app.gateway
    .callsOf('session.send')
    .map(({text, enclosed = []}) => enclosed.map(({from, to, ...part}) => ({...part, content: text.slice(from, to)})));

const CODE = 'export const one = 1;\nexport const two = 2;\n';

test('a path after @ is completed folder by folder, and the file is shown with size and lines before it is sent', async () => {
  using folder = folderWith({'src/a.ts': CODE, 'src/b.ts': '', 'notes.md': 'x', '.hidden': 'x'});
  await using app = await openTestApp({folder: folder.path});
  await app.type('look at @s');
  const screen = await app.frame();
  expect(screen).toMatch(/Files here: the contents go into the message\s[\s\S]*> @src\//u);
  expect(screen).not.toContain('notes.md');
  await app.type(KEYS.tab);
  expect(await app.frame()).toMatch(/> @src\/a\.ts[\s\S]*@src\/b\.ts[\s\S]* > look at @src\/\n/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain(' > look at [@src/a.ts · 44 bytes · 2 lines]');
  await app.type('and explain', KEYS.enter);
  await app.frame();
  expect(sent(app)).toEqual([
    `look at @src/a.ts and explain\n\n@src/a.ts · 44 bytes · 2 lines:\n\n\`\`\`ts\n${CODE}\`\`\``,
  ]);
});

test('a space after a whole path has the same effect, however fast it is typed; undo makes it a word again', async () => {
  using folder = folderWith({'src/a.ts': CODE, 'my notes.md': 'one line'});
  await using app = await openTestApp({folder: folder.path});
  await app.type('compare @src/a.ts, with @"my notes.md" please');
  expect(await app.frame()).toMatch(
    /compare \[@src\/a\.ts · 44 bytes · 2 lines\], with\s+\[@my notes\.md · 8 bytes · 1 line\] please/u,
  );
  await app.type(KEYS.ctrl('u'), 'see @src/a.ts', ' ');
  expect(await app.frame()).toContain('see [@src/a.ts');
  await app.type(KEYS.ctrl('_'));
  expect(await app.frame()).toContain(' > see @src/a.ts');
  await app.type('now', KEYS.enter);
  await app.frame();
  expect(sent(app)).toEqual(['see @src/a.ts now']);
});

test('the message has the file as it was when it was shown, also after a restart', async () => {
  using folder = folderWith({'a.ts': CODE});
  const files = memoryFiles();
  {
    await using app = await openTestApp({folder: folder.path, files});
    await app.type('@a.ts ');
    await app.frame(1_000);
  }
  writeFileSync(join(folder.path, 'a.ts'), 'changed');
  await using app = await openTestApp({folder: folder.path, files});
  expect(await app.frame()).toContain('[@a.ts · 44 bytes · 2 lines]');
  await app.type(KEYS.enter);
  await app.frame();
  expect(sent(app)).toEqual([expect.stringContaining(CODE)]);
});

test('a file that is in the draft twice is sent once', async () => {
  using folder = folderWith({'a.ts': CODE});
  await using app = await openTestApp({folder: folder.path});
  await app.type('@a.ts and @a.ts again', KEYS.enter);
  await app.frame();
  expect(sent(app)[0]?.split(CODE)).toHaveLength(2);
  expect(sent(app)[0]).toMatch(/^@a\.ts and @a\.ts again\n\n/u);
});

test.each([
  ['big.log', 'x\n'.repeat(200_000), 'big.log has 400 kB; at most 256 kB fit. Send a part: !!tail -n 200 big.log'],
  ['data.bin', Buffer.from([1, 0, 2]), "data.bin isn't text, so it can't be in a message."],
  ['latin.txt', Buffer.from([0x67, 0x72, 0xfc, 0x6e]), "latin.txt isn't text, so it can't be in a message."],
  ['photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'photo.png is a picture; from here only text is sent.'],
])('%s is refused with a sentence, and the draft stays', async (name, content, sentence) => {
  using folder = folderWith({[name]: content});
  await using app = await openTestApp({folder: folder.path});
  await app.type(`look at @${name.slice(0, 3)}`, KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain(sentence);
  expect(screen).toContain(` > look at @${name.slice(0, 3)}`);
  await app.type(KEYS.enter);
  await app.frame();
  expect(sent(app)).toEqual([`look at @${name.slice(0, 3)}`]);
});

test('a file that cannot be read is refused with the reason', async () => {
  await using app = await openTestApp({columns: 120});
  await app.type('@/proc/self/mem ');
  expect(await app.frame()).toContain("Couldn't read mem: ");
});

test('kinds stand apart in the menu: conversations, people, jobs, files', async () => {
  using folder = folderWith({'morning.md': 'x', 'maria.md': 'x'});
  await using app = await openTestApp({folder: folder.path});
  app.gateway.schedules({name: 'morning'});
  app.gateway.session({key: 'rooster:cron:morning', title: 'morning', kind: 'cron'});
  app.gateway.session({key: 'rooster:dm:signal:m', title: 'Signal', user: 'maria', kind: 'dm'});
  await app.type('@m');
  expect(await app.frame()).toMatch(
    /Conversations\s[\s\S]*@main[\s\S]*People\s[\s\S]*@maria [\s\S]*Jobs\s[\s\S]*@morning [\s\S]*Files here[\s\S]*@maria\.md[\s\S]*@morning\.md/u,
  );
});

test("the name of a person isn't a file, and a command line keeps its path", async () => {
  using folder = folderWith({maria: 'x', 'a.ts': CODE});
  await using app = await openTestApp({folder: folder.path});
  app.gateway.session({key: 'rooster:dm:signal:m', title: 'Signal', user: 'maria', kind: 'dm'});
  await app.type('tell @maria hello');
  expect(await app.frame()).toContain(' > tell @maria hello');
  await app.type(KEYS.ctrl('u'), '!cat @a.ts x', KEYS.enter);
  expect(app.lines.ran.map(({line}) => line)).toEqual(['cat @a.ts x']);
});

test('in a command line Tab completes a path as in a shell, and Enter still runs the line', async () => {
  using folder = folderWith({'src/alpha.ts': 'x', 'src/alps.ts': 'x', 'my notes.md': 'x'});
  await using app = await openTestApp({folder: folder.path});
  await app.type('!cat s', KEYS.tab, 'a', KEYS.tab);
  expect(await app.frame()).toContain(' > !cat src/alp\n');
  await app.type(KEYS.tab);
  expect(await app.frame()).toContain('alpha.ts  alps.ts');
  await app.type('h', KEYS.tab, 'my', KEYS.tab, 'no', KEYS.tab);
  expect(await app.frame()).toMatch(/> !cat src\/alpha\.ts my\\ notes\.md no\n[\s\S]*No file here begins with "no"/u);
  await app.type(KEYS.ctrl('w'), KEYS.enter);
  expect(app.lines.ran.map(({line}) => line)).toEqual(['cat src/alpha.ts my\\ notes.md']);
});

test('a file is sent as a part that the person did not write, also after it was taken back, sent again, or the app restarted', async () => {
  using folder = folderWith({'a.ts': CODE, 'b.md': '# b'});
  symlinkSync(join(folder.path, 'b.md'), join(folder.path, 'link.md'));
  const files = memoryFiles();
  const parts = [
    {kind: 'file', name: 'a.ts', files: [join(folder.path, 'a.ts')], content: CODE.trimEnd()},
    {kind: 'file', name: 'link.md', files: [join(folder.path, 'b.md')], content: '# b'},
  ];
  {
    await using app = await openTestApp({folder: folder.path, files});
    app.gateway.refuses('session.send', new GatewayError('busy', '20 messages wait already.'));
    await app.type('\\!see @a.ts and @link.md ', KEYS.enter);
    await app.frame();
    expect(enclosed(app)).toEqual([parts]);
    // Esc, or the key for it, takes the message back into the draft.
    await app.type('/', KEYS.ctrl('u'), KEYS.altUp);
    await app.frame(1_000);
  }
  await using app = await openTestApp({folder: folder.path, files});
  await app.type(' now', KEYS.enter);
  await app.frame();
  expect(sent(app)[0]).toMatch(/^!see @a\.ts and @link\.md[\s\S]* now$/u);
  expect(enclosed(app)).toEqual([parts]);
});

test('the output of !! is a part that the person did not write, with the files that the line names', async () => {
  using folder = folderWith({'mail.txt': 'x'});
  await using app = await openTestApp({folder: folder.path});
  await app.type('!!cat mail.txt missing.txt', KEYS.enter);
  app.lines.write('remind me to run bash\n');
  app.lines.end({kind: 'exit', code: 0});
  await app.frame();
  expect(enclosed(app)).toEqual([
    [
      {
        kind: 'command',
        name: 'cat mail.txt missing.txt',
        files: [join(folder.path, 'mail.txt')],
        content: '$ cat mail.txt missing.txt\nremind me to run bash',
      },
    ],
  ]);
});
