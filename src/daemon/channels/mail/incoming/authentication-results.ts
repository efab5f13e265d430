// Reads the field Authentication-Results (RFC 8601): whether a named receiver confirms the writer. Pure.

/**
 * `domain`: that of the writer's address. `signer`: a domain that signs for it, too.
 *
 * Uses only that receiver's newest field, the topmost: older ones may be forged. The receiver must remove fields with
 * its own name that come from outside.
 */
export const isConfirmedBy = (
  receiver: string,
  fields: readonly string[],
  {domain, signer}: {readonly domain: string; readonly signer: string | undefined},
): boolean => {
  const [newest] = fields.map(readField).filter(({by}) => by === receiver.toLowerCase());
  return (
    newest?.results.some(({method, result, of}) => {
      if (result !== 'pass') return false;
      if (method === 'dmarc') return of.get('header.from') === domain;
      const signed = of.get('header.d') ?? of.get('header.i')?.replace(/^.*@/u, '');
      return method === 'dkim' && signed !== undefined && (signed === domain || signed === signer);
    }) ?? false
  );
};

type Field = {
  readonly by: string;
  readonly results: readonly {
    readonly method: string;
    readonly result: string;
    readonly of: ReadonlyMap<string, string>;
  }[];
};

const readField = (value: string): Field => {
  const [by = '', ...rest] = withoutComments(value.slice(0, LONGEST_FIELD)).split(';');
  return {
    by: by.trim().split(/\s/u)[0]?.toLowerCase() ?? '',
    results: rest.map(part => {
      const pairs = [...part.matchAll(PAIR)].map(([, name = '', quoted, plain = '']) => [
        name.toLowerCase(),
        (quoted ?? plain).toLowerCase(),
      ]);
      const [method = '', result = ''] = pairs[0] ?? [];
      return {
        method: method.split('/')[0] ?? '',
        result,
        of: new Map(pairs.slice(1).map(([a = '', b = '']) => [a, b])),
      };
    }),
  };
};

/**
 * Comments may be nested, and may hold anything, such as "; dmarc=pass". So may quoted text, which loses its
 * separators.
 */
const withoutComments = (value: string): string => {
  let depth = 0;
  let isQuoted = false;
  let kept = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? '';
    if (character === '\\') {
      at += 1;
      continue;
    }
    if (character === '"' && depth === 0) isQuoted = !isQuoted;
    if (!isQuoted && character === '(') depth += 1;
    if (depth === 0) kept += isQuoted && /[;=\s]/u.test(character) ? '_' : character;
    if (!isQuoted && character === ')') depth = Math.max(0, depth - 1);
  }
  return kept;
};

const PAIR = /([\w./-]+)\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gu;
const LONGEST_FIELD = 10_000;
