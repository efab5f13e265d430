// The inject form: composes a manual message to a session. It shows its trust and effects and the text for the model,
// by a dry run after each change. Nothing is sent before Enter; the text stays when the form is closed.
import {addressName, type Names} from '../../../shared/record-text/names.ts';
import type {Session} from '../../../shared/records/session.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {TRUST_LEVELS, TRUST_MEANS} from '../../../shared/records/trust.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {type Draft, expanded} from '../../editor/draft.ts';
import type {Edit} from '../../editor/editor.ts';
import {composerHeight, composerRows} from '../../layout/panes/composer.ts';
import {
  changedChoice,
  fieldsOf,
  INJECT_DRAFT,
  type InjectField,
  type InjectForm,
  initialInject,
  movedField,
  replyTargets,
} from '../../state/inject-form.ts';
import {knownNames} from '../../state/known-names.ts';
import {closeOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import {editorIn, openSession, sessionList} from '../../state/selectors.ts';
import {applyEdit, rememberInput} from '../../store/ui-changes.ts';
import {cut, EMPTY_ROW, exactly, type Row, rowWidth, span} from '../../text/row.ts';
import {drawnLine, shortenedMiddle} from '../../text/width.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';
import type {OverlayRecord, Room, Shown} from './kinds/overlay-record.ts';

export const openInject = (ports: CommandPorts): void => {
  show(ports, initialInject(openSession(ports.store.get()).key));
  void foresee(ports);
};

export const inject: OverlayRecord<Extract<Overlay, {kind: 'inject'}>> = {
  kind: 'form',
  shows: (state, {form}, room) =>
    injectShown(
      {
        form,
        draft: editorIn(state.ui, INJECT_DRAFT).draft,
        session: state.gateway.sessions.get(form.session),
        sessions: sessionList(state).map(({key}) => key),
        names: knownNames(state),
      },
      room,
    ),
  lines: () => ["Injecting isn't available in plain mode. Use: rooster inject NAME TEXT"],
  move: (ports, {form}, by) => show(ports, movedField(form, by > 0 ? 1 : -1)),
  type: (ports, {form}, text, kind) => {
    editText(ports, form, {kind, text});
    return 'taken';
  },
  edit: (ports, {form}, edit) => editText(ports, form, edit),
  enter: (ports, {form}) => {
    void send(ports, form);
    return undefined;
  },
  does: {
    'choice.next': (ports, {form}) => choose(ports, form, 1),
    'choice.previous': (ports, {form}) => choose(ports, form, -1),
  },
};

const editText = (ports: CommandPorts, form: InjectForm, edit: Edit): void => {
  ports.store.update(applyEdit(INJECT_DRAFT, edit));
  const {problem: _, ...rest} = form;
  show(ports, {...rest, field: 'text'});
  const written = textIn(ports);
  // Only the last key press sends a request.
  ports.clock.after(PAUSE_MS, () => {
    if (textIn(ports) === written) void foresee(ports);
  });
};

const choose = (ports: CommandPorts, form: InjectForm, by: -1 | 1): void => {
  const state = ports.store.get();
  show(ports, changedChoice(form, {sessions: sessionList(state), names: knownNames(state)}, by));
  void foresee(ports);
};

const send = async (ports: CommandPorts, form: InjectForm): Promise<void> => {
  const text = textIn(ports);
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
  ports.store.update(rememberInput(text));
  ports.store.update(applyEdit(INJECT_DRAFT, {kind: 'set', text: ''}));
  ports.store.update(closeOverlay);
  const title = drawnLine(ports.store.get().gateway.sessions.get(session)?.title ?? session);
  say(ports, 'ok', `${effect === 'record' ? 'Recorded in' : 'Injected into'} "${title}" as ${shortId(sent)}.`);
};

/** Requests a dry run; outdated responses are dropped. */
const foresee = async (ports: CommandPorts): Promise<void> => {
  const form = formIn(ports);
  const text = textIn(ports);
  if (form === undefined || text.trim() === '') return;
  const {session, trust, replyTo} = form;
  const isSame = (): boolean => {
    const now = formIn(ports);
    return now?.session === session && now.trust === trust && now.replyTo === replyTo && textIn(ports) === text;
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

const textIn = ({store}: CommandPorts): string => expanded(editorIn(store.get().ui, INJECT_DRAFT).draft);

const formIn = ({store}: CommandPorts): InjectForm | undefined => {
  const {overlay} = store.get().ui;
  return overlay.kind === 'inject' ? overlay.form : undefined;
};

const show = ({store}: CommandPorts, form: InjectForm): void => store.update(showOverlay({kind: 'inject', form}));

type InjectModel = {
  readonly form: InjectForm;
  readonly draft: Draft;
  readonly session: Session | undefined;
  /** The keys of those that can be chosen. */
  readonly sessions: readonly SessionKey[];
  readonly names: Names;
};

export const injectShown = (model: InjectModel, {cells, rows: room}: Room): Shown => {
  const {form, draft} = model;
  const choices = fieldsOf(form)
    .filter(field => field !== 'text')
    .flatMap(field => [choiceRow(field, model, cells), ...meaningRows(field, model, cells)]);
  const most = Math.max(1, Math.min(5, Math.floor((room - choices.length) / 3)));
  const textHeight = Math.min(most, composerHeight(draft, cells));
  const {rows, cursor} = composerRows({draft, placeholder: 'message to add'}, cells, textHeight);
  const top = [...choices, heading('text', form.field === 'text', cells), ...rows];
  const below = [...shownRows(form, draft, cells), ...effectRows(form, draft, cells)];
  const all = [...top, EMPTY_ROW, ...below];
  const y = choices.length + 1 + cursor.y;
  return {
    title: 'inject a message',
    rows: exactly(all, Math.max(all.length, MOST_USUAL)),
    cursor: form.field === 'text' && y < room ? {x: Math.min(cursor.x, cells), y} : undefined,
  };
};

/** The meaning of the chosen trust, while it is chosen. */
const meaningRows = (field: InjectField, {form, session}: InjectModel, cells: number): readonly Row[] => {
  const level = form.trust ?? session?.trust;
  if (field !== 'trust' || form.field !== 'trust' || level === undefined) return [];
  return [cut([span(`${' '.repeat(12)}${level}: ${TRUST_MEANS[level]}`, 'dim')], cells)];
};

const choiceRow = (field: InjectField, model: InjectModel, cells: number): Row => {
  const selected = model.form.field === field;
  const label = span(
    `${selected ? '>' : ' '} ${LABELS[field].padEnd(9)}`,
    selected ? {role: 'accent', bold: true} : 'dim',
  );
  const arrows: Row = selected ? [span('  ← →', 'dim')] : [];
  const all = options(field, model, cells);
  const short = rowWidth(all) > cells - rowWidth([label]) ? chosenOf(all) : all;
  return [label, ...short, ...arrows];
};

const options = (field: InjectField, {form, session, sessions, names}: InjectModel, cells: number): Row => {
  switch (field) {
    case 'session':
      return [
        span(shortenedMiddle(drawnLine(session?.title ?? form.session), Math.max(8, cells - 40)), {bold: true}),
        span(`  ${sessions.indexOf(form.session) + 1} of ${sessions.length}`, 'dim'),
      ];
    case 'effect':
      return radio([
        ['run a turn', form.effect === 'turn'],
        ['record only', form.effect === 'record'],
      ]);
    case 'trust':
      return radio([
        [`own (${session?.trust ?? 'full'})`, form.trust === undefined],
        ...TRUST_LEVELS.map(level => [level, form.trust === level] as const),
      ]);
    case 'reply':
      return radio([
        ['keep here', form.replyTo === undefined],
        ...replyTargets(form.session, names).map(
          address => [`to ${addressName(address, names)}`, form.replyTo === address] as const,
        ),
      ]);
    case 'text':
      return [];
  }
};

const radio = (all: readonly (readonly [words: string, chosen: boolean])[]): Row =>
  all.flatMap(([content, chosen]) => [
    span(chosen ? CHOSEN : '( ) ', chosen ? 'accent' : 'dim'),
    span(`${content}  `, chosen ? {bold: true} : 'dim'),
  ]);

/** If the choices don't all fit, shows the selected one and a sign that others exist. */
const chosenOf = (all: Row): Row => {
  const mark = all.findIndex(({text}) => text === CHOSEN);
  return mark === -1 ? all : [...all.slice(mark, mark + 2), span(`${mark / 2 + 1} of ${all.length / 2}`, 'dim')];
};

const shownRows = ({preview, effect}: InjectForm, draft: Draft, cells: number): readonly Row[] => {
  if (draft.text.trim() === '' || preview === undefined) return [];
  const title = effect === 'record' ? 'the next turn sees' : 'the model sees';
  const rows = wrapped([span(preview.message.slice(0, 4_000))], Math.max(8, cells - 4));
  const margin: Row = [span('   │ ', 'dim')];
  const shown = rows.slice(0, MOST_SHOWN);
  const more: readonly Row[] =
    rows.length > shown.length ? [[span(`   … ${rows.length - shown.length} more rows`, 'dim')]] : [];
  return [heading(title, false, cells), ...hanging(shown, margin, margin), ...more];
};

const effectRows = ({preview, problem, effect}: InjectForm, draft: Draft, cells: number): readonly Row[] => {
  const line = (content: string, role: 'dim' | 'error' | 'warn'): readonly Row[] =>
    hanging(wrapped([span(content, role)], Math.max(8, cells - 4)), [span('   ')], [span('   ')]);
  if (draft.text.trim() === '') return line('The message is empty.', 'dim');
  if (problem !== undefined) return line(problem, 'error');
  if (preview === undefined) return line('checking what this would do…', 'dim');
  const content =
    effect === 'record' ? 'The message is stored and starts no turn. Nothing is sent.' : preview.effects.join(' ');
  return [...line(content, 'warn'), ...line('The message is marked as from the operator.', 'dim')];
};

const heading = (title: string, selected: boolean, cells: number): Row => {
  const content = span(`${selected ? '>' : ' '} ${title} `, selected ? {role: 'accent', bold: true} : 'dim');
  return [content, span('─'.repeat(Math.max(0, cells - title.length - 4)), 'dim')];
};

const LABELS: Readonly<Record<InjectField, string>> = {
  session: 'to',
  effect: 'then',
  trust: 'trust',
  reply: 'reply',
  text: 'text',
};
const CHOSEN = '(•) ';
const MOST_SHOWN = 6;
/** So many rows from the beginning on, since the box shouldn't move while one types. */
const MOST_USUAL = 15;
const PAUSE_MS = 120;
