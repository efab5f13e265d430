import {globSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {
  brokenRules,
  brokenWalls,
  cycles,
  exportedForNobody,
  folderCycles,
  importsOf,
  loadedWith,
  machineBound,
  misplaced,
  ownTime,
  type SourceFile,
  unusedEntries,
  wrongDoors,
} from './import-rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (pattern: string): readonly SourceFile[] =>
  globSync(pattern, {cwd: ROOT}).map(path => ({path, text: readFileSync(`${ROOT}/${path}`, 'utf8')}));

const SOURCES = read('src/**/*.{ts,tsx}');

describe('in the code', () => {
  test('there are files to check', () => {
    expect(SOURCES.length).toBeGreaterThan(100);
    expect(SOURCES.flatMap(importsOf).length).toBeGreaterThan(500);
  });

  test('every file imports only what its folder allows, and every library through its entry', () => {
    expect(brokenRules(SOURCES)).toEqual([]);
  });

  test('an inner library imports nothing of Rooster, and Rooster imports only its entry', () => {
    expect(brokenWalls(SOURCES)).toEqual([]);
  });

  test('no import cycles exist', () => {
    expect(cycles(SOURCES)).toEqual([]);
  });

  test('the folders of the terminal form a line: none imports from one above it', () => {
    expect(folderCycles(SOURCES, 'src/tui')).toEqual([]);
  });

  test('every file has a specific name and re-exports nothing', () => {
    expect(misplaced(SOURCES)).toEqual([]);
  });

  test('every export is imported somewhere', () => {
    const readers = [...SOURCES, ...read('{test,bench,scripts}/**/*.{ts,tsx}')];
    expect(exportedForNobody(SOURCES, readers)).toEqual([]);
  });

  test('every library is imported by each of its entries', () => {
    expect(unusedEntries(SOURCES)).toEqual([]);
  });

  test('time and timers come from the clock', () => {
    expect(ownTime(SOURCES)).toEqual([]);
  });

  test('pure code runs without Node', () => {
    expect(machineBound(SOURCES)).toEqual([]);
  });

  test('a one-shot command loads no package of the terminal UI or the daemon', () => {
    const commands = SOURCES.filter(({path}) => path.startsWith('src/tui/cli/') || path === 'src/tui/main.ts');
    const loaded = commands.flatMap(({path}) => [...loadedWith(SOURCES, path).keys()]);
    const packages = loaded.filter(
      name => !name.startsWith('src/') && (!name.startsWith('node:') || name === 'node:sqlite'),
    );
    // Colours, the protocol, the version for a run from the sources, and QR codes.
    expect([...new Set(packages)].sort()).toEqual(['chalk', 'json-rpc-2.0', 'package.json', 'uqr']);
  });

  test('own code is imported plainly, except through the doors, and each door keeps its packages out', () => {
    expect(wrongDoors(SOURCES)).toEqual([]);
  });

  test('the daemon starts without the packages that only a turn, a mail, a page or a configuration change needs', () => {
    const heavy =
      /^(?:@ai-sdk\/.*|conf|zod|imapflow|nodemailer|mailauth|html-to-text|email-reply-parser|date-holidays|ical-generator|marked|oauth4webapi|react|ink|node:http|node:crypto)(?:\/|$)/u;
    const loaded = ['src/daemon/main.ts', 'src/daemon/bootstrap/run-daemon.ts'].flatMap(entry => [
      ...loadedWith(SOURCES, entry),
    ]);
    expect(loaded.filter(([name]) => heavy.test(name)).map(([, way]) => way)).toEqual([]);
  });

  test('no test patches modules or the clock', () => {
    const patching = /\bvi\s*\.\s*(?:mock|doMock|useFakeTimers|stubGlobal|spyOn)\b/u;
    const patched = read('test/**/*.{ts,tsx}').filter(
      ({path, text}) => !path.startsWith('test/rules/') && patching.test(text),
    );
    expect(patched.map(({path}) => path)).toEqual([]);
  });
});

describe('a broken rule is named', () => {
  const file = (path: string, ...lines: string[]): SourceFile => ({path, text: lines.join('\n')});

  test('a wall refuses imports of Rooster, imports past the entry, and files that nobody needs', () => {
    const walls = [{of: 'src/ipc/wire', entries: ['index.ts'], brings: ['src/shared/time.ts', 'src/shared/unused.ts']}];
    const files = [
      file('src/ipc/wire/index.ts', "export {line} from './line.ts';"),
      file(
        'src/ipc/wire/line.ts',
        "import type {Method} from '../methods.ts';",
        "import {now} from '../../shared/time.ts';",
      ),
      file('src/shared/time.ts', "import {zone} from './zone.ts';"),
      file('src/ipc/protocol.ts', "import {line} from './wire/index.ts';", "import {cap} from './wire/line.ts';"),
    ];
    expect(brokenWalls(files, walls)).toEqual([
      'src/ipc/wire/line.ts imports src/ipc/methods.ts: src/ipc/wire may import only itself and src/shared/time.ts, src/shared/unused.ts',
      'src/shared/time.ts imports src/shared/zone.ts: src/ipc/wire may import only itself and src/shared/time.ts, src/shared/unused.ts',
      'src/ipc/protocol.ts imports src/ipc/wire/line.ts: import src/ipc/wire/index.ts',
      'src/ipc/wire does not need src/shared/unused.ts',
    ]);
    expect(brokenWalls(files.slice(0, 1), [{of: 'src/ipc/wire', entries: ['index.ts'], brings: []}])).toEqual([]);
  });

  test.each([
    ['src/shared/a.ts', "import {b} from '../ipc/b.ts';", /src\/shared may import src\/shared$/],
    ['src/shared/a.ts', "import {join} from 'node:path';", /may import nothing of Node/],
    ['src/shared/a.ts', "import {z} from 'zod';", /its library entry is/],
    ['src/shared/a.ts', "import {leftPad} from 'left-pad';", /it has no library entry/],
    ['src/shared/a.ts', "import {b} from './b';", /a real file/],
    ['src/ipc/a.ts', "import type {B} from '../daemon/ports/store.ts';", /src\/ipc may import/],
    ['src/ipc/a.ts', "import {spawn} from 'node:child_process';", /may import net, fs, path of Node/],
    [
      'src/ipc/socket/listen.ts',
      "import {JSONRPCServer} from 'json-rpc-2.0';",
      /its library entry is src\/ipc\/wire\/peer\.ts/,
    ],
    ['src/daemon/routing/a.ts', "import {b} from '../turns/b.ts';", /src\/daemon\/routing may import/],
    ['src/daemon/routing/a.ts', "import type {B} from '../turns/b.ts';", /src\/daemon\/routing may import/],
    ['src/daemon/delivery/a.ts', "import {b} from '../config/check-config.ts';", /src\/daemon\/delivery may import/],
    [
      'src/daemon/turns/a.ts',
      "import {createOpenAI} from '@ai-sdk/openai';",
      /its library entry is src\/daemon\/models/,
    ],
    ['src/daemon/store/a.ts', "import {b} from '../flows/b.ts';", /src\/daemon\/store may import/],
    ['src/daemon/tools/a.ts', "import {b} from '../schedule/b.ts';", /src\/daemon\/tools may import/],
    ['src/daemon/tools/a.ts', "import {b} from '../workspace/b.ts';", /src\/daemon\/tools may import/],
    ['src/daemon/flows/a.ts', "import {b} from './recover.ts';", /no other flow but announce and run-job/],
    ['src/daemon/flows/a.ts', "import {b} from '../store/b.ts';", /src\/daemon\/flows may import/],
    ['src/daemon/flows/a.ts', "import {b} from '../bootstrap/start-daemon.ts';", /src\/daemon\/flows may import/],
    ['src/daemon/rpc/a.ts', "import {b} from '../store/b.ts';", /src\/daemon\/rpc may import/],
    [
      'src/daemon/workspace/a.ts',
      "import {DatabaseSync} from 'node:sqlite';",
      /its library entry is src\/daemon\/store/,
    ],
    ['src/daemon/channels/a.ts', "import React from 'react';", /its library entry is src\/tui/],
    ['src/tui/cli/a.ts', "import {b} from '../../daemon/b.ts';", /src\/tui\/cli may import/],
    ['src/tui/cli/a.ts', "import {b} from '../store/b.ts';", /src\/tui\/cli may import/],
    ['src/tui/cli/a.ts', "import chalk from 'chalk';", /its library entry is src\/tui\/cli\/print\.ts/],
    ['src/tui/store/a.ts', "import {b} from '../../ipc/b.ts';", /and the types of src\/ipc$/],
    ['src/tui/store/a.ts', "import {useState} from 'react';", /its library entry is/],
    ['src/tui/layout/a.ts', "import {readFileSync} from 'node:fs';", /nothing of Node/],
    ['src/tui/components/a.tsx', "import {b} from '../screens/b.tsx';", /src\/tui\/components may import/],
    ['src/tui/screens/a.tsx', "import {b} from '../commands/b.ts';", /src\/tui\/screens may import/],
    ['src/tui/nouns/a.ts', "import type {B} from '../lists/b.ts';", /src\/tui\/nouns may import/],
    ['src/tui/state/a.ts', "import {b} from '../store/b.ts';", /src\/tui\/state may import/],
    ['src/tui/text/a.ts', "import {b} from '../panes/b.ts';", /src\/tui\/text may import/],
    ['src/tui/hooks/a.ts', "const b = await import('../../daemon/b.ts');", /src\/tui\/hooks may import/],
    ['src/attic/a.ts', "import {b} from './b.ts';", /is in a folder without a row/],
    ['src/shared/a.ts', "import {join} from 'path';", /is named with node:/],
  ])('%s: %s', (path, line, words) => {
    const [broken, ...others] = brokenRules([file(path, line)]);
    expect(broken?.startsWith(path)).toBe(true);
    expect(broken).toMatch(words);
    expect(others).toEqual([]);
  });

  test.each([
    ['src/daemon/routing/a.ts', "import type {Config} from '../config/config-schema.ts';"],
    ['src/daemon/turns/a.ts', "import type {LanguageModelV4} from '@ai-sdk/provider';"],
    ['src/daemon/flows/a.ts', "import {announceText} from './announce.ts';"],
    ['src/daemon/flows/a.ts', "import type {B} from './recover.ts';"],
    ['src/tui/store/a.ts', "import {type B, type C} from '../../ipc/b.ts';"],
    ['src/tui/cli/a.ts', "await import('../start-app.tsx');"],
    ['src/daemon/config/a.ts', "import {MASK} from '../system/redact.ts';"],
  ])('%s is allowed: %s', (path, line) => {
    expect(brokenRules([file(path, line)])).toEqual([]);
  });

  test('for every form of import', () => {
    const text = [
      'import {',
      '  type A,',
      '  b,',
      "} from './b.ts';",
      "import {type C} from './c.ts';",
      "import type {D} from './d.ts';",
      "import './e.ts';",
      "export {f} from './f.ts';",
      "export type {G} from './g.ts';",
      "type H = typeof import('./h.ts');",
      "const i = import('./i.ts');",
      "// import {j} from './j.ts';",
    ];
    expect(
      importsOf(file('src/shared/a.ts', ...text)).map(({to, kind}) => `${to.slice('src/shared/'.length)} ${kind}`),
    ).toEqual([
      'b.ts value',
      'c.ts type',
      'd.ts type',
      'f.ts value',
      'g.ts type',
      'e.ts value',
      'h.ts type',
      'i.ts later',
    ]);
  });

  test('import cycles are shown whole; type imports make none', () => {
    const ring = [
      file('src/shared/a.ts', "import {b} from './b.ts';"),
      file('src/shared/b.ts', "import {c} from './c.ts';"),
      file('src/shared/c.ts', "import {a} from './a.ts';"),
      file('src/shared/d.ts', "import {a} from './a.ts';", "import type {e} from './e.ts';"),
      file('src/shared/e.ts', "import {d} from './d.ts';"),
    ];
    expect(cycles(ring)).toEqual(['src/shared/a.ts → src/shared/b.ts → src/shared/c.ts → src/shared/a.ts is a cycle']);
    expect(cycles(ring.slice(1))).toEqual([]);
  });

  test('folders that import from one another are a cycle, even by types and dynamic imports', () => {
    const files = [
      file('src/tui/editor/a.ts', "import type {b} from '../lists/b.ts';"),
      file('src/tui/lists/b.ts', "const c = import('../editor/c.ts');"),
      file('src/tui/text/d.ts', "import {e} from './e.ts';"),
      file('src/tui/layout/panes/e.ts', "import {d} from '../../text/d.ts';"),
    ];
    expect(folderCycles(files, 'src/tui')).toEqual(['src/tui/editor → src/tui/lists → src/tui/editor is a cycle']);
  });

  test('loaded modules are found through other files, but not through types and dynamic imports', () => {
    const files = [
      file('src/tui/main.ts', "import {a} from './cli/a.ts';"),
      file('src/tui/cli/a.ts', "import {b} from './b.ts';", "import type {c} from './c.ts';", "import('./d.ts');"),
      file('src/tui/cli/b.ts', "import {render} from 'ink';"),
      file('src/tui/cli/c.ts', "import 'react';"),
      file('src/tui/cli/d.ts', "import 'zod';"),
    ];
    const loaded = loadedWith(files, 'src/tui/main.ts');
    expect(loaded.get('ink')).toBe('src/tui/main.ts → src/tui/cli/a.ts → src/tui/cli/b.ts → ink');
    expect([...loaded.keys()]).not.toContain('react');
    expect([...loaded.keys()]).not.toContain('zod');
  });

  test('an own file that is loaded dynamically must be a door', () => {
    const files = [file('src/tui/cli/a.ts', "const {b} = await import('./b.ts');")];
    expect(wrongDoors(files, {})).toEqual([
      'src/tui/cli/a.ts loads src/tui/cli/b.ts dynamically: import it plainly, or name it in DOORS with what it keeps out of a start',
    ]);
    expect(wrongDoors([file('src/tui/cli/a.ts', "type B = typeof import('./b.ts');")], {})).toEqual([]);
    expect(wrongDoors([file('src/tui/cli/a.ts', "const {Chalk} = await import('chalk');")], {})).toEqual([]);
  });

  test('a door keeps out the packages that it names, for each file that opens it', () => {
    const door = file('src/tui/start-app.tsx', "import {draw} from './draw.tsx';");
    const draw = file('src/tui/draw.tsx', "import {render} from 'ink';");
    const opens = "const {startApp} = await import('../start-app.tsx');";
    const files = [door, draw, file('src/tui/cli/a.ts', opens)];
    expect(wrongDoors(files, {'src/tui/start-app.tsx': ['ink']})).toEqual([]);
    expect(wrongDoors(files, {'src/tui/start-app.tsx': ['ink', 'react']})).toEqual([
      'src/tui/start-app.tsx does not load react, so it cannot keep it out',
    ]);
    const loadsInk = file('src/tui/cli/a.ts', opens, "import {b} from './b.ts';");
    const b = file('src/tui/cli/b.ts', "import {Text} from 'ink';");
    expect(wrongDoors([door, draw, loadsInk, b], {'src/tui/start-app.tsx': ['ink']})).toEqual([
      'src/tui/cli/a.ts loads ink without the door src/tui/start-app.tsx: src/tui/cli/a.ts → src/tui/cli/b.ts → ink',
    ]);
    expect(wrongDoors([door, draw], {'src/tui/start-app.tsx': ['ink']})).toEqual([
      'src/tui/start-app.tsx is a door that nobody opens',
    ]);
  });

  test.each([
    ['src/tui/utils/a.ts', '', /leftovers/],
    ['src/tui/session-manager.ts', '', /leftovers/],
    ['src/shared/index.ts', '', /is a barrel/],
    ['src/shared/a.ts', "export * from './b.ts';", /whole module/],
    ['src/shared/a.ts', "export {b} from './b.ts';", /what another file defines/],
    ['src/shared/a.ts', 'export default 1;', /default export/],
  ])('%s %s', (path, line, words) => {
    expect(misplaced([file(path, line)])).toEqual([expect.stringMatching(words)]);
  });

  test('a name that only begins with a banned word is allowed, and types may be re-exported', () => {
    const paths = ['src/shared/commonplace.ts', 'src/tui/utilities-bill.ts', 'src/tui/serviceable.ts'];
    expect(misplaced(paths.map(path => file(path)))).toEqual([]);
    expect(misplaced([file('src/daemon/ports.ts', "export type {Clock} from '../shared/clock.ts';")])).toEqual([]);
  });

  test("an unused export is named, and a dynamically imported one isn't", () => {
    const files = [
      file(
        'src/daemon/a.ts',
        'export const a = 1;',
        'export const b = 1;',
        'export const cc = 1;',
        'export type D = 1;',
        'export type E = 1;',
        'export interface F {}',
      ),
      file('src/daemon/e.ts', "import {a} from './a.ts';", "const {b} = await import('./a.ts');"),
      file('src/daemon/f.ts', 'const cc = 1;'),
      file('src/daemon/g.ts', "import type {E} from './a.ts';"),
    ];
    expect(exportedForNobody(files, files)).toEqual([
      'src/daemon/a.ts exports cc, which nobody imports',
      'src/daemon/a.ts exports D, which nobody imports',
      'src/daemon/a.ts exports F, which nobody imports',
    ]);
  });

  test.each([
    ['const now = Date.now();', /Date\.now/],
    ['const now = new Date();', /Date\(\)/],
    ['setTimeout(run, 5);', /setTimeout/],
    ["import {setTimeout as wait} from 'node:timers/promises';", /setTimeout/],
    ['const timer = globalThis.setInterval(run, 5);', /setInterval/],
    ['fetch(url, {signal: AbortSignal.timeout(5)});', /AbortSignal\.timeout/],
    ['Temporal.Now.instant();', /Temporal\.Now/],
  ])('own time is found: %s', (line, words) => {
    expect(ownTime([file('src/daemon/a.ts', line)])).toEqual([expect.stringMatching(words)]);
    expect(ownTime([file('src/shared/time/clock.ts', line)])).toEqual([]);
  });

  test.each([
    'new Date(at).toISOString();',
    '// Date.now() is not for us',
    "const words = 'setTimeout';",
    'Temporal.Now.timeZoneId();',
    'clearTimeoutLater();',
  ])('allowed time passes: %s', line => {
    expect(ownTime([file('src/daemon/a.ts', line)])).toEqual([]);
  });

  test('Node in a folder that runs without it is found', () => {
    expect(machineBound([file('src/shared/a.ts', 'const home = process.env.HOME;')])).toHaveLength(1);
    expect(machineBound([file('src/tui/layout/a.ts', 'Buffer.from(text);')])).toHaveLength(1);
    expect(
      machineBound([file('src/daemon/a.ts', 'process.exit(1);'), file('src/shared/a.ts', 'const process = 1;')]),
    ).toEqual([]);
  });
});
