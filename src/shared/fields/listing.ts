// Which end of a list a page is read from. What is still to come is read from its beginning; what is over, from its end.
type Wanted = {readonly state?: string; readonly before?: string; readonly after?: string};

/** The page is the last one before a cursor, or of all; without any cursor, of what is over. */
export const isFromEnd = ({state, before, after}: Wanted): boolean =>
  before !== undefined || (after === undefined && state !== undefined && !OPEN.has(state));

/** One more than the limit was asked for: what is shown of that, and whether there is more. */
export const pageOf = <T>(
  found: readonly T[],
  limit: number,
  wanted: Wanted,
): {readonly page: readonly T[]; readonly more: boolean} => ({
  page: isFromEnd(wanted) ? found.slice(-limit) : found.slice(0, limit),
  more: found.length > limit,
});

const OPEN: ReadonlySet<string> = new Set(['pending', 'firing', 'active']);
