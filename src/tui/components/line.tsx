// One line of the screen, already at its exact width. An unchanged line isn't drawn again.
import {Text} from 'ink';
import {memo} from 'react';

type LineProps = {
  /** With escape sequences. */
  readonly text: string;
};

export const Line = memo(({text}: LineProps) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);
