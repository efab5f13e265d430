// A reply on a terminal as it is being written: deltas are printed once, in order, and the whole text that follows in an
// event completes whatever of it was missing.
import type {Delta} from '../../../shared/gateway-event.ts';
import {printable} from '../../words/plain-text.ts';
import type {Print} from '../print.ts';

type ReplyPrinter = {
  readonly delta: (delta: Pick<Delta, 'text' | 'offset'>) => void;
  /** The whole text of the step; ends its line. */
  readonly whole: (text: string) => void;
};

export const createReplyPrinter = ({raw}: Pick<Print, 'raw'>): ReplyPrinter => {
  let shown = '';
  return {
    delta: ({text, offset}) => {
      // Deltas may be dropped: after a hole nothing can be added, and the whole text will come.
      if (offset > shown.length) return;
      const more = text.slice(shown.length - offset);
      if (more === '') return;
      shown += more;
      raw(printable(more));
    },
    whole: text => {
      if (text.startsWith(shown)) raw(`${printable(text.slice(shown.length))}\n`);
      else raw(`\n${printable(text)}\n`);
      shown = '';
    },
  };
};
