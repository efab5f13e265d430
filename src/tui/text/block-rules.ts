// marked's block rules, each tried only if its first characters occur. Compiling the expressions takes 40 ms, and most
// conversations have no quotes, tables or HTML. The result is the same.
import {Tokenizer, type Tokens} from 'marked';

export class QuickTokenizer extends Tokenizer {
  override blockquote(source: string): Tokens.Blockquote | undefined {
    return QUOTE.test(source) ? super.blockquote(source) : undefined;
  }

  override html(source: string): Tokens.HTML | undefined {
    return TAG.test(source) ? super.html(source) : undefined;
  }

  override def(source: string): Tokens.Def | undefined {
    // The definition of a footnote is text to read, not an address.
    return BRACKET.test(source) && !FOOTNOTE.test(source) ? super.def(source) : undefined;
  }

  override table(source: string): Tokens.Table | undefined {
    return UNDER_A_HEAD.test(source) ? super.table(source) : undefined;
  }

  /**
   * A heading with a line below it. The underline belongs to the same paragraph, of which only the beginning is
   * checked.
   */
  override lheading(source: string): Tokens.Heading | undefined {
    const beginning = source.slice(0, MOST_LOOKED_AT);
    const end = beginning.indexOf('\n\n');
    const paragraph = end === -1 ? beginning : beginning.slice(0, end);
    const isWhole = end !== -1 || beginning.length === source.length;
    return isWhole && !UNDERLINE.test(paragraph) ? undefined : super.lheading(source);
  }
}

const QUOTE = /^ {0,3}>/u;
const TAG = /^ {0,3}</u;
const FOOTNOTE = /^ {0,3}\[\^/u;
const BRACKET = /^ {0,3}\[/u;
/** The delimiter row of a table. */
const UNDER_A_HEAD = /^[^\n]*\n {0,3}[|:-]/u;
const UNDERLINE = /\n {0,3}(?:=+|-+) *(?:\n|$)/u;
const MOST_LOOKED_AT = 2_000;
