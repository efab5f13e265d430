// Inject: composes a manual message to a session. Shows its trust and effects and the text for the model before
// anything is sent.

import {addressName, type Names} from '../../../shared/record-text/names.ts';
import type {Session} from '../../../shared/records/session.ts';
import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import type {Draft} from '../../editor/draft.ts';
import {fieldsOf, type InjectField, type InjectForm, replyTargets} from '../../state/inject-form.ts';
import {EMPTY_ROW, exactly, type Row, rowWidth, span} from '../../text/row.ts';
import {drawnLine, shortenedMiddle} from '../../text/width.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import {composerHeight, composerRows} from '../panes/composer.ts';
import {framed, frameRoom} from './frame.ts';

type InjectModel = {
  readonly form: InjectForm;
  readonly draft: Draft;
  readonly session: Session | undefined;
  readonly sessions: number;
  readonly names: Names;
};

type InjectView = {
  readonly rows: readonly Row[];
  readonly cursor?: {readonly x: number; readonly y: number};
};

export const injectView = (model: InjectModel, cells: number, height: number): InjectView => {
  const {form, draft} = model;
  const room = frameRoom(height);
  const choices = fieldsOf(form)
    .filter(field => field !== 'text')
    .map(field => choiceRow(field, model, cells));
  const most = Math.max(1, Math.min(5, Math.floor((room - choices.length) / 3)));
  const textHeight = Math.min(most, composerHeight(draft, cells));
  const {rows, cursor} = composerRows({draft, placeholder: 'message to add'}, cells, textHeight);
  const top = [...choices, heading('text', form.field === 'text', cells), ...rows];
  const below = [...shownRows(form, draft, cells), ...effectRows(form, draft, cells)];
  const all = [...top, EMPTY_ROW, ...below];
  const at = 1 + choices.length + 1 + cursor.y;
  return {
    rows: framed('inject a message', exactly(all, Math.max(all.length, MOST_USUAL)), cells, height, {fits: true}),
    cursor: form.field === 'text' && at <= room ? {x: Math.min(cursor.x, cells), y: at} : undefined,
  };
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
        span(`  1 of ${sessions}`, 'dim'),
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
