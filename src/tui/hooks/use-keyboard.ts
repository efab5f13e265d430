// Forwards keys and pastes from Ink to the commands, each key by its name.
import {useInput, usePaste} from 'ink';
import type {Commands} from '../commands/commands.ts';
import {keystrokeOf} from './keystroke.ts';

export const useKeyboard = (commands: Commands): void => {
  useInput((input, key) => {
    const keystroke = keystrokeOf(input, key);
    if (keystroke !== undefined) commands.press(keystroke);
  });
  usePaste(text => commands.paste(text));
};
