// An entry of any list menu: the menu under a draft, the palette, the help.
import type {Row} from '../text/row.ts';

export type MenuEntry = {
  readonly name: string;
  /** Its description. */
  readonly more?: string;
  /** The heading that it stands under. */
  readonly group?: string;
  /** Its kind, where no heading says it. */
  readonly label?: string;
  /** At the right: its key, its time or its state. */
  readonly aside?: Row;
  /** The matched letters of the name, as indexes. */
  readonly marks?: readonly number[];
  /** The matched letters of what it is, as indexes. */
  readonly moreMarks?: readonly number[];
  /** The reason why it can't be chosen now. */
  readonly refusal?: string;
};
