// The tabs in the header: the views by their digit keys, each with what waits behind it. Shorter forms exist for every
// width.
import type {TabCount} from '../../lists/tab-counts.ts';
import type {View} from '../../nouns/views.ts';
import {hitting, type Role, type Row, rowWidth, type Span, span} from '../../text/row.ts';

export type Tab = {readonly view: View; readonly open: boolean; readonly count?: TabCount};

/** The longest form that fits; the digits alone if none does. */
export const tabsRow = (tabs: readonly Tab[], cells: number): Row => {
  const forms = FORMS.map(form =>
    tabs.flatMap((tab, index) => hitting(tabSpans(tab, index, form), {kind: 'view', id: tab.view})),
  );
  return forms.find(form => rowWidth(form) <= cells) ?? forms.at(-1) ?? [];
};

/** `full`: all names; `short`: abbreviated ones; `open`: the open view's name; `digits`: no name. */
type Form = 'full' | 'short' | 'open' | 'digits';

const FORMS: readonly Form[] = ['full', 'short', 'open', 'digits'];

const tabSpans = ({view, open, count}: Tab, index: number, form: Form): readonly Span[] => {
  const digit = String(index + 1);
  const name = nameOf(view, open, form);
  const text = name === '' ? digit : `${digit} ${name}`;
  const gap = form === 'full' || form === 'short' ? ' ' : '';
  const mark = markOf(count, gap);
  if (open) return [span(` ${text}${mark?.text ?? ''} `, {role: 'selected', bold: true})];
  return [
    span(` ${digit}`, 'accent'),
    span(name === '' ? '' : ` ${name}`, 'dim'),
    ...(mark === undefined ? [] : [mark]),
    span(' '),
  ];
};

const nameOf = (view: View, open: boolean, form: Form): string => {
  if (form === 'digits') return '';
  if (form === 'open') return open ? SHORT[view] : '';
  return form === 'short' ? SHORT[view] : view;
};

const markOf = (count: TabCount | undefined, gap: string): Span | undefined =>
  count === undefined
    ? undefined
    : span(`${gap}${MARKS[count.kind]}${Math.min(count.count, MOST_SHOWN)}`, ROLES[count.kind]);

const SHORT: Readonly<Record<View, string>> = {
  chat: 'chat',
  timeline: 'time',
  plan: 'plan',
  outbox: 'out',
  log: 'log',
};
const MARKS: Readonly<Record<TabCount['kind'], string>> = {new: '▪', trouble: '!', plain: '·'};
const ROLES: Readonly<Record<TabCount['kind'], Role>> = {new: 'now', trouble: 'error', plain: 'dim'};
const MOST_SHOWN = 999;
