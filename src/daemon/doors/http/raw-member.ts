// Returns the exact text of a JSON object member, because parsing would lose key order, large numbers and `1.0`. Pure.

/**
 * `text` must be a valid JSON object. Among duplicate members the last wins, as in JSON.parse. Undefined for a missing
 * member.
 */
export const rawMember = (text: string, member: string): string | undefined => {
  let found: string | undefined;
  let at = skipped(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const start = skipped(text, text.indexOf(':', keyEnd) + 1);
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(at, keyEnd)) === member) found = text.slice(start, end).trimEnd();
    if (text[end] !== ',') break;
    at = skipped(text, end + 1);
  }
  return found;
};

/** The index of the comma or brace that ends the value. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth === 0 && (sign === ',' || sign === '}')) return at;
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return text.length;
};

/** The index after the closing quote. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

const skipped = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
};
