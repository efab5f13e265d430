// Changing a row. SQLite writes anew every index that holds a column which an update names, whether its value differs or not: so,
// where it is known what the row was, only what differs is named.
import type {Table} from './columns.ts';
import type {Database} from './database/database.ts';
import type {Query, Value} from './database/queries.ts';

/**
 * Writes a record over its row; false when there is none. The columns that say which record it is are left alone, and no row is
 * found where they differ. `was` is the record as its row holds it now: what is the same in both is not written.
 */
export const rowUpdate = <T extends object>(
  database: Database,
  name: string,
  {fixed, changing}: Table<T>,
): ((next: T, was?: T) => boolean) => {
  const updateOf = (changed: Columns<T>, found: Columns<T>): Query =>
    database.query(
      `UPDATE ${name} SET ${changed.map(settingOf).join(', ')} WHERE ${found.map(conditionOf).join(' AND ')}`,
    );
  const every = updateOf(changing, fixed);
  const [id] = fixed;
  /** By the columns that differ, a bit for each: a table has fewer than 32. */
  const some = new Map<number, Query>();
  const updateOfSome = (bits: number): Query => {
    const known = some.get(bits);
    if (known !== undefined) return known;
    const made = updateOf(
      changing.filter((_, index) => bits & (1 << index)),
      fixed.slice(0, 1),
    );
    some.set(bits, made);
    return made;
  };

  return (next, was) => {
    let bits = 0;
    const values: Value[] = [];
    if (was !== undefined && id !== undefined && !fixed.some(column => differs(column, next, was))) {
      for (const [index, column] of changing.entries()) {
        if (!differs(column, next, was)) continue;
        bits |= 1 << index;
        values.push(column.fill(next));
      }
      if (bits !== 0) return updateOfSome(bits).run(...values, id.fill(next)) > 0;
    }
    return every.run(...changing.map(({fill}) => fill(next)), ...fixed.map(({fill}) => fill(next))) > 0;
  };
};

const settingOf = ({name}: {readonly name: string}): string => `${name} = ?`;
/** What is absent is found too; the id never is, and is found by its index. */
const conditionOf = ({name}: {readonly name: string}, index: number): string => `${name} ${index === 0 ? '=' : 'IS'} ?`;

/** A column mostly bears the name of its field: what is the same there need not be written down to be compared. */
const differs = <T extends object>({name, fill}: Columns<T>[number], next: T, was: T): boolean => {
  const field = (next as Readonly<Record<string, unknown>>)[name];
  if (field !== undefined && field === (was as Readonly<Record<string, unknown>>)[name]) return false;
  return fill(next) !== fill(was);
};

type Columns<T> = Table<T>['fixed'];
