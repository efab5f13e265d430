// P16: the smallest program that Ink can draw with. Its frame has a screen's height, as a conversation has.
import {Box, render, Text} from 'ink';

const LINES = Array.from({length: 20}, (_, line) => `line ${line}: words as people write them`);

render(
  <Box flexDirection="column">
    {LINES.map(line => (
      <Text key={line}>{line}</Text>
    ))}
    <Box borderStyle="round">
      <Text>ready</Text>
    </Box>
  </Box>,
);
setInterval(() => {}, 1e6);
