// Commands on the draft of the open conversation.
import {draftOfMessage, expanded} from '../editor/draft.ts';
import type {Edit} from '../editor/editor.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {openEditor} from '../state/selectors.ts';
import {applyEdit, rememberInput} from '../store/ui-changes.ts';
import type {CommandPorts} from './command-ports.ts';

export const changeDraft = ({store}: Pick<CommandPorts, 'store'>, edit: Edit): void => {
  const {gateway, ui} = store.get();
  store.update(applyEdit(draftKeyOf(gateway, ui.session), edit));
};

export const setDraft = (ports: Pick<CommandPorts, 'store'>, text: string): void =>
  changeDraft(ports, {kind: 'set', text});

/** The full draft, pasted text included. */
export const draftText = ({store}: Pick<CommandPorts, 'store'>): string => expanded(openEditor(store.get()).draft);

/** Restores a text in front of the current draft. */
export const backIntoDraft = (ports: Pick<CommandPorts, 'store'>, text: string): void => {
  const written = draftText(ports);
  setDraft(ports, written === '' ? text : `${text}\n${written}`);
};

/** Restores a message in front of the current draft. */
export const messageIntoDraft = (ports: Pick<CommandPorts, 'store'>, text: string): void => {
  const written = draftText(ports);
  const draft = draftOfMessage(written === '' ? text : `${text}\n${written}`);
  changeDraft(ports, {kind: 'restore', draft});
};

/** The draft was handled: moves it to the input history. */
export const draftDone = (ports: Pick<CommandPorts, 'store'>, text: string): void => {
  ports.store.update(rememberInput(text));
  setDraft(ports, '');
};
