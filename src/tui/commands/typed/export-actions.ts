// Output to other programs: text to the clipboard, the conversation to a pager or a file, the draft to an editor and
// back.

import {fromWire} from '../../../shared/fields/wire.ts';
import {spokenIn} from '../../../shared/record-text/sentinels.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {expanded} from '../../editor/draft.ts';
import {lastCode, markdownCopy} from '../../items/markdown-copy.ts';
import {draftKeyOf} from '../../state/draft-key.ts';
import {openEditor, openSession, openTranscript} from '../../state/selectors.ts';
import {applyEdit} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {copy, pageText} from '../items/read-item.ts';
import {request, say} from '../session-actions.ts';

/** Copies the last answer, the last code in an answer, or the held conversation. */
export const copyTyped = (ports: CommandPorts, what: string): boolean => {
  const state = ports.store.get();
  const messages = openTranscript(state)?.messages ?? [];
  const answers = messages
    .filter(({role}) => role === 'assistant')
    .map(spokenIn)
    .filter(text => text.trim() !== '');
  const text =
    what === 'all'
      ? markdownCopy(openSession(state), messages)
      : what === 'code'
        ? answers.map(lastCode).findLast(code => code !== undefined)
        : answers.at(-1);
  if (what !== '' && what !== 'all' && what !== 'code') return false;
  if (text === undefined || messages.length === 0)
    say(ports, 'ok', what === 'code' ? 'No code in the answers here.' : 'No answers here yet.');
  else void copy(ports, text);
  return true;
};

export const pageSession = async (ports: CommandPorts): Promise<void> => {
  const state = ports.store.get();
  await pageText(ports, markdownCopy(openSession(state), openTranscript(state)?.messages ?? []));
};

/** Writes the whole conversation to a new file in the working directory. */
export const exportSession = async (ports: CommandPorts): Promise<void> => {
  const session = openSession(ports.store.get());
  say(ports, 'ok', `Loading ${session.title}…`);
  const messages = await allMessages(ports, session.key);
  if (messages === undefined) return;
  const name = `${session.key.replaceAll(/[^\w.-]+/gu, '-')}.md`;
  try {
    const path = await ports.terminal.saveFile(name, markdownCopy(session, messages));
    say(ports, 'ok', `Saved ${messages.length.toLocaleString('en')} messages to ${path}`);
  } catch (thrown) {
    say(ports, 'error', `Couldn't save the file: ${errorMessage(thrown)}`);
  }
};

const allMessages = async (ports: CommandPorts, session: SessionKey): Promise<readonly Message[] | undefined> => {
  const pages: (readonly Message[])[] = [];
  for (let before: Message['id'] | undefined; ; ) {
    const wire = await request(ports, 'session.history', {
      session,
      limit: PAGE,
      before,
    });
    if (wire === undefined) return undefined;
    const page = wire.messages.map(message => fromWire<Message>(message));
    pages.push(page);
    before = page[0]?.id;
    if (!wire.more || before === undefined) return pages.toReversed().flat();
  }
};

export const editDraft = async (ports: CommandPorts): Promise<void> => {
  const {store} = ports;
  const {gateway, ui} = store.get();
  const draft = draftKeyOf(gateway, ui.session);
  const before = expanded(openEditor(store.get()).draft);
  const after = await ports.terminal.editText(before);
  if ('problem' in after) say(ports, 'error', `The draft is unchanged: ${after.problem}`);
  else if (after.text !== before) store.update(applyEdit(draft, {kind: 'set', text: after.text}));
};

const PAGE = 500;
