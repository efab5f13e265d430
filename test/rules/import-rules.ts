// The import rules (CONTRIBUTING.md, "Map"): who may import whom. The path of a file decides. Pure: files in, broken rules out, each with
// the file, the import, and the rule.
import {builtinModules} from 'node:module';
import {posix} from 'node:path';

export type SourceFile = {readonly path: string; readonly text: string};

/** `value` exists at run time; `type` is erased; `later` is loaded dynamically. */
export type Import = {readonly to: string; readonly kind: 'value' | 'type' | 'later'};

/**
 * `entries`: its files that others import. `on`: the libraries that it builds on. `parts`: its other folders; their
 * entries are whole paths.
 */
export type InnerLibrary = {
  readonly of: string;
  readonly parts?: readonly string[];
  readonly entries: readonly string[];
  readonly brings: readonly string[];
  readonly on?: readonly string[];
};

export type Row = {
  /** A folder or a file; the longest match counts. */
  readonly of: string;
  /** The folders that it may import besides itself. */
  readonly may: readonly string[];
  /** The folders whose types it may import. */
  readonly types?: readonly string[];
  /** @default none */
  readonly node?: 'any' | readonly string[];
};

/** Every rule that a file's imports break. */
export const brokenRules = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(file => {
    const row = rowOf(file.path);
    if (row === undefined) return [`${file.path} is in a folder without a row: add one in test/rules/import-rules.ts`];
    return importsOf(file).flatMap(one => {
      const why = refusal(file.path, row, one);
      return why === undefined
        ? []
        : [`${file.path} imports ${one.kind === 'type' ? 'types of ' : ''}${one.to}: ${why}`];
    });
  });

/**
 * The walls of the inner libraries: imports into Rooster, even over a file that comes along, and imports from outside
 * past the entry.
 */
export const brokenWalls = (files: readonly SourceFile[], libraries = INNER_LIBRARIES): readonly string[] =>
  libraries.flatMap(({of, parts = [], entries, brings, on = []}) => {
    const doors = entries.map(entry => (entry.startsWith('src/') ? entry : `${of}/${entry}`));
    const folders = [of, ...parts];
    const allowed = [...folders, ...brings, ...on];
    const isOurs = (path: string): boolean => folders.some(folder => isWithin(path, folder));
    const needed = new Set<string>();
    const broken = files.flatMap(({path, text}) => {
      const isInside = isOurs(path);
      return importsOf({path, text}).flatMap(({to}) => {
        if (!isInside && isOurs(to))
          return doors.includes(to) || brings.includes(path)
            ? []
            : [`${path} imports ${to}: import ${doors.join(', ')}`];
        if (!to.startsWith('src/') || !(isInside || brings.includes(path))) return [];
        if (isInside) needed.add(to);
        return allowed.some(folder => isWithin(to, folder))
          ? []
          : [`${path} imports ${to}: ${of} may import only itself and ${[...brings, ...on].join(', ')}`];
      });
    });
    const comesAlong = brings.filter(file => needed.has(file) || isImportedBy(files, brings, file));
    const unneeded = [
      ...brings.filter(file => !comesAlong.includes(file)),
      ...on.filter(other => ![...needed].some(file => isWithin(file, other))),
    ];
    return [...broken, ...unneeded.map(file => `${of} does not need ${file}`)];
  });

const isImportedBy = (files: readonly SourceFile[], importers: readonly string[], name: string): boolean =>
  files.some(file => importers.includes(file.path) && importsOf(file).some(({to}) => to === name));

/** Cycles of files that need each other at load time. Type imports don't count. */
export const cycles = (files: readonly SourceFile[]): readonly string[] => {
  return cyclesIn(new Map(files.map(file => [file.path, ours(importsOf(file), 'value')])));
};

/** The groups of names that reach each other, for a graph of names: Tarjan's strongly connected components of more than one. */
export const circles = (graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] => {
  const found: (readonly string[])[] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.size - 1);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (open.includes(next))
        lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(next) ?? 0, order.get(next) ?? 0));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const circle = open.splice(open.indexOf(name));
    if (circle.length > 1) found.push(circle);
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return found;
};

