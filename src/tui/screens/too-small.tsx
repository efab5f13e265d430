// The message for a terminal that is too small.
import {Box, Text} from 'ink';

export const TooSmall = ({columns, rows}: {readonly columns: number; readonly rows: number}) => (
  <Box width={columns} height={rows} overflow="hidden">
    <Text wrap="truncate">{`terminal too small, ${columns}x${rows}`}</Text>
  </Box>
);
