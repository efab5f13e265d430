import type {Key} from 'ink';
import {expect, test} from 'vitest';
import {keystrokeOf} from '../../../src/tui/hooks/keystroke.ts';

test('each key has one name, whatever the terminal sends for it', () => {
  expect(keystrokeOf('\r', key({return: true}))).toEqual({key: 'enter'});
  expect(keystrokeOf('\r', key({return: true, meta: true}))).toEqual({key: 'alt+enter'});
  expect(keystrokeOf('\r', key({return: true, shift: true}))).toEqual({key: 'shift+enter'});
  expect(keystrokeOf('\n', key({}))).toEqual({key: 'ctrl+j'});
  expect(keystrokeOf('j', key({ctrl: true}))).toEqual({key: 'ctrl+j'});
  expect(keystrokeOf('n', key({ctrl: true}))).toEqual({key: 'ctrl+n'});
  expect(keystrokeOf('', key({upArrow: true, meta: true}))).toEqual({key: 'alt+up'});
  expect(keystrokeOf('', key({end: true, ctrl: true}))).toEqual({key: 'ctrl+end'});
  expect(keystrokeOf('', key({tab: true, shift: true}))).toEqual({key: 'shift+tab'});
  expect(keystrokeOf('', key({escape: true, meta: true}))).toEqual({key: 'esc'});
  expect(keystrokeOf('1', key({meta: true}))).toEqual({key: 'alt+1'});
  expect(keystrokeOf('_', key({ctrl: true}))).toEqual({key: 'ctrl+_'});
});

test('letters are letters, even shifted and many at a time', () => {
  expect(keystrokeOf('a', key({}))).toEqual({text: 'a'});
  expect(keystrokeOf('A', key({shift: true}))).toEqual({text: 'A'});
  expect(keystrokeOf('日本', key({}))).toEqual({text: '日本'});
});

test('a release, a modifier alone and an unnamed key are not key presses', () => {
  expect(keystrokeOf('a', key({eventType: 'release'}))).toBeUndefined();
  expect(keystrokeOf('', key({}))).toBeUndefined();
});

const key = (given: Partial<Key>): Key => ({
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
  ...given,
});
