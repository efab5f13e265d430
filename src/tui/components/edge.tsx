// The border between two panes: one column, drawn over the content.
import {Box} from 'ink';

type EdgeProps = {readonly left: number; readonly top: number; readonly height: number; readonly ascii: boolean};

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
