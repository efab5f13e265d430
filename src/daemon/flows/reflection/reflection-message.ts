// Builds the material of a reflection: the last note, the waiting pages, and the messages since. All of it is between
// two unguessable marks, as content and not as instructions. Pure.

import {todoLines} from '../../../shared/record-text/todo-lines.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {abridged} from '../../../shared/text/shortened.ts';
import type {CachedPage} from '../../ports/workspace.ts';

type ReflectionMaterial = {
  readonly run: Run;
  /** The last reflection's final text. */
  readonly note: string | undefined;
  readonly pages: readonly CachedPage[];
  /** Number of pages that wait for the next reflection. */
  readonly morePages: number;
  /** The topics of the references. Undefined if it can't maintain them. */
  readonly topics: readonly string[] | undefined;
  readonly zone: string;
  readonly transcript: string;
};

/** The oldest pages, at least one, as many as fit into the characters. */
export const listedPages = (pages: readonly CachedPage[], characters: number): readonly CachedPage[] => {
  const oldest = pages.toSorted((a, b) => a.changedAt - b.changedAt);
  let room = characters;
  const end = oldest.findIndex((page, index) => {
    room -= pageLine(page).length + 1;
    return room < 0 && index > 0;
  });
  return end < 0 ? oldest : oldest.slice(0, end);
};

/** The material goes into the frame, so that a search finds messages only where they were sent. */
export const reflectionMessage = ({run, ...material}: ReflectionMaterial): Pick<Message, 'text' | 'frame'> => ({
  frame: {
    kind: 'material',
    sections: [
      {
        title: 'The note that your last reflection left you',
        text: material.note === undefined ? NO_NOTE : abridged(material.note, LONGEST_NOTE),
      },
      ...(run.todos === undefined || run.todos.length === 0
        ? []
        : [{title: 'Your plan, begun before', text: todoLines(run.todos).join('\n')}]),
      {title: 'Pages in the web cache', text: pageList(material.pages, material.morePages)},
      ...(material.topics === undefined
        ? []
        : [{title: 'Topics in references/', text: material.topics.join(', ') || 'There are none yet.'}]),
      {title: `New messages (times in ${material.zone})`, text: material.transcript},
    ],
  },
  text: `Look back at ${run.name}: put in order what is worth knowing, and end with the note for your next reflection.`,
});

const pageList = (pages: readonly CachedPage[], more: number): string => {
  if (pages.length === 0) return 'There are none.';
  const rest = more === 0 ? [] : [`(${more} more wait; the next reflection is shown them)`];
  return [...pages.map(pageLine), ...rest].join('\n');
};

const pageLine = ({path, url, title}: CachedPage): string => {
  const from = url === undefined ? 'its address is not known' : abridged(oneLine(url), LONGEST_URL);
  return `- ${path}: ${from}${title === undefined ? '' : ` (${abridged(oneLine(title), LONGEST_TITLE)})`}`;
};

const NO_NOTE = 'There is none: this is the first reflection on this conversation.';
const LONGEST_URL = 300;
const LONGEST_TITLE = 100;
const LONGEST_NOTE = 8_000;
