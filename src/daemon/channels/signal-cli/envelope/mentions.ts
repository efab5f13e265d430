// Replaces mentions: signal-cli puts U+FFFC in the text for each. Names are inserted from the end, so that earlier
// positions stay valid; later style ranges move along.
import {type EnvelopeFields, readFields, readList, readText, readWhole} from './fields.ts';
import {isSamePerson, type Own, readPerson} from './people.ts';
import {type StyleRange, TEXT_STYLES} from './signal-event.ts';

type Spoken = {
  readonly text: string;
  readonly styles: readonly StyleRange[];
  readonly mentionsUs: boolean;
};

/** The text of a message or quote with names. `key` is the text's field. */
export const spokenIn = (fields: EnvelopeFields, key: 'message' | 'text', own: Own): Spoken => {
  let text = readText(fields[key]) ?? '';
  let styles = stylesIn(fields, text.length);
  const mentions = mentionsIn(fields, own);
  for (const {start, length, name} of mentions.toSorted((a, b) => b.start - a.start)) {
    // Only placeholders are replaced, whatever the range claims.
    if (length === 0 || text.slice(start, start + length) !== PLACEHOLDER.repeat(length)) continue;
    text = `${text.slice(0, start)}${name}${text.slice(start + length)}`;
    styles = styles.map(range => shift(range, {start, length}, name.length - length));
  }
  return {text, styles, mentionsUs: mentions.some(({us}) => us)};
};

type Mention = {readonly start: number; readonly length: number; readonly name: string; readonly us: boolean};

const mentionsIn = (fields: EnvelopeFields, own: Own): readonly Mention[] =>
  readList(fields['mentions']).flatMap((value): Mention[] => {
    const mention = readFields(value);
    const start = readWhole(mention?.['start']);
    const length = readWhole(mention?.['length']);
    if (mention === undefined || start === undefined || length === undefined || length > LONGEST_PLACEHOLDER) return [];
    const person = readPerson(mention, {uuid: 'uuid', number: 'number', either: 'name'});
    const us = person !== undefined && isSamePerson(person, own);
    const name =
      (us ? own.name : undefined) ?? readText(mention['name']) ?? person?.number ?? person?.uuid ?? 'somebody';
    return [{start, length, name: `@${name}`, us}];
  });

const stylesIn = (fields: EnvelopeFields, end: number): readonly StyleRange[] =>
  readList(fields['textStyles']).flatMap((value): StyleRange[] => {
    const range = readFields(value);
    const style = TEXT_STYLES.find(known => known === range?.['style']);
    const start = readWhole(range?.['start']);
    const length = Math.min(readWhole(range?.['length']) ?? 0, end - (start ?? end));
    return style === undefined || start === undefined || length <= 0 ? [] : [{start, length, style}];
  });

/** Adjusts a range after a piece of text grew by `by`: a later range moves, an enclosing one grows. */
const shift = (range: StyleRange, piece: {readonly start: number; readonly length: number}, by: number): StyleRange => {
  if (range.start >= piece.start + piece.length) return {...range, start: range.start + by};
  if (range.start + range.length <= piece.start) return range;
  return {...range, length: range.length + by};
};

const PLACEHOLDER = '\uFFFC';
const LONGEST_PLACEHOLDER = 16;
