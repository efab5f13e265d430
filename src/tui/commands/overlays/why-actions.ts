// The story of a thing: asked of the daemon, walked through step by step, each of which can be read whole and asked about again.
import {wordsFor} from '../../../shared/gateway-error.ts';
import type {StoryStep} from '../../../shared/story.ts';
import {fromWire} from '../../../shared/wire.ts';
import {documentOfGroup, grouped} from '../../items/story-steps.ts';
import type {WhyOverlay} from '../../store/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

/** Shows at once that it is asked, then what was recorded. */
export const openWhy = async (doors: Doors, id: string): Promise<void> => {
  const {store, link} = doors;
  const {overlay: back} = store.get().ui;
  const asking: WhyOverlay = {kind: 'why', id, title: id, index: 0, back};
  store.dispatch({type: 'overlay', overlay: asking});
  const show = (told: Pick<WhyOverlay, 'steps'> | Pick<WhyOverlay, 'failure'>): void => {
    // Whoever went on meanwhile is not called back; keys that moved nothing yet are no going on.
    const {overlay} = store.get().ui;
    if (overlay.kind !== 'why' || overlay.id !== id || overlay.steps !== undefined) return;
    store.dispatch({type: 'overlay', overlay: {...overlay, ...told}});
  };
  try {
    const {steps} = await link.call('why', {id});
    show({steps: steps.map(step => fromWire<StoryStep>(step))});
  } catch (thrown) {
    show({failure: wordsFor(thrown)});
  }
};

export const onWhy = ({store}: Doors, act: (overlay: WhyOverlay) => void): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'why') act(overlay);
};

export const readStep = ({store}: Doors, overlay: WhyOverlay): void => {
  const group = grouped(overlay.steps ?? [])[overlay.index];
  if (group === undefined) return;
  const document = documentOfGroup(group);
  store.dispatch({
    type: 'overlay',
    overlay: {kind: 'reader', document, top: 0, query: '', typing: false, back: overlay},
  });
};

export const whyOfStep = (doors: Doors, overlay: WhyOverlay): void => {
  const group = grouped(overlay.steps ?? [])[overlay.index];
  if (group === undefined || group.kind === 'tool') return;
  if (group.id === overlay.id) say(doors, 'ok', 'this is its story');
  else void openWhy(doors, group.id);
};

export const toStep = ({store}: Doors, overlay: WhyOverlay, number: number): void => {
  if (number <= grouped(overlay.steps ?? []).length)
    store.dispatch({type: 'overlay', overlay: {...overlay, index: number - 1}});
};
