// marked's rules for blocks, each asked only where its first signs are there. They are long expressions, which cost 40 ms to compile
// when the first of them is asked, and most conversations have no quotes, tables or HTML. What is found is the same.
import {Tokenizer, type Tokens} from 'marked';

export class QuickTokenizer extends Tokenizer {
  override blockquote(source: string): Tokens.Blockquote | undefined {
    return QUOTE.test(source) ? super.blockquote(source) : undefined;
  }

  override html(source: string): Tokens.HTML | undefined {
    return TAG.test(source) ? super.html(source) : undefined;
  }

  override def(source: string): Tokens.Def | undefined {
    return BRACKET.test(source) ? super.def(source) : undefined;
  }

  override table(source: string): Tokens.Table | undefined {
    return UNDER_A_HEAD.test(source) ? super.table(source) : undefined;
  }

  /** A heading with a line under it: the line stands in the same paragraph, of which not more than its beginning is looked at. */
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
const BRACKET = /^ {0,3}\[/u;
/** What parts the head of a table from its rows. */
const UNDER_A_HEAD = /^[^\n]*\n {0,3}[|:-]/u;
const UNDERLINE = /\n {0,3}(?:=+|-+) *(?:\n|$)/u;
const MOST_LOOKED_AT = 2_000;
