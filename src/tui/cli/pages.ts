// Lists longer than one response: reads page after page over one connection, up to the wanted count.
import type {Client} from '../../ipc/protocol.ts';
import {isFromEnd} from '../../shared/fields/listing.ts';
import {countOf, wantsJson} from './args.ts';
import type {Args} from './arguments.ts';
import type {CommandWorld} from './command.ts';

/** The largest page that a method returns. */
const MOST_AT_ONCE = 1_000;

type Page<T> = {readonly rows: readonly T[]; readonly more: boolean};

/** The request for one page; `last`: the row of the previous page at which it starts. */
type PageRequest<T> = {readonly limit?: number; readonly last?: T};

type ReadPage<T> = (client: Client, request: PageRequest<T>) => Promise<Page<T>>;

/** The requested count: all, a number, or the daemon's default. */
export const wantedCount = (args: Args): number | undefined =>
  args.switches.has('all') ? Number.POSITIVE_INFINITY : countOf(args, 'limit');

/** `end`: the end of a page at which the next one continues, since some lists are read backwards. */
export const inPages = async <T>(
  {connect}: Pick<CommandWorld, 'connect'>,
  wanted: number | undefined,
  read: ReadPage<T>,
  end: 'after' | 'before' = 'after',
): Promise<Page<T>> => {
  await using connection = await connect();
  const {client} = connection;
  if (wanted === undefined) return await read(client, {});
  let rows: readonly T[] = [];
  for (;;) {
    const last = end === 'after' ? rows.at(-1) : rows[0];
    const limit = Math.min(wanted - rows.length, MOST_AT_ONCE);
    const page = await read(client, {limit, last});
    rows = end === 'after' ? [...rows, ...page.rows] : [...page.rows, ...rows];
    if (!page.more || page.rows.length === 0 || rows.length >= wanted) return {rows, more: page.more};
  }
};

/** The cursor of a page: the rows next to a given row, in the reading direction. */
type CursorPage<I> = {readonly limit?: number; readonly before?: I; readonly after?: I};

/** `inPages` for rows with ids. Lists of past states are read from the end. */
export const inCursorPages = async <T extends {readonly id: string}>(
  world: Pick<CommandWorld, 'connect'>,
  wanted: number | undefined,
  filter: {readonly state?: string},
  read: (client: Client, page: CursorPage<T['id']>) => Promise<Page<T>>,
): Promise<Page<T>> => {
  const end = isFromEnd(filter) ? 'before' : 'after';
  const from = ({limit, last}: PageRequest<T>): CursorPage<T['id']> => ({
    limit,
    ...(last !== undefined && {[end]: last.id}),
  });
  return await inPages<T>(world, wanted, (client, request) => read(client, from(request)), end);
};

/** For JSON output, notes on stderr that more rows exist; text output says so below the list. */
export const noteMore = ({print}: CommandWorld, args: Args, {more = false}: {readonly more?: boolean}): void => {
  if (more && wantsJson(args)) print.note('More available. Show all with --all.');
};
