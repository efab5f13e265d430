// A list as numbered sentences: time, outcome, and recipient.
import {counted, stopped} from '../../shared/text/sentences.ts';
import {emptyText} from '../layout/lists/format-empty.ts';
import type {ListRow} from '../lists/list-row.ts';
import type {NounContext} from '../nouns/noun-view.ts';
import {withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';
import {drawnLine} from '../text/width.ts';

/** The newest or next rows up to a limit; a longer list says so. */
export const listSentences = (name: ListName, rows: readonly ListRow[], by: NounContext): readonly string[] => {
  const nouns = rows.flatMap(row => (row.kind === 'noun' ? [row.noun] : []));
  if (nouns.length === 0) return [`${TITLES[name]}: ${emptyText(name)}`];
  const shown = name === 'log' ? nouns.slice(-MOST) : nouns.slice(0, MOST);
  const more = nouns.length > shown.length ? `, ${shown.length} of them here` : '';
  return [
    `${TITLES[name]}, ${counted(nouns.length, 'entry', 'entries')}${more}:`,
    ...shown.map((noun, index) => {
      const sentence = withView(noun, (view, item) => view.sentence(item, by));
      return `${index + 1}. ${stopped(drawnLine(sentence))}`;
    }),
  ];
};

const TITLES: Readonly<Record<ListName, string>> = {
  timeline: 'Timeline',
  plan: 'Plan',
  outbox: 'Outbox',
  log: 'Log',
};
const MOST = 30;
