// The chat screen: full-width lines at the top and bottom, the panes side by side between them, and the cursor. Exactly
// as high as the terminal, because a taller screen would scroll.

import {Box, Text, useCursor} from 'ink';
import {Edge, Pane} from '../components/pane.tsx';
import type {Theme} from '../theme.ts';
import type {ChatFrame} from './hit.ts';

type ChatScreenProps = {
  readonly frame: ChatFrame;
  readonly columns: number;
  readonly theme: Theme;
};

export const ChatScreen = ({frame, columns, theme}: ChatScreenProps) => {
  const {head, panes, edges, foot, cursor} = frame;
  const {setCursorPosition} = useCursor();
  // Moves the terminal's own cursor: input methods draw uncommitted text there.
  setCursorPosition(cursor);
  const height = panes[0]?.rows.length ?? 0;
  return (
    <Box flexDirection="column" width={columns} height={head.length + height + foot.length}>
      <Pane rows={head} width={columns} theme={theme} />
      <Box height={height} flexShrink={0}>
        {panes.map(({rows, width}, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pane is its place on the screen.
          <Pane key={index} rows={rows} width={width} theme={theme} />
        ))}
      </Box>
      <Pane rows={foot} width={columns} theme={theme} />
      {edges.map(left => (
        <Edge key={left} left={left} top={head.length} height={height} ascii={theme.ascii} />
      ))}
    </Box>
  );
};

/** The message for a terminal that is too small. */
export const TooSmall = ({columns, rows}: {readonly columns: number; readonly rows: number}) => (
  <Box width={columns} height={rows} overflow="hidden">
    <Text wrap="truncate">{`terminal too small, ${columns}x${rows}`}</Text>
  </Box>
);
