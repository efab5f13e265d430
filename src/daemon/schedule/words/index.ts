// The entry of times in words, with the words of each language beside it. README.md says what it promises.
export {readEvent, type SpokenEvent} from './event-sentence.ts';
export {readSpan} from './language-in.ts';
export {readSentence} from './read-sentence.ts';
export {
  type Ask,
  type Choice,
  noteInLanguage,
  noteWithAsk,
  type Reading,
  type ReadRecurrence,
  type ReadSentence,
  type SentenceContext,
} from './reading.ts';
export {readTimer} from './timer-sentence.ts';
