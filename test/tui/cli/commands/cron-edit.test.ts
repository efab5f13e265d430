import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {RemoteError} from '../../../../src/ipc/wire/index.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {rooster} from '../rooster.ts';

const written = {
  name: 'standup',
  cron: '0 9 * * 1-5',
  zone: 'Europe/Berlin',
  message: 'What did I do?',
  deliver: ['signal:alice-uuid'],
  announce: 'rephrase',
  missed: 'skip',
  overlap: 'skip',
  retry: 'auto',
  enabled: true,
  preTools: [],
  carryLastOutput: false,
  origin: 'cron/standup.md',
  paused: false,
  nextAt: '2026-11-23T08:00:00.000Z',
  next: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z'],
} as const;
const FILE = '---\nschedule: 0 9 * * 1-5\n---\nWhat did I do?\n';

test('add sends the fields, and shows the next three times and the route', async () => {
  const asked: unknown[] = [];
  const {out, code} = await rooster(
    [
      'cron',
      'add',
      'standup',
      '--schedule',
      '0 9 * * 1-5',
      '--prompt',
      'What did I do?',
      '--deliver',
      'signal:a,signal:b',
    ],
    {
      answers: {
        'cron.create': request => {
          asked.push(request);
          return written;
        },
      },
    },
  );
  expect(code).toBe(0);
  expect(asked).toEqual([
    {name: 'standup', schedule: '0 9 * * 1-5', prompt: 'What did I do?', deliver: ['signal:a', 'signal:b']},
  ]);
  expect(out()).toBe(
    [
      'Created standup (cron/standup.md).',
      'Next:',
      '  Mon 23 Nov 09:00 CET (in 1d 21h)',
      '  Tue 24 Nov 09:00 CET (in 2d 21h)',
      '  Wed 25 Nov 09:00 CET (in 3d 21h)',
      'The agent rephrases the result and sends it to signal:alice-uuid.',
      '',
    ].join('\n'),
  );
});

test('edit with options changes only those', async () => {
  const asked: unknown[] = [];
  await rooster(['cron', 'edit', 'standup', '--schedule', '0 8 * * *', '--unset', 'model,gate'], {
    answers: {
      'cron.edit': request => {
        asked.push(request);
        return written;
      },
    },
  });
  expect(asked).toEqual([{name: 'standup', schedule: '0 8 * * *', unset: ['model', 'gate']}]);
});

