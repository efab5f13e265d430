// Commands on the draft of the open conversation.
import type {SentText} from '../../shared/records/message-details.ts';
import {type Draft, draftOfMessage, expanded} from '../editor/draft.ts';
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

const draftBefore = ({text, enclosed}: SentText, before: Draft): Draft => {
  if (enclosed === undefined) {
    const written = expanded(before);
    return draftOfMessage({text: written === '' ? text : `${text}\n${written}`});
  }
  const taken = draftOfMessage({text, enclosed});
  if (before.text === '') return taken;
  const whole = `${taken.text}\n${before.text}`;
  return {text: whole, cursor: whole.length, chips: [...taken.chips, ...before.chips]};
};

/** Restores a message in front of the current draft. */
export const messageIntoDraft = (ports: Pick<CommandPorts, 'store'>, message: SentText): void => {
  const before = openEditor(ports.store.get()).draft;
  const draft = draftBefore(message, before);
  changeDraft(ports, {kind: 'restore', draft});
};

/** The draft was handled: moves it to the input history. */
export const draftDone = (ports: Pick<CommandPorts, 'store'>, text: string): void => {
  ports.store.update(rememberInput(text));
  setDraft(ports, '');
};
