// Rows in a column of fixed width. Rows already have that width: nothing is measured or cut here.
import {Box} from 'ink';
import type {Row} from '../text/row.ts';
import {painted, type Theme} from '../theme.ts';
import {Line} from './line.tsx';

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
