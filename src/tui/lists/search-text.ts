// What the words of a filter are looked for in, in small letters: what a row shows, and the ids that a person may have at hand.
import type {Names} from '../../shared/text/names.ts';
import {type Noun, withView} from '../nouns/nouns.ts';

/** What never changes is put together once: thousands of events are looked through at each key. */
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
