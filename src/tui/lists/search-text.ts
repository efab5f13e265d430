// The lower-case text that a filter searches: the row's text, and ids that a person may know.
import type {Names} from '../../shared/text/names.ts';
import {type Noun, withView} from '../nouns/nouns.ts';

/** Cached for unchanging records: each key press searches thousands of events. */
export const searchText = (noun: Noun, names: Names): string => {
  const known = texts.get(noun.item);
  if (known !== undefined) return known;
  return withView(noun, (view, item) => {
    const text = view.search(item, names).join(' ').toLowerCase();
    if (view.isFixed === true) texts.set(item, text);
    return text;
  });
};

const texts = new WeakMap<Noun['item'], string>();
