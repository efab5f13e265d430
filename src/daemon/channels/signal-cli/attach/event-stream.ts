// Parses server-sent events as far as signal-cli uses them: bytes in, the data of each event out. Chunks may end
// anywhere.
import {createLineReader} from '../../../../ipc/wire/index.ts';

export type EventStreamDeps = {
  readonly onEvent: (name: string, data: string) => void;
  /** A line was too long or invalid UTF-8. The stream is unusable after it. `because` is a part of a sentence. */
  readonly onFault: (because: string) => void;
};

type EventStream = {push(bytes: Buffer): void};

export const createEventStream = ({onEvent, onFault}: EventStreamDeps): EventStream => {
  let name = '';
  let data: string[] = [];

  const take = (text: string): void => {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (line === '') {
      // An event without data is ignored.
      if (data.length > 0) onEvent(name === '' ? 'message' : name, data.join('\n'));
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    // One space after the colon isn't part of the value. A line that starts with a colon is a comment.
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  };

  const lines = createLineReader({
    cap: LONGEST_LINE,
    onLine: take,
    onFault: fault =>
      onFault(fault === 'too-long' ? 'it sent a line that is too long to take' : "it sent a line that isn't UTF-8"),
  });
  return {push: lines.push};
};

const LONGEST_LINE = 64 * 1_024 * 1_024;
