// Rows in a column of fixed width. Rows already have that width: nothing is measured or cut here.
import {Box, Text} from 'ink';
import {memo} from 'react';
import type {Row} from '../text/row.ts';
import {painted, type Theme} from '../theme.ts';

type PaneProps = {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly theme: Theme;
};

export const Pane = ({rows, width, theme}: PaneProps) => (
  <Box flexDirection="column" width={width} height={rows.length} flexShrink={0}>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
      <Line key={index} text={painted(theme, row)} />
    ))}
  </Box>
);

type LineProps = {
  /** With escape sequences. */
  readonly text: string;
};

/** One line of the screen, already at its exact width. An unchanged line isn't drawn again. */
export const Line = memo(({text}: LineProps) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);

type EdgeProps = {readonly left: number; readonly top: number; readonly height: number; readonly ascii: boolean};

/** The border between two panes: one column, drawn over the content. */
export const Edge = ({left, top, height, ascii}: EdgeProps) => (
  <Box
    position="absolute"
    left={left}
    top={top}
    width={1}
    height={height}
    borderStyle={ascii ? 'classic' : 'single'}
    borderDimColor
    borderTop={false}
    borderBottom={false}
    borderRight={false}
  />
);
