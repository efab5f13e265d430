// Rows as Ink text, one element a row. A row that looks the same is not drawn again.
import {Box, Text} from 'ink';
import {memo} from 'react';
import type {Row, Span} from '../layout/text/row.ts';
import {lookOf, type Theme} from '../theme.ts';

export type RowsProps = {
  readonly rows: readonly Row[];
  readonly width: number;
  readonly theme: Theme;
};

export const Rows = ({rows, width, theme}: RowsProps) => (
  <Box flexDirection="column" width={width} height={rows.length} flexShrink={0} overflow="hidden">
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
      <Line key={index} row={row} theme={theme} />
    ))}
  </Box>
);

const Line = memo(
  ({row, theme}: {readonly row: Row; readonly theme: Theme}) => (
    <Box height={1} flexShrink={0} overflow="hidden">
      <Text wrap="truncate">
        {row.length === 0
          ? ' '
          : row.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place in the row.
              <Text key={index} {...lookOf(theme, one)}>
                {one.text}
              </Text>
            ))}
      </Text>
    </Box>
  ),
  (before, after) => before.theme === after.theme && sameRow(before.row, after.row),
);

const sameRow = (one: Row, other: Row): boolean =>
  one === other || (one.length === other.length && one.every((span, index) => sameSpan(span, other[index])));

const sameSpan = (one: Span, other: Span | undefined): boolean =>
  one === other ||
  (other !== undefined &&
    one.text === other.text &&
    one.role === other.role &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.underline === other.underline &&
    one.strike === other.strike);
