// The name of a key: `ctrl+n`, `alt+enter`, `shift+tab`; or the typed letters. Pure.
import type {Key} from 'ink';
import type {Keystroke} from '../commands/commands.ts';

/** Undefined if it isn't a key press: a release, a lone modifier. */
export const keystrokeOf = (input: string, key: Key): Keystroke | undefined => {
  if (key.eventType === 'release') return undefined;
  const name = nameOf(input, key);
  if (name !== undefined) return {key: modified(name, key)};
  if (input === '') return undefined;
  if (key.ctrl || key.meta || key.super) {
    const pressed = {key: modified(input.toLowerCase(), key)};
    // The filter marks keys that arrived together with other input.
    return key.hyper ? {...pressed, among: true} : pressed;
  }
  return CONTROL.test(input) ? control(input) : {text: input};
};

const nameOf = (input: string, key: Key): string | undefined => {
  const named = NAMES.find(([flag]) => key[flag]);
  if (named !== undefined) return named[1];
  // Line feed is Ctrl+J, the newline key that every terminal can send.
  if (input === '\n') return 'ctrl+j';
  return undefined;
};

const modified = (name: string, {ctrl, meta, shift}: Key): string => {
  const isCharacter = name.length === 1;
  return [
    ...(ctrl ? ['ctrl'] : []),
    ...(meta && name !== 'esc' ? ['alt'] : []),
    // Alt with a shifted letter is the typed letter; with Ctrl the terminal doesn't report Shift.
    ...(shift && !(isCharacter && !ctrl) ? ['shift'] : []),
    name,
  ].join('+');
};

const control = (input: string): Keystroke | undefined => {
  const code = input.charCodeAt(0);
  return code >= 1 && code <= 31
    ? {key: `ctrl+${String.fromCharCode(code + (code <= 26 ? 96 : 64)).toLowerCase()}`}
    : undefined;
};

const CONTROL = /^[\x00-\x1f\x7f]/u;

const NAMES = [
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
] as const;
