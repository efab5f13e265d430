import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CHIP} from '../../../src/tui/editor/draft.ts';
import type {LastState} from '../../../src/tui/state/last-state.ts';
import {initialUiState} from '../../../src/tui/state/ui-state.ts';
import {clientFiles} from '../../../src/tui/terminal/client-files.ts';
import {type ClientState, parseClientState} from '../../../src/tui/terminal/client-state.ts';
import {tempDir} from '../../support/temp-dir.ts';

const {lists: LISTS} = initialUiState({columns: 80, rows: 24}, 0);

const STATE: ClientState = {
  drafts: {main: {text: `see ${CHIP}`, cursor: 3, chips: ['a long paste']}},
  sends: [{key: 'k1', text: 'unsent', at: 5, session: 'rooster:main'}],
  bell: 'off',
  silent: {from: 1320, to: 420},
  toolDetail: 'short',
  thinkingDetail: 'full',
  look: {theme: 'light', glyphs: 'ascii'},
  motion: false,
  setupAsked: true,
  mouse: false,
  uses: {plan: 3},
  recent: ['command:plan'],
  view: 'plan',
  lists: {...LISTS, plan: {selected: 'cron:morning', index: 2, line: 1, filter: 'tea', kind: 'cron'}},
};

const LAST: LastState = {
  at: 5,
  snapshot: {
    sessions: [],
    reminders: [],
    pendingReminders: 0,
    cron: {jobs: [], invalid: []},
    runs: [],
    deliveries: [],
    turns: [],
    channels: [],
    problems: [],
  },
  pages: [],
  names: {},
};

test('the last state is private, and one of another version or a damaged one is none', () => {
  using folder = tempDir();
  const path = join(folder.path, 'last.json');
  const files = clientFiles(folder.path);
  expect(files.loadLast()).toBeUndefined();
  files.saveLast(LAST);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(files.loadLast()).toEqual(LAST);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, -9));
  expect(files.loadLast()).toBeUndefined();
  writeFileSync(path, text.replace('"version":"', '"version":"0'));
  expect(files.loadLast()).toBeUndefined();
});

const NOTHING: ClientState = {
  drafts: {},
  sends: [],
  bell: 'notify',
  toolDetail: 'line',
  thinkingDetail: 'line',
  look: {theme: 'auto', glyphs: 'auto'},
  setupAsked: false,
  motion: true,
  mouse: true,
  uses: {},
  recent: [],
  view: 'chat',
  lists: LISTS,
};

test('saved state loads again, and is private', () => {
  using dir = tempDir();
  const files = clientFiles(join(dir.path, 'client'));
  expect(files.load()).toEqual(NOTHING);
  files.save(STATE);
  files.appendHistory('two\nlines');
  expect(files.load()).toEqual(STATE);
  expect(files.loadHistory()).toEqual(['two\nlines']);
  expect(modeOf(join(dir.path, 'client'))).toBe(0o700);
  for (const name of readdirSync(join(dir.path, 'client'))) expect(modeOf(join(dir.path, 'client', name))).toBe(0o600);
});

test('a damaged file is moved aside and never overwritten', () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, 'state.json'), '{"drafts": {"ma');
  const files = clientFiles(dir.path);
  expect(files.load().drafts).toEqual({});
  files.save(STATE);
  expect(readFileSync(join(dir.path, 'state.json.damaged'), 'utf8')).toBe('{"drafts": {"ma');
});

test('invalid or outdated fields are dropped, the others are kept', () => {
  expect(
    parseClientState({
      drafts: {
        ok: {text: 'kept'},
        broken: {text: 5},
        holes: {text: `a${CHIP}`, chips: []},
        far: {text: 'ab', cursor: 99},
      },
      sends: [{key: 'k', text: 't', at: 1, session: 'no key'}, 'x', {key: 1}],
      bell: 'yes',
      quiet: {kind: 'daily', from: 'ten'},
      toolDetail: 'everything',
      view: 'nowhere',
      lists: {plan: {selected: 5, kind: 'nothing', filter: 'tea'}, log: 'x'},
      more: true,
    }),
  ).toEqual({
    drafts: {ok: {text: 'kept', cursor: 4, chips: []}, far: {text: 'ab', cursor: 2, chips: []}},
    sends: [{key: 'k', text: 't', at: 1}],
    uses: {},
    recent: [],
    bell: 'notify',
    toolDetail: 'line',
    thinkingDetail: 'line',
    look: {theme: 'auto', glyphs: 'auto'},
    motion: true,
    setupAsked: false,
    mouse: true,
    view: 'chat',
    lists: {...LISTS, plan: {...LISTS.plan, filter: 'tea'}},
  });
  for (const nonsense of [undefined, null, 5, 'x', []]) expect(parseClientState(nonsense).drafts).toEqual({});
});

test('history keeps each text once, survives a truncated line, and has a limit', () => {
  using dir = tempDir();
  const files = clientFiles(dir.path);
  mkdirSync(dir.path, {recursive: true});
  const many = Array.from({length: 2_500}, (_, index) => JSON.stringify(`entry ${index}`));
  writeFileSync(join(dir.path, 'history.jsonl'), [...many, JSON.stringify('entry 2400'), '"cut sho'].join('\n'));
  const loaded = files.loadHistory();
  expect(loaded).toHaveLength(1_000);
  expect(loaded.at(-1)).toBe('entry 2400');
  expect(loaded.filter(entry => entry === 'entry 2400')).toHaveLength(1);
  expect(readFileSync(join(dir.path, 'history.jsonl'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(1_000);
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test('the bell setting of an older version is understood', () => {
  expect(parseClientState({bell: false}).bell).toBe('off');
  expect(parseClientState({bell: true}).bell).toBe('notify');
});
