// Parses the Markdown that Signal can show, with marked: **bold**, *italic*, ~~strike~~, `code` and fences,
// ||spoiler||, links. Headings, lists, quotes, tables and HTML stay as text, with these styles inside.
import {Lexer, type Token, Tokenizer, type TokenizerExtensionFunction, type Tokens} from 'marked';

/** The tokens of a text. Joined, their `raw` is the text, with line breaks as \n. */
export const markdownTokens = (text: string): readonly Token[] => {
  const tokenizer = new SignalTokenizer();
  const lexer = new Lexer({gfm: true, tokenizer, extensions: SPOILERS});
  // Without tables, which take quadratic time on a text with many.
  tokenizer.rules = {...tokenizer.rules, block: Lexer.rules.block.normal};
  const read = lexer.inlineTokens.bind(lexer);
  // marked takes quadratic time on a paragraph with thousands of signs, so such a paragraph stays unstyled.
  lexer.inlineTokens = (source, tokens = []) => {
    if (source.length <= MOST_SIGNS || (source.match(SIGNS)?.length ?? 0) <= MOST_SIGNS) return read(source, tokens);
    tokens.push({type: 'text', raw: source, text: source});
    return tokens;
  };
  return lexer.lex(text);
};

const none = (): undefined => undefined;

class SignalTokenizer extends Tokenizer {
  override code = none;
  override heading = none;
  override hr = none;
  override blockquote = none;
  override list = none;
  override html = none;
  override def = none;
  override table = none;
  override lheading = none;
  override tag = none;
  override reflink = none;

  /** Replaces marked's own, which would join the lines of a list into one paragraph. */
  override paragraph(source: string): Tokens.Paragraph | undefined {
    return super.paragraph(source);
  }

  /** A backslash before other characters is part of a path or an expression. */
  override escape(source: string): Tokens.Escape | undefined {
    return ESCAPED.test(source) ? super.escape(source) : undefined;
  }

  /** A single tilde means "about". */
  override del(source: string, masked: string, before?: string): Tokens.Del | undefined {
    return /^~~(?!~)/u.test(source) ? super.del(source, masked, before) : undefined;
  }

  /** Underscores inside names aren't emphasis: `__init__.py`, `lib/_private_`. */
  override emStrong(source: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    const isInName = source.startsWith('_') && IN_NAME.test(masked.charAt(masked.length - source.length - 1));
    const found = isInName ? undefined : super.emStrong(source, masked, before);
    const end = found?.raw.length ?? 0;
    return found?.raw.endsWith('_') && NAME.test(source.slice(end, end + 3)) ? undefined : found;
  }

  override url(source: string): Tokens.Link | undefined {
    return source.startsWith('http') ? super.url(source) : undefined;
  }
}

const spoiler: TokenizerExtensionFunction = function (source) {
  const [raw, text] = SPOILER.exec(source) ?? [];
  return raw === undefined || text === undefined
    ? undefined
    : {type: 'spoiler', raw, text, tokens: this.lexer.inlineTokens(text)};
};

const SPOILERS = {
  inline: [spoiler],
  startInline: [(source: string) => source.indexOf('||')],
  renderers: {},
  childTokens: {},
};
const SPOILER = /^\|\|(?=[^\s|])([\s\S]{0,2000}?[^\s|])\|\|(?!\|)/u;
const ESCAPED = /^\\[\\`*_~|[\]]/u;
const IN_NAME = /[./:@_-]/u;
const NAME = /^[./:@-][\p{L}\p{N}]/u;
/** Characters that can start a token in a paragraph. */
const SIGNS = /[\\!`*_~<[&:@|h]/gu;
const MOST_SIGNS = 3_000;
