// Lists that are longer than one answer: page after page is asked for on one connection, until there are as many as wanted.
import type {Client} from '../../ipc/client.ts';
import {isFromEnd} from '../../shared/fields/listing.ts';
import {present} from '../../shared/fields/present.ts';
import type {Given} from './arguments.ts';
import type {CommandWorld} from './command.ts';
import {countOf, wantsJson} from './given.ts';

/** As many as a method gives at once. */
const MOST_AT_ONCE = 1_000;

type Page<T> = {readonly rows: readonly T[]; readonly more: boolean};

/** What one page is asked for; `last`: the row of the page before next to which it begins. */
type PageRequest<T> = {readonly limit?: number; readonly last?: T};

type Read<T> = (client: Client, request: PageRequest<T>) => Promise<Page<T>>;

/** How many were asked for: all of them, a number, or as many as the daemon gives by itself. */
export const wantedCount = (given: Given): number | undefined =>
  given.switches.has('all') ? Number.POSITIVE_INFINITY : countOf(given, 'limit');

/** `end`: where a page begins that is read after another one, since some lists are read from their end. */
export const inPages = async <T>(
  {connect}: Pick<CommandWorld, 'connect'>,
  wanted: number | undefined,
  read: Read<T>,
  end: 'after' | 'before' = 'after',
): Promise<Page<T>> => {
  await using connection = await connect();
  const {client} = connection;
  if (wanted === undefined) return await read(client, {});
  let rows: readonly T[] = [];
  for (;;) {
    const last = end === 'after' ? rows.at(-1) : rows[0];
    const limit = Math.min(wanted - rows.length, MOST_AT_ONCE);
    const page = await read(client, {limit, ...(last === undefined ? {} : {last})});
    rows = end === 'after' ? [...rows, ...page.rows] : [...page.rows, ...rows];
    if (!page.more || page.rows.length === 0 || rows.length >= wanted) return {rows, more: page.more};
  }
};

/** The page of a list with cursors: those next to a row, on the side to which the list is read. */
type CursorPage<I> = {readonly limit?: number; readonly before?: I; readonly after?: I};

/** The same of a list whose rows have ids: it is read from the end where its state is over. */
export const inCursorPages = async <T extends {readonly id: string}>(
  world: Pick<CommandWorld, 'connect'>,
  wanted: number | undefined,
  filter: {readonly state?: string},
  read: (client: Client, page: CursorPage<T['id']>) => Promise<Page<T>>,
): Promise<Page<T>> => {
  const end = isFromEnd(filter) ? 'before' : 'after';
  const from = ({limit, last}: PageRequest<T>): CursorPage<T['id']> => ({
    ...present({limit}),
    ...(last === undefined ? {} : {[end]: last.id}),
  });
  return await inPages<T>(world, wanted, (client, request) => read(client, from(request)), end);
};

/** Whoever reads JSON is told beside it that there is more: in words it stands below the list. */
export const noteMore = ({print}: CommandWorld, given: Given, {more = false}: {readonly more?: boolean}): void => {
  if (more && wantsJson(given)) print.note('More available. Show all with --all.');
};
