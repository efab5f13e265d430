// The user of a tool, for tests: Alice in the main session by default.
import type {ToolContext} from '../../src/daemon/ports/tool.ts';

export const toolContext = (other: Partial<ToolContext> = {}): ToolContext => ({
  session: 'rooster:main',
  turnId: 'turn_1',
  callId: 'call_1',
  trust: 'full',
  user: 'alice',
  zone: 'Europe/Berlin',
  signal: new AbortController().signal,
  ...other,
});