/** Cycles of folders below `top`: each imports from the next, even by a type or a dynamic import. */
export const folderCycles = (files: readonly SourceFile[], top: string): readonly string[] => {
  const folderOf = (path: string): string => rowOf(path)?.of ?? path;
  const graph = new Map<string, Set<string>>();
  for (const file of files.filter(({path}) => isWithin(path, top))) {
    const folders = importsOf(file).flatMap(({to}) => (isWithin(to, top) ? [folderOf(to)] : []));
    const folder = folderOf(file.path);
    graph.set(folder, new Set([...(graph.get(folder) ?? []), ...folders.filter(other => other !== folder)]));
  }
  return cyclesIn(graph);
};

/** Files and packages that are loaded with one, with the path to each. */
export const loadedWith = (files: readonly SourceFile[], entry: string): ReadonlyMap<string, string> => {
  const byPath = new Map(files.map(file => [file.path, file]));
  const reached = new Map([[entry, entry]]);
  for (const [path, way] of reached) {
    const file = byPath.get(path);
    if (file === undefined) continue;
    for (const {to, kind} of importsOf(file)) {
      if (kind === 'value' && !reached.has(to)) reached.set(to, `${way} → ${to}`);
    }
  }
  return reached;
};

/** Own files that are loaded dynamically without being a door, and doors that keep nothing out. */
export const wrongDoors = (files: readonly SourceFile[], doors = DOORS): readonly string[] => {
  const opened = files.flatMap(file => ours(importsOf(file), 'later').map(door => ({path: file.path, door})));
  const notDoors = opened
    .filter(({door}) => doors[door] === undefined)
    .map(
      ({path, door}) =>
        `${path} loads ${door} dynamically: import it plainly, or name it in DOORS with what it keeps out of a start`,
    );
  return [
    ...notDoors,
    ...Object.entries(doors).flatMap(([door, packages]) => {
      const openers = opened.filter(one => one.door === door);
      if (openers.length === 0) return [`${door} is a door that nobody opens`];
      const behind = loadedWith(files, door);
      return packages.flatMap(name => [
        ...(isLoaded(behind, name) === undefined ? [`${door} does not load ${name}, so it cannot keep it out`] : []),
        ...openers.flatMap(({path}) => {
          const trail = isLoaded(loadedWith(files, path), name);
          return trail === undefined ? [] : [`${path} loads ${name} without the door ${door}: ${trail}`];
        }),
      ]);
    }),
  ];
};

/** The path to a package, or to a part of it. */
const isLoaded = (loaded: ReadonlyMap<string, string>, name: string): string | undefined =>
  [...loaded].find(([to]) => packageOf(to) === name)?.[1];

/** Banned names and forms: folders of leftovers, barrels, re-exported modules. */
export const misplaced = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(({path, text}) => [
    ...(LEFTOVERS.test(path) ? [`${path} is named for leftovers: name what it holds`] : []),
    ...(/(?:^|\/)index\.tsx?$/u.test(path) && !isEntry(path)
      ? [`${path} is a barrel: import the file that defines the name`]
      : []),
    ...(/^export \*/mu.test(text) ? [`${path} re-exports a whole module: import the file that defines the name`] : []),
    ...(/^export \{[^}]*\} from/mu.test(text) && !isEntry(path)
      ? [`${path} re-exports what another file defines: import that file`]
      : []),
    ...(/^export default/mu.test(text) ? [`${path} has a default export: name it`] : []),
  ]);

const isEntry = (path: string): boolean =>
  INNER_LIBRARIES.some(({of, entries}) => entries.some(entry => path === `${of}/${entry}`));

/** Exported functions, constants and types that no other file imports: `export` should mean that another file uses it. */
export const exportedForNobody = (files: readonly SourceFile[], readers: readonly SourceFile[]): readonly string[] => {
  const texts = new Map<string, string[]>();
  for (const reader of readers) {
    for (const {to} of importsOf(reader)) texts.set(to, [...(texts.get(to) ?? []), reader.text]);
  }
  return files.flatMap(({path, text}) =>
    [...[...text.matchAll(EXPORTED)].map(([, name = '']) => name), ...passedOn(text)]
      .filter(name => !(texts.get(path) ?? []).some(one => new RegExp(`\\b${name}\\b`, 'u').test(one)))
      .map(name => `${path} exports ${name}, which nobody imports`),
  );
};

