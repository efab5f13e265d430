import {expect, test} from 'vitest';
import {clientFiles} from '../../../src/tui/terminal/client-files.ts';
import {mergedState} from '../../../src/tui/terminal/client-merge.ts';
import {type ClientState, parseClientState} from '../../../src/tui/terminal/client-state.ts';
import {tempDir} from '../../support/temp-dir.ts';

const EMPTY = parseClientState({});
const draft = (text: string) => ({text, cursor: text.length, chips: []});
const state = (given: Partial<ClientState>): ClientState => ({...EMPTY, ...given});

test("each terminal keeps its own draft and leaves the other's alone", () => {
  using dir = tempDir();
  const [one, other] = [clientFiles(dir.path), clientFiles(dir.path)];
  one.load();
  other.load();
  one.save(state({drafts: {main: draft('mine')}}));
  other.save(state({drafts: {'rooster:dm:signal:bob': draft('to Bob')}}));
  one.save(state({drafts: {main: draft('mine, longer')}}));
  expect(clientFiles(dir.path).load().drafts).toEqual({
    main: draft('mine, longer'),
    'rooster:dm:signal:bob': draft('to Bob'),
  });
  // An entry that its own terminal cleared is gone.
  other.save(state({}));
  expect(Object.keys(clientFiles(dir.path).load().drafts)).toEqual(['main']);
});

test("a sent message is removed from the stored list; another terminal's stays", () => {
  const [mine, theirs] = [
    {key: 'a', text: 'mine', at: 1},
    {key: 'b', text: 'theirs', at: 2},
  ];
  const kept = state({sends: [mine, theirs]});
  expect(mergedState(state({sends: [mine]}), state({sends: []}), kept).sends).toEqual([theirs]);
  expect(mergedState(EMPTY, state({sends: [mine]}), state({sends: [theirs]})).sends).toEqual([theirs, mine]);
});

test('a setting belongs to the terminal that changed it last', () => {
  const light = state({look: {theme: 'light', glyphs: 'auto'}});
  expect(mergedState(EMPTY, state({bell: 'off'}), light)).toMatchObject({bell: 'off', look: {theme: 'light'}});
  expect(mergedState(light, EMPTY, light).look.theme).toBe('auto');
  const quiet = state({quietUntil: 5});
  expect(mergedState(EMPTY, EMPTY, quiet).quietUntil).toBe(5);
  expect(mergedState(quiet, EMPTY, quiet).quietUntil).toBeUndefined();
});

test('a message seen on any terminal counts as seen', () => {
  const later = {seenAt: 9, unread: 2};
  expect(mergedState(EMPTY, state({seenAt: 5, unread: 7}), state(later))).toMatchObject(later);
  expect(mergedState(EMPTY, state(later), state({seenAt: 5, unread: 7}))).toMatchObject(later);
});
