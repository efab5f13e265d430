// A list: rows of which one is selected, and keys that act on it.
import {type Overlay, showOverlay} from '../../../state/overlay.ts';
import {type OverlayRecord, stepped} from './overlay-record.ts';

type ListOverlay = Extract<Overlay, {readonly index: number}>;

type List<O extends ListOverlay> = Omit<OverlayRecord<O>, 'kind' | 'move' | 'shows'> &
  Required<Pick<OverlayRecord<O>, 'shows'>> & {
    /** Number of rows that can be selected. */
    readonly count: (overlay: O) => number;
  };

export const list = <O extends ListOverlay>({count, ...others}: List<O>): OverlayRecord<O> => ({
  ...others,
  kind: 'list',
  move: ({store}, overlay, by) =>
    store.update(showOverlay({...overlay, index: stepped(overlay.index, by, count(overlay))})),
});
