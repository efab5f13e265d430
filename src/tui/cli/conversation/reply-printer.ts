// Prints a reply while it is written: each delta once, in order. The whole text in the final event adds whatever is
// missing.
import type {Delta} from '../../../shared/events/gateway-event.ts';
import {spokenSoFar} from '../../../shared/record-text/sentinels.ts';
import {printable} from '../../../shared/text/sanitize.ts';
import type {Print} from '../print.ts';

type ReplyPrinter = {
  readonly delta: (delta: Pick<Delta, 'text' | 'offset'>) => void;
  /** The step's whole text; ends its line. */
  readonly whole: (text: string) => void;
};

export const createReplyPrinter = ({raw}: Pick<Print, 'raw'>): ReplyPrinter => {
  let received = '';
  let shown = '';
  return {
    delta: ({text, offset}) => {
      // Deltas may be dropped. After a gap nothing can be appended until the whole text arrives.
      if (offset > received.length) return;
      received += text.slice(received.length - offset);
      const spoken = spokenSoFar(received);
      if (spoken.length <= shown.length || !spoken.startsWith(shown)) return;
      raw(printable(spoken.slice(shown.length)));
      shown = spoken;
    },
    whole: text => {
      if (text.startsWith(shown)) raw(`${printable(text.slice(shown.length))}\n`);
      // Only a sentinel was held back: the printed text is complete except for its spaces.
      else if (shown.trimEnd() === text) raw(shown.endsWith('\n') ? '' : '\n');
      else raw(`${shown === '' ? '' : '\n'}${printable(text)}\n`);
      received = '';
      shown = '';
    },
  };
};