/** An editor that writes its next text each time it is opened. */
const editing = (...texts: readonly string[]) => {
  const home = tempDir();
  for (const [index, text] of texts.entries()) writeFileSync(join(home.path, `text-${index}`), text);
  writeFileSync(join(home.path, 'count'), '0\n');
  const script = [
    `read n < ${home.path}/count`,
    `while IFS= read -r line || [ -n "$line" ]; do printf '%s\\n' "$line"; done < ${home.path}/text-$n > "$1"`,
    `echo $((n + 1)) > ${home.path}/count`,
  ].join('\n');
  writeFileSync(join(home.path, 'editor'), script);
  return {
    env: {ROOSTER_HOME: home.path, EDITOR: `/bin/sh ${home.path}/editor`},
    kept: () => {
      const folder = join(home.path, 'not-saved');
      return readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
    },
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
};

const refusing = (bad: string) => ({
  'cron.source': () => ({file: 'cron/standup.md', content: FILE}),
  'cron.edit': ({content}: {content?: string}) => {
    if (content?.includes(bad)) throw new GatewayError('invalid', 'cron/standup.md, line 2: no such hour.');
    return written;
  },
});

test('a file that is fixed after a refusal is saved', async () => {
  using editor = editing(FILE.replace('0 9', '0 99'), FILE.replace('0 9', '0 8'));
  const {out, err, code} = await rooster(['cron', 'edit', 'standup'], {
    env: editor.env,
    typed: 'y\n',
    terminal: {columns: 80},
    answers: refusing('0 99'),
  });
  expect({code, err: err()}).toMatchObject({code: 0, err: expect.stringContaining('line 2: no such hour.')});
  expect(out()).toContain('Changed standup (cron/standup.md).');
});

test('a text given up after a refusal is kept, and the file stays', async () => {
  using editor = editing(FILE.replace('0 9', '0 99'));
  const {err, code} = await rooster(['cron', 'edit', 'standup'], {
    env: editor.env,
    typed: 'n\n',
    terminal: {columns: 80},
    answers: refusing('0 99'),
  });
  expect(code).toBe(1);
  expect(err()).toContain('cron/standup.md stays as it was. Your text is kept in ');
  expect(editor.kept()).toEqual([FILE.replace('0 9', '0 99')]);
});

test("a file that changed in the meantime isn't overwritten, and the text is kept", async () => {
  using editor = editing(FILE.replace('0 9', '0 8'));
  const {err, code} = await rooster(['cron', 'edit', 'standup'], {
    env: editor.env,
    answers: {
      'cron.source': () => ({file: 'cron/standup.md', content: FILE}),
      'cron.edit': () => {
        throw new GatewayError('conflict', 'cron/standup.md has changed meanwhile.');
      },
    },
  });
  expect(code).toBe(1);
  expect(err()).toContain('has changed meanwhile.');
  expect(editor.kept()).toHaveLength(1);
});

test.each([
  ['false', '"false" exited with 1. cron/standup.md stays as it was.\n'],
  ['kill $$; :', '"kill $$; :" was ended by SIGTERM. cron/standup.md stays as it was.\n'],
  ['rm', 'Nothing was changed.\n'],
])('the editor %j fails or leaves no file, and one sentence says so', async (EDITOR, sentence) => {
  using home = tempDir();
  const {err} = await rooster(['cron', 'edit', 'standup'], {
    env: {ROOSTER_HOME: home.path, EDITOR},
    answers: {'cron.source': () => ({file: 'cron/standup.md', content: FILE})},
  });
  expect(err()).toBe(sentence);
});

test('a text whose editor failed is kept', async () => {
  using editor = editing('new text');
  const {err, code} = await rooster(['cron', 'edit', 'standup'], {
    env: {...editor.env, EDITOR: `fails() { ${editor.env.EDITOR} "$1"; return 3; }; fails`},
    answers: {'cron.source': () => ({file: 'cron/standup.md', content: FILE})},
  });
  expect({code, err: err()}).toMatchObject({code: 1, err: expect.stringContaining('Your text is kept in ')});
  expect(editor.kept()).toEqual(['new text\n']);
});

test('a file in a subfolder opens in the editor', async () => {
  using editor = editing(FILE);
  const {err} = await rooster(['cron', 'edit', 'work/standup'], {
    env: editor.env,
    answers: {'cron.source': () => ({file: 'cron/work/standup.md', content: FILE})},
  });
  expect(err()).toBe('Nothing was changed.\n');
});

test('an editor without changes changes nothing', async () => {
  using editor = editing(FILE);
  const {err, code} = await rooster(['cron', 'edit', 'standup'], {
    env: editor.env,
    answers: {'cron.source': () => ({file: 'cron/standup.md', content: FILE})},
  });
  expect({code, err: err()}).toEqual({code: 0, err: 'Nothing was changed.\n'});
});

test('rm asks first, and without a terminal requires --yes', async () => {
  const answers = {
    'cron.source': () => ({file: 'cron/standup.md', content: FILE}),
    'cron.remove': () => ({removed: 'cron/standup.md'}),
  };
  await expect(rooster(['cron', 'rm', 'standup'], {answers})).rejects.toThrow('add --yes to skip the question');
  const no = await rooster(['cron', 'rm', 'standup'], {answers, typed: 'n\n', terminal: {columns: 80}});
  expect({code: no.code, err: no.err()}).toEqual({code: 1, err: 'Nothing was deleted.\n'});
  const yes = await rooster(['cron', 'rm', 'standup', '--yes'], {answers});
  expect(yes.out()).toBe('Deleted cron/standup.md.\n');
  const none = {'cron.source': () => Promise.reject(new GatewayError('not_found', 'No job "nope".'))};
  await expect(rooster(['cron', 'rm', 'nope'], {answers: none})).rejects.toThrow('No job "nope".');
});

test('edit without a terminal and without a named editor starts none', async () => {
  const answers = {'cron.source': () => ({file: 'cron/standup.md', content: FILE})};
  await expect(rooster(['cron', 'edit', 'standup'], {answers})).rejects.toThrow('the editor needs a terminal');
});

test('the start of a schedule is sent, too', async () => {
  const asked: unknown[] = [];
  const answers = {
    'cron.create': (request: object) => {
      asked.push(request);
      return written;
    },
  };
  const words = [
    'cron',
    'add',
    'bins',
    '--schedule',
    'every other tuesday at 9',
    '--start',
    '2026-12-01',
    '--run',
    'x',
  ];
  await rooster(words, {answers});
  expect(asked).toMatchObject([{start: '2026-12-01'}]);
});

test('a refusal gives the client file, line and reason', () => {
  const data = {code: 'invalid', message: 'x', file: 'cron/a.md', line: 2, reason: 'because.'};
  expect(new RemoteError('invalid', {code: -32000, message: 'x', data}).invalid).toEqual({
    file: 'cron/a.md',
    line: 2,
    reason: 'because.',
  });
});
