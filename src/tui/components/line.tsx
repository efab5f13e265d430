// One line of the screen. It is as wide as it should be already; one that looks the same is not drawn again.
import {Text} from 'ink';
import {memo} from 'react';

type LineProps = {
  /** With its looks written out. */
  readonly text: string;
};

export const Line = memo(({text}: LineProps) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);
