// A reply on a terminal as it is being written: deltas are printed once, in order, and the whole text that follows in an
// event completes whatever of it was missing.
import type {Delta} from '../../../shared/events/gateway-event.ts';
import {printable} from '../../../shared/text/sanitize.ts';
import {spokenSoFar} from '../../../shared/text/sentinels.ts';
import type {Print} from '../print.ts';

type ReplyPrinter = {
  readonly delta: (delta: Pick<Delta, 'text' | 'offset'>) => void;
  /** All that the step has to say; ends its line. */
  readonly whole: (text: string) => void;
};

export const createReplyPrinter = ({raw}: Pick<Print, 'raw'>): ReplyPrinter => {
  let heard = '';
  let shown = '';
  return {
    delta: ({text, offset}) => {
      // Deltas may be dropped: after a hole nothing can be added, and the whole text will come.
      if (offset > heard.length) return;
      heard += text.slice(heard.length - offset);
      const said = spokenSoFar(heard);
      if (said.length <= shown.length || !said.startsWith(shown)) return;
      raw(printable(said.slice(shown.length)));
      shown = said;
    },
    whole: text => {
      if (text.startsWith(shown)) raw(`${printable(text.slice(shown.length))}\n`);
      // What stood before a sentinel that was held back is all of it, but for its spaces.
      else if (shown.trimEnd() === text) raw(shown.endsWith('\n') ? '' : '\n');
      else raw(`${shown === '' ? '' : '\n'}${printable(text)}\n`);
      heard = '';
      shown = '';
    },
  };
};
