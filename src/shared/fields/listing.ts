// Decides from which end of a list a page is read. Upcoming entries start at the beginning, past entries at the end.
type Wanted = {readonly state?: string; readonly before?: string; readonly after?: string};

/** True if a page is read from the list's end: before a cursor, or past entries without a cursor. */
export const isFromEnd = ({state, before, after}: Wanted): boolean =>
  before !== undefined || (after === undefined && state !== undefined && !OPEN.has(state));

/** The query read one row beyond the limit: returns the page, and whether more rows exist. */
export const pageOf = <T>(
  found: readonly T[],
  limit: number,
  wanted: Wanted,
): {readonly page: readonly T[]; readonly more: boolean} => ({
  page: isFromEnd(wanted) ? found.slice(-limit) : found.slice(0, limit),
  more: found.length > limit,
});

const OPEN: ReadonlySet<string> = new Set(['pending', 'firing', 'active']);
