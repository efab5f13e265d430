// The inject form: choices, text, and a dry run by the daemon after each change. Nothing is sent before Enter; the text stays when the form
// is closed.
import {present} from '../../../shared/fields/present.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {expanded} from '../../editor/draft.ts';
import type {Edit} from '../../editor/editor.ts';
import {drawnLine} from '../../layout/text/width.ts';
import {changedChoice, INJECT_DRAFT, type InjectForm, initialInject, movedField} from '../../state/inject-form.ts';
import {knownNames} from '../../state/known-names.ts';
import {editorIn, openSession, sessionList} from '../../state/selectors.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const openInject = (doors: Doors): void => {
  show(doors, initialInject(openSession(doors.store.get()).key));
  void foresee(doors);
};

/** Edits the text; returns false when the form is closed. */
export const editInject = (doors: Doors, edit: Edit): boolean => {
  const form = formIn(doors);
  if (form === undefined) return false;
  doors.store.dispatch({type: 'edit', draft: INJECT_DRAFT, edit});
  const {problem: _, ...rest} = form;
  show(doors, {...rest, field: 'text'});
  const written = textOf(doors);
  // Only the last key press sends a request.
  doors.clock.after(PAUSE_MS, () => {
    if (textOf(doors) === written) void foresee(doors);
  });
  return true;
};

export const moveInject = (doors: Doors, by: -1 | 1): void => {
  const form = formIn(doors);
  if (form !== undefined) show(doors, movedField(form, by));
};

export const chooseInject = (doors: Doors, by: -1 | 1): void => {
  const form = formIn(doors);
  if (form === undefined) return;
  const state = doors.store.get();
  show(doors, changedChoice(form, {sessions: sessionList(state), names: knownNames(state)}, by));
  void foresee(doors);
};

export const sendInject = async (doors: Doors): Promise<void> => {
  const form = formIn(doors);
  const text = textOf(doors);
  if (form === undefined) return;
  if (text.trim() === '') {
    say(doors, 'warn', 'The message is empty.');
    return;
  }
  const {session, trust, replyTo, effect} = form;
  const sent =
    effect === 'record'
      ? (await request(doors, 'session.record', {session, text}))?.messageId
      : (
          await request(doors, 'session.inject', {
            session,
            text,
            key: doors.newKey(),
            ...present({trust, replyTo}),
          })
        )?.turnId;
  if (sent === undefined) return;
  doors.store.dispatch({type: 'remember', text});
  doors.store.dispatch({type: 'edit', draft: INJECT_DRAFT, edit: {kind: 'set', text: ''}});
  doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
  const title = drawnLine(doors.store.get().gateway.sessions.get(session)?.title ?? session);
  say(doors, 'ok', `${effect === 'record' ? 'Recorded in' : 'Injected into'} "${title}" as ${shortId(sent)}.`);
};

/** Requests a dry run; outdated responses are dropped. */
const foresee = async (doors: Doors): Promise<void> => {
  const form = formIn(doors);
  const text = textOf(doors);
  if (form === undefined || text.trim() === '') return;
  const {session, trust, replyTo} = form;
  const isSame = (): boolean => {
    const now = formIn(doors);
    return now?.session === session && now.trust === trust && now.replyTo === replyTo && textOf(doors) === text;
  };
  try {
    const preview = await doors.link.call('session.preview', {
      session,
      text,
      ...present({trust, replyTo}),
    });
    const now = formIn(doors);
    if (now === undefined || !isSame()) return;
    const {problem: _, ...rest} = now;
    show(doors, {...rest, preview});
  } catch (thrown) {
    const now = formIn(doors);
    if (now === undefined || !isSame()) return;
    const {preview: _, ...rest} = now;
    show(doors, {...rest, problem: errorMessage(thrown)});
  }
};

const textOf = ({store}: Doors): string => expanded(editorIn(store.get().ui, INJECT_DRAFT).draft);

const formIn = ({store}: Doors): InjectForm | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'inject' ? overlay.form : undefined;
};

const show = ({store}: Doors, form: InjectForm): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'inject', form}});

const PAUSE_MS = 120;
