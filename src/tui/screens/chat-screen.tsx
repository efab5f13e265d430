// The chat screen: header, the conversation between what is beside it, and below it what is being written.
import {Box, useCursor} from 'ink';
import {Rows} from '../components/rows.tsx';
import type {Theme} from '../theme.ts';
import type {ChatFrame} from './chat-view.ts';

export type ChatScreenProps = {readonly frame: ChatFrame; readonly theme: Theme};

export const ChatScreen = ({frame, theme}: ChatScreenProps) => {
  const {regions, header, sessions, main, aside, foot, cursor} = frame;
  const {setCursorPosition} = useCursor();
  // The terminal's own cursor: input methods draw what is not yet committed there.
  setCursorPosition(cursor);
  return (
    <Box flexDirection="column" width={regions.columns} height={regions.rows} overflow="hidden">
      <Rows rows={header} width={regions.columns} theme={theme} />
      <Box height={regions.body} flexShrink={0} overflow="hidden">
        {sessions.length > 0 && <Rows rows={sessions} width={regions.sessions} theme={theme} />}
        <Rows rows={main} width={regions.main} theme={theme} />
        {aside.length > 0 && <Rows rows={aside} width={regions.aside} theme={theme} />}
      </Box>
      <Rows rows={foot} width={regions.columns} theme={theme} />
    </Box>
  );
};
