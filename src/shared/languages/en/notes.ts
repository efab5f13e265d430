// English words for a fact about a time that its instant alone doesn't show.
import type {TimeNote} from '../answers.ts';

export const sayNoteInEnglish = (note: TimeNote): string => {
  switch (note.kind) {
    case 'no-time':
      return `no time of day given, so ${note.time}`;
    case 'part':
      return `no time given for the ${note.part}, so ${note.time}`;
    case 'read-as':
      return `${note.said} is read as ${note.time}`;
    case 'elsewhere':
      return `${note.time} ${note.place}${note.offset === undefined ? '' : `, ${note.offset}`}`;
    case 'first-day':
      return `only on the first day of "${note.said}"`;
    case 'skipped':
      return `${note.time} does not exist that day: clocks go forward`;
    default:
      return `${note.time} comes twice that day; the first is meant`;
  }
};
