// A key by its name: `ctrl+n`, `alt+enter`, `shift+tab`; or the letters that were typed. Pure.
import type {Key} from 'ink';
import type {Keystroke} from '../commands/commands.ts';

/** Undefined for what is no key press: a release, a modifier alone. */
export const keystrokeOf = (input: string, key: Key): Keystroke | undefined => {
  if (key.eventType === 'release') return undefined;
  const name = nameOf(input, key);
  if (name !== undefined) return {key: modified(name, key)};
  if (input === '') return undefined;
  if (key.ctrl || key.meta || key.super) return {key: modified(input.toLowerCase(), key)};
  return CONTROL.test(input) ? control(input) : {text: input};
};

const nameOf = (input: string, key: Key): string | undefined => {
  const named = NAMES.find(([flag]) => key[flag]);
  if (named !== undefined) return named[1];
  // Line feed is Ctrl+J; it is the newline that every terminal can send.
  if (input === '\n') return 'ctrl+j';
  return undefined;
};

const modified = (name: string, {ctrl, meta, shift}: Key): string => {
  const letter = name.length === 1;
  return [
    ...(ctrl ? ['ctrl'] : []),
    ...(meta && name !== 'esc' ? ['alt'] : []),
    // A shifted letter with Alt is the letter that was typed; with Ctrl the terminal does not tell.
    ...(shift && !(letter && !ctrl) ? ['shift'] : []),
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
