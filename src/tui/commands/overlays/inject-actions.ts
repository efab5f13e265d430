// The inject form: choices, text, and a dry run by the daemon after each change. Nothing is sent before Enter; the text
// stays when the form is closed.
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {expanded} from '../../editor/draft.ts';
import type {Edit} from '../../editor/editor.ts';
import {changedChoice, INJECT_DRAFT, type InjectForm, initialInject, movedField} from '../../state/inject-form.ts';
import {knownNames} from '../../state/known-names.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import {editorIn, openSession, sessionList} from '../../state/selectors.ts';
import {drawnLine} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';

export const openInject = (ports: CommandPorts): void => {
  show(ports, initialInject(openSession(ports.store.get()).key));
  void foresee(ports);
};

/** Edits the text; returns false when the form is closed. */
export const editInject = (ports: CommandPorts, edit: Edit): boolean => {
  const form = formIn(ports);
  if (form === undefined) return false;
  ports.store.dispatch({type: 'edit', draft: INJECT_DRAFT, edit});
  const {problem: _, ...rest} = form;
  show(ports, {...rest, field: 'text'});
  const written = textOf(ports);
  // Only the last key press sends a request.
  ports.clock.after(PAUSE_MS, () => {
    if (textOf(ports) === written) void foresee(ports);
  });
  return true;
};

export const moveInject = (ports: CommandPorts, by: -1 | 1): void => {
  const form = formIn(ports);
  if (form !== undefined) show(ports, movedField(form, by));
};

export const chooseInject = (ports: CommandPorts, by: -1 | 1): void => {
  const form = formIn(ports);
  if (form === undefined) return;
  const state = ports.store.get();
  show(ports, changedChoice(form, {sessions: sessionList(state), names: knownNames(state)}, by));
  void foresee(ports);
};

export const sendInject = async (ports: CommandPorts): Promise<void> => {
  const form = formIn(ports);
  const text = textOf(ports);
  if (form === undefined) return;
  if (text.trim() === '') {
    say(ports, 'warn', 'The message is empty.');
    return;
  }
  const {session, trust, replyTo, effect} = form;
  const sent =
    effect === 'record'
      ? (await request(ports, 'session.record', {session, text}))?.messageId
      : (
          await request(ports, 'session.inject', {
            session,
            text,
            key: ports.newKey(),
            trust,
            replyTo,
          })
        )?.turnId;
  if (sent === undefined) return;
  ports.store.dispatch({type: 'remember', text});
  ports.store.dispatch({type: 'edit', draft: INJECT_DRAFT, edit: {kind: 'set', text: ''}});
  ports.store.update(closeOverlay);
  const title = drawnLine(ports.store.get().gateway.sessions.get(session)?.title ?? session);
  say(ports, 'ok', `${effect === 'record' ? 'Recorded in' : 'Injected into'} "${title}" as ${shortId(sent)}.`);
};

/** Requests a dry run; outdated responses are dropped. */
const foresee = async (ports: CommandPorts): Promise<void> => {
  const form = formIn(ports);
  const text = textOf(ports);
  if (form === undefined || text.trim() === '') return;
  const {session, trust, replyTo} = form;
  const isSame = (): boolean => {
    const now = formIn(ports);
    return now?.session === session && now.trust === trust && now.replyTo === replyTo && textOf(ports) === text;
  };
  try {
    const preview = await ports.link.call('session.preview', {
      session,
      text,
      trust,
      replyTo,
    });
    const now = formIn(ports);
    if (now === undefined || !isSame()) return;
    const {problem: _, ...rest} = now;
    show(ports, {...rest, preview});
  } catch (thrown) {
    const now = formIn(ports);
    if (now === undefined || !isSame()) return;
    const {preview: _, ...rest} = now;
    show(ports, {...rest, problem: errorMessage(thrown)});
  }
};

const textOf = ({store}: CommandPorts): string => expanded(editorIn(store.get().ui, INJECT_DRAFT).draft);

const formIn = ({store}: CommandPorts): InjectForm | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'inject' ? overlay.form : undefined;
};

const show = ({store}: CommandPorts, form: InjectForm): void => store.update(showOverlay({kind: 'inject', form}));

const PAUSE_MS = 120;
