// Commands on the draft of the open conversation.
import {expanded} from '../editor/draft.ts';
import type {Edit} from '../editor/editor.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {openEditor} from '../state/selectors.ts';
import type {Doors} from './doors.ts';

export const changeDraft = ({store}: Pick<Doors, 'store'>, edit: Edit): void => {
  const {gateway, ui} = store.get();
  store.dispatch({type: 'edit', draft: draftKeyOf(gateway, ui.session), edit});
};

export const setDraft = (doors: Pick<Doors, 'store'>, text: string): void => changeDraft(doors, {kind: 'set', text});

/** The full draft, pasted text included. */
export const draftText = ({store}: Pick<Doors, 'store'>): string => expanded(openEditor(store.get()).draft);

/** Restores a text in front of the current draft. */
export const backIntoDraft = (doors: Pick<Doors, 'store'>, text: string): void => {
  const written = draftText(doors);
  setDraft(doors, written === '' ? text : `${text}\n${written}`);
};

/** The draft was handled: moves it to the input history. */
export const draftDone = (doors: Pick<Doors, 'store'>, text: string): void => {
  doors.store.dispatch({type: 'remember', text});
  setDraft(doors, '');
};
