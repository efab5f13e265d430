// Splits input into lines at LF only. Node's readline also splits at U+2028, which is valid in a message.

/** Each line without its end (LF or CRLF), including a last line without one. */
export async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true});
    let end = rest.indexOf('\n');
    while (end >= 0) {
      yield withoutReturn(rest.slice(0, end));
      rest = rest.slice(end + 1);
      end = rest.indexOf('\n');
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