/** The names that an entry passes on. */
const passedOn = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gmu)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map(name => name.trim().replace(/^type /u, ''))
      .filter(name => name !== ''),
  );

/** Allowed entries that no file uses: each is a permission that nothing needs. */
export const unusedEntries = (files: readonly SourceFile[]): readonly string[] => {
  const imports = files.flatMap(file => importsOf(file).map(({to}) => ({path: file.path, to})));
  return Object.entries(LIBRARY_ENTRIES).flatMap(([library, entries]) =>
    entries
      .filter(
        entry => !imports.some(({path, to}) => isWithin(path, entry) && (packageOf(to) === library || to === library)),
      )
      .map(entry => `${library} is not imported in ${entry}`),
  );
};

/** Time and timers come from the clock. */
export const ownTime = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(({path}) => path !== 'src/shared/time/clock.ts')
    .flatMap(({path, text}) => {
      const code = withoutWords(text);
      return TIME.filter(([form]) => form.test(code)).map(
        ([, name]) => `${path} uses ${name}: time is a parameter, and timers go through the Clock`,
      );
    });

/** Portable code uses nothing of Node. */
export const machineBound = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(({path}) => ANYWHERE.some(folder => isWithin(path, folder)))
    .flatMap(({path, text}) => {
      const [word] = /\b(?:process|Buffer|__dirname|require)\b(?=[.(])/u.exec(withoutWords(text)) ?? [];
      return word === undefined ? [] : [`${path} uses ${word}: this folder runs without Node`];
    });

export const importsOf = ({path, text}: SourceFile): readonly Import[] => {
  const imports: Import[] = [];
  for (const [, whole, names, from] of text.matchAll(STATIC)) {
    const kind = whole?.startsWith('type') || onlyTypes(names ?? '') ? 'type' : 'value';
    imports.push({to: target(path, from ?? ''), kind});
  }
  for (const [, from] of text.matchAll(BARE)) imports.push({to: target(path, from ?? ''), kind: 'value'});
  for (const [, before, from] of text.matchAll(DYNAMIC)) {
    imports.push({to: target(path, from ?? ''), kind: before === undefined ? 'later' : 'type'});
  }
  return imports;
};

const cyclesIn = (graph: ReadonlyMap<string, Iterable<string>>): readonly string[] => {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${[...trail.slice(start), path].join(' → ')} is a cycle`);
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
};

const refusal = (path: string, row: Row, {to, kind}: Import): string | undefined => {
  if (to.startsWith('node:')) return refusedBuiltIn(path, row, to);
  if (!to.startsWith('src/')) return refusedPackage(path, to, kind);
  if (!/\.tsx?$/u.test(to)) return 'an import names a real file, with its ending';
  if (isWithin(to, row.of) && FLOWS.of !== row.of) return undefined;
  if (isFlow(path) && isFlow(to)) return isOneFlow(path, to) ? undefined : refusedFlow(to, kind);
  if (row.may.some(folder => isWithin(to, folder))) return undefined;
  if (kind === 'type' && row.types?.some(folder => isWithin(to, folder))) return undefined;
  const types = row.types === undefined ? '' : `, and the types of ${row.types.join(', ')}`;
  return `${row.of} may import ${[row.of, ...row.may].join(', ')}${types}`;
};

const refusedBuiltIn = (path: string, {of, node = []}: Row, to: string): string | undefined => {
  const name = to.slice('node:'.length);
  const entries = LIBRARY_ENTRIES[to];
  if (entries !== undefined)
    return entries.some(entry => isWithin(path, entry)) ? undefined : `its library entry is ${entries.join(', ')}`;
  if (node === 'any' || node.some(known => name === known || name.startsWith(`${known}/`))) return undefined;
  return `${of} may import ${node.length === 0 ? 'nothing' : node.join(', ')} of Node`;
};

const refusedPackage = (path: string, to: string, kind: Import['kind']): string | undefined => {
  const name = packageOf(to);
  if (builtinModules.includes(name)) return 'a module of Node is named with node:';
  if (kind === 'type' && TYPES_ANYWHERE_IN_DAEMON.has(name) && isWithin(path, 'src/daemon')) return undefined;
  const entries = LIBRARY_ENTRIES[name];
  if (entries === undefined) return 'it has no library entry: add one in test/rules/import-rules.ts';
  return entries.some(entry => isWithin(path, entry)) ? undefined : `its library entry is ${entries.join(', ')}`;
};

const refusedFlow = (to: string, kind: Import['kind']): string | undefined =>
  kind === 'type' || CALLED_BY_FLOWS.includes(to) ? undefined : 'a flow calls no other flow but announce and run-job';

const rowOf = (path: string): Row | undefined =>
  ROWS.filter(({of}) => isWithin(path, of)).toSorted((one, other) => other.of.length - one.of.length)[0];

const isFlow = (path: string): boolean => isWithin(path, FLOWS.of);

/** A large flow is a folder: its files count as one. */
const isOneFlow = (path: string, other: string): boolean =>
  flowOf(path) !== undefined && flowOf(path) === flowOf(other);

/** The folder of a flow, with the folders in it. */
const flowOf = (path: string): string | undefined => {
  const [folder, file] = path.slice(FLOWS.of.length + 1).split('/');
  return file === undefined ? undefined : folder;
};

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const ours = (imports: readonly Import[], kind: Import['kind']): readonly string[] =>
  imports.filter(one => one.kind === kind && one.to.startsWith('src/')).map(({to}) => to);

const target = (path: string, from: string): string =>
  from.startsWith('.') ? posix.join(posix.dirname(path), from) : from;

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

const onlyTypes = (names: string): boolean => {
  const inside = /^\{(.*)\}$/su.exec(names.trim())?.[1];
  if (inside === undefined) return false;
  return inside
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
    .every(name => name.startsWith('type '));
};

/** The code without comments and strings. */
const withoutWords = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gu, ' ');

const STATIC = /^(?:import|export)\s+((?:type\s+)?([^;'"]*?))\s+from\s+'([^']+)'/gmu;
const BARE = /^import\s+'([^']+)'/gmu;
const DYNAMIC = /(typeof\s+)?\bimport\(\s*'([^']+)'/gu;
const EXPORTED =
  /^export (?:declare )?(?:async )?(?:const|function\*?|(?:abstract )?class|type|interface|enum) (\w+)/gmu;
const LEFTOVERS = /(?:^|[/-])(?:utils?|helpers?|common|misc|managers?)(?=[/.-])/u;

const TIME: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bDate\.now\b/u, 'Date.now'],
  [/\bDate\(\s*\)/u, 'Date()'],
  [/\bset(?:Timeout|Interval)\b/u, 'setTimeout or setInterval'],
  [/\bAbortSignal\.timeout\b/u, 'AbortSignal.timeout'],
  [/\bTemporal\.Now\.(?!timeZoneId\b)/u, 'Temporal.Now'],
];

const SHARED = 'src/shared';
const IPC = 'src/ipc';
const PORTS = ['src/daemon/ports', 'src/daemon/config/config-schema.ts', 'src/daemon/config/http-config.ts'];
const CORE = ['routing', 'sessions', 'turns', 'schedule', 'delivery'].map(part => `src/daemon/${part}`);
const ADAPTERS = [
  'store',
  'workspace',
  'channels',
  'models',
  'tools',
  'system',
  'config',
  'doors',
  'replica',
  'fleet',
].map(folder => `src/daemon/${folder}`);
const CONTEXT = 'src/daemon/core.ts';
const ROUTER = 'src/daemon/router.ts';
const OUTPUTS = 'src/daemon/outputs.ts';
const FLOWS: Row = {of: 'src/daemon/flows', may: [SHARED, ...PORTS, ...CORE, CONTEXT, ROUTER]};
const CALLED_BY_FLOWS = ['src/daemon/flows/announce.ts', 'src/daemon/flows/run-job.ts'];

/** The terminal's state and everything derived from it: pure, and in one line. Each may import the folders before it. */
const PURE = [
  'format',
  'nouns',
  'text',
  'editor',
  'state',
  'lists',
  'conversation',
  'items',
  'store',
  'input',
  'layout',
].map(folder => `src/tui/${folder}`);
const ANYWHERE = [SHARED, ...PURE];

/**
 * Inner libraries: finished, and knowing nothing of Rooster. `brings`: the files elsewhere that somebody who takes the
 * library away needs with it. The rest of Rooster imports only the entries.
 */
const INNER_LIBRARIES: readonly InnerLibrary[] = [
  {
    of: 'src/ipc/wire',
    entries: ['index.ts'],
    brings: [
      'src/shared/fields/is-record.ts',
      'src/shared/text/gateway-error.ts',
      'src/shared/text/nearest-word.ts',
      'src/shared/text/sanitize.ts',
      'src/shared/text/sentences.ts',
      'src/shared/time/clock.ts',
      'src/shared/time/time.ts',
    ],
  },
  {
    of: 'src/tui/text',
    // Each is used alone; the last one keeps its package out of a start.
    entries: [
      'row.ts',
      'width.ts',
      'wrap.ts',
      'markdown.ts',
      'highlight.ts',
      'glyphs.ts',
      'keys.ts',
      'code-colours.ts',
    ],
    brings: ['src/shared/text/one-line.ts'],
  },
  {
    of: 'src/daemon/channels/signal-cli',
    // The second has only types, and the names of styles.
    entries: ['index.ts', 'envelope/signal-event.ts'],
    on: ['src/ipc/wire'],
    brings: [
      'src/daemon/system/http/open-request.ts',
      'src/daemon/system/node-crypto.ts',
      'src/ipc/socket/is-alive.ts',
      'src/shared/fields/every-field.ts',
      'src/shared/fields/is-record.ts',
      'src/shared/text/gateway-error.ts',
      'src/shared/text/sentences.ts',
      'src/shared/time/clock.ts',
      'src/shared/time/time.ts',
    ],
  },
  {
    of: 'src/daemon/schedule/words',
    parts: ['src/shared/languages/times', 'src/shared/languages/en/times', 'src/shared/languages/de/times'],
    entries: [
      'index.ts',
      'src/shared/languages/times/meaning.ts',
      'src/shared/languages/times/time-words.ts',
      'src/shared/languages/en/times/times.ts',
      'src/shared/languages/de/times/times.ts',
      // The names of zones, for a request for the time there.
      'src/shared/languages/de/times/places.ts',
    ],
    brings: [
      'src/daemon/schedule/recurrence/check-rule.ts',
      'src/daemon/schedule/recurrence/easter.ts',
      'src/daemon/schedule/recurrence/excluded-days.ts',
      'src/daemon/schedule/recurrence/holidays.ts',
      'src/daemon/schedule/recurrence/occurrences.ts',
      'src/daemon/schedule/recurrence/period-walls.ts',
      'src/daemon/schedule/recurrence/rule-walls.ts',
      'src/daemon/schedule/recurrence/sun.ts',
      'src/daemon/schedule/recurrence/wall-instants.ts',
      'src/daemon/schedule/recurrence/workdays.ts',
      'src/shared/fields/is-record.ts',
      // Only its types of notes.
      'src/shared/languages/answers.ts',
      'src/shared/languages/en/faults.ts',
      'src/shared/languages/en/notes.ts',
      'src/shared/languages/en/recurrences.ts',
      'src/shared/languages/recurrence/say-days.ts',
      'src/shared/languages/recurrence/say-recurrence.ts',
      'src/shared/languages/recurrence/say-times.ts',
      'src/shared/records/jobs/recurrence.ts',
      'src/shared/recurrence/plain-parts.ts',
      'src/shared/recurrence/read-rule.ts',
      'src/shared/recurrence/rule-parts.ts',
      'src/shared/recurrence/rule-start.ts',
      'src/shared/text/nearest-word.ts',
      'src/shared/text/sentences.ts',
      'src/shared/time/calendar-names.ts',
      'src/shared/time/format-time.ts',
      'src/shared/time/place-zones.ts',
      'src/shared/time/time.ts',
      'src/shared/time/wall-text.ts',
      'src/shared/time/zone.ts',
    ],
  },
];

/** The entry points: they may import everything, and nothing else imports them. */
const ENTRIES = ['src/daemon/bootstrap', 'src/daemon/main.ts'];

const ROWS: readonly Row[] = [
  {of: SHARED, may: []},
  {of: IPC, may: [SHARED], node: ['net', 'fs', 'path']},
  {of: 'src/ipc/socket', may: [SHARED, 'src/ipc/wire'], node: ['child_process', 'fs', 'net', 'path', 'stream']},
  {of: 'src/ipc/wire', may: [SHARED], node: ['net', 'stream']},

  // The daemon, a line and not a web: each may import the folders above it.
  ...PORTS.map(of => ({of, may: [SHARED, ...PORTS]})),
  ...CORE.map((of): Row => ({of, may: [SHARED, ...PORTS], node: 'any'})),
  {of: CONTEXT, may: [SHARED, ...PORTS, ...CORE]},
  {of: ROUTER, may: [SHARED, ...PORTS, CONTEXT, 'src/daemon/routing', 'src/daemon/sessions', 'src/daemon/turns']},
  {...FLOWS, node: 'any'},
  // An adapter gets its access to other modules as functions. All of them rest on the system folder.
  ...ADAPTERS.map(
    (of): Row => ({
      ...{of, node: 'any'},
      // The files of a home travel in both ways.
      may: [SHARED, IPC, ...PORTS, 'src/daemon/system', ...(of === 'src/daemon/fleet' ? ['src/daemon/replica'] : [])],
    }),
  ),
  {of: 'src/daemon/rpc', may: [SHARED, IPC, ...PORTS, ...CORE, CONTEXT, ROUTER, FLOWS.of], node: 'any'},
  // It wraps the ports of all of them.
  {
    of: OUTPUTS,
    may: [SHARED, ...PORTS, 'src/daemon/system'],
    types: [IPC, 'src/daemon/turns', 'src/daemon/channels', 'src/daemon/doors', 'src/daemon/rpc'],
  },
  ...ENTRIES.map(
    (of): Row => ({
      of,
      may: [
        SHARED,
        IPC,
        ...PORTS,
        ...CORE,
        CONTEXT,
        ROUTER,
        FLOWS.of,
        ...ADAPTERS,
        'src/daemon/rpc',
        OUTPUTS,
        ...ENTRIES,
      ],
      node: 'any',
    }),
  ),

  // The terminal. The client never imports the daemon: it starts the daemon's entry file as a separate program.
  {
    of: 'src/tui/cli',
    may: [
      SHARED,
      IPC,
      'src/tui/format',
      'src/tui/nouns',
      'src/tui/start-app.tsx',
      'src/tui/show-theme.ts',
      'src/tui/plain/start-plain.ts',
    ],
    // It starts the daemon, reads its log, writes its service, loads new versions, and asks the person.
    node: 'any',
  },
  {of: 'src/tui/main.ts', may: [SHARED, 'src/ipc/versions', 'src/tui/cli'], node: ['os', 'process', 'url']},
  ...PURE.map((of, index): Row => ({of, may: [SHARED, ...PURE.slice(0, index)], types: [IPC]})),
  {of: 'src/tui/commands', may: [SHARED, ...PURE, 'src/tui/link'], types: [IPC]},
  {of: 'src/tui/link', may: [SHARED, IPC, ...PURE]},
  {of: 'src/tui/terminal', may: [SHARED, ...PURE], node: 'any'},
  {of: 'src/tui/show-theme.ts', may: [SHARED, ...PURE, 'src/tui/theme.ts', 'src/tui/terminal']},
  {of: 'src/tui/theme.ts', may: ['src/tui/layout', 'src/tui/text'], types: PURE},
  {of: 'src/tui/hooks', may: [SHARED, ...PURE], types: ['src/tui/commands']},
  {of: 'src/tui/components', may: [SHARED, ...PURE, 'src/tui/hooks', 'src/tui/theme.ts']},
  {
    of: 'src/tui/screens',
    // A record of an overlay says what it shows, too.
    may: [SHARED, ...PURE, 'src/tui/commands/overlays', 'src/tui/hooks', 'src/tui/theme.ts', 'src/tui/components'],
  },
  {
    of: 'src/tui/app.tsx',
    may: [SHARED, ...PURE, 'src/tui/hooks', 'src/tui/theme.ts', 'src/tui/components', 'src/tui/screens'],
    types: ['src/tui/commands'],
  },
  // The same without a screen: nothing is drawn.
  {
    of: 'src/tui/plain',
    may: [SHARED, ...PURE, 'src/tui/commands', 'src/tui/link', 'src/tui/terminal'],
    node: ['os', 'process'],
  },
  // Opens and restores the terminal.
  ...['src/tui/start-app.tsx', 'src/tui/open-app.tsx'].map(
    (of): Row => ({of, may: [SHARED, IPC, 'src/tui'], node: 'any'}),
  ),
];

/**
 * Own files that may be loaded dynamically, each with the packages that it keeps out of a start. Empty for the two that an entry goes on with:
 * before, it checks the version of Node and turns on Node's compile cache.
 */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'src/tui/cli/start-command.ts': [],
  'src/daemon/bootstrap/run-daemon-verb.ts': [],
  // A one-shot command draws nothing.
  'src/tui/start-app.tsx': ['ink', 'react', 'marked', 'string-width', 'fuzzysort'],
  'src/tui/plain/start-plain.ts': ['string-width', 'fuzzysort'],
  'src/tui/show-theme.ts': ['string-width'],
  // The first frame has no code to colour.
  'src/tui/text/code-colours.ts': ['lowlight'],
  // Opened with the configured channel: both send Markdown.
  'src/daemon/channels/signal/channel.ts': ['marked'],
  'src/daemon/channels/mail/outgoing/sender.ts': ['marked'],
  'src/daemon/channels/mail/oauth.ts': ['oauth4webapi'],
  'src/daemon/tools/load-tools.ts': ['zod'],
  'src/daemon/schedule/calendar/write-calendar.ts': ['ical-generator'],
};

/** The files that may import a library. */
const LIBRARY_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'node:sqlite': ['src/daemon/store', 'src/daemon/system/instance-lock.ts'],
  // Its types. The module itself is loaded at its first use.
  'node:crypto': ['src/daemon/system/node-crypto.ts'],
  '@anthropic-ai/sandbox-runtime': ['src/daemon/system/sandbox/library.ts'],
  croner: ['src/daemon/schedule/cron/cron-expression.ts'],
  'rrule-temporal': ['src/daemon/schedule/recurrence'],
  suncalc: ['src/daemon/schedule/recurrence/sun.ts'],
  'date-holidays': ['src/daemon/schedule/recurrence/holidays.ts'],
  'ical-generator': ['src/daemon/schedule/calendar/write-calendar.ts'],
  conf: ['src/daemon/config/config.ts'],
  'jsonc-parser': ['src/daemon/config'],
  mailauth: ['src/daemon/channels/mail/incoming/judge-sender.ts'],
  'email-reply-parser': ['src/daemon/channels/mail/incoming/mail-text.ts'],
  'html-to-text': ['src/daemon/channels/mail/incoming/mail-text.ts'],
  oauth4webapi: ['src/daemon/channels/mail/oauth.ts'],
  nodemailer: ['src/daemon/channels/mail/outgoing'],
  entities: ['src/daemon/tools/web/html-tokens.ts'],
  yaml: ['src/daemon/workspace/cron-job-file.ts', 'src/daemon/workspace/cron-text.ts'],
  zod: ['src/daemon/tools'],
  '@ai-sdk/anthropic': ['src/daemon/models'],
  '@ai-sdk/openai': ['src/daemon/models'],
  '@ai-sdk/openai-compatible': ['src/daemon/models'],
  'json-rpc-2.0': ['src/ipc/wire/peer.ts', 'src/ipc/wire/client.ts'],
  // The version, for a run from the sources.
  'package.json': ['src/tui/main.ts'],
  chalk: ['src/tui/cli/print.ts'],
  'string-width': ['src/tui/text'],
  marked: ['src/tui/text', 'src/daemon/channels/signal/text', 'src/daemon/channels/mail/outgoing/compose-mail.ts'],
  imapflow: ['src/daemon/channels/mail'],
  pg: ['src/daemon/fleet/postgres-client.ts'],
  'postal-mime': ['src/daemon/channels/mail'],
  fuzzysort: ['src/tui/input/fuzzy.ts'],
  lowlight: ['src/tui/text/code-colours.ts'],
  uqr: ['src/shared/text/qr-code.ts'],
  ink: ['src/tui/open-app.tsx', 'src/tui/hooks', 'src/tui/screens', 'src/tui/components'],
  react: ['src/tui/app.tsx', 'src/tui/hooks', 'src/tui/components'],
};

/** The model's interface is a port of ours, written in its library's types. */
const TYPES_ANYWHERE_IN_DAEMON: ReadonlySet<string> = new Set(['@ai-sdk/provider']);
