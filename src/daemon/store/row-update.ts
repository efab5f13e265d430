// Updates rows. SQLite rewrites every index with a column that an update names, changed or not. So if the old row is known, the update
// names only changed columns.
import type {Table} from './columns.ts';
import type {Database} from './database/database.ts';
import type {Query, Value} from './database/queries.ts';

/**
 * Writes a record over its row. Returns false if there is no such row, or if its identifying columns differ. `was`: the record as its
 * row holds it; equal columns aren't written.
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
  /** Statements by their set of changed columns, one bit each. A table has fewer than 32. */
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
/** IS also matches NULL. The id is never NULL. */
const conditionOf = ({name}: {readonly name: string}, index: number): string => `${name} ${index === 0 ? '=' : 'IS'} ?`;

/**
 * Most columns have the name of their field, so fields are compared without formatting them. An equal copy of a list counts as changed:
 * writing the copy costs less than formatting both.
 */
const differs = <T extends object>({name, fill}: Columns<T>[number], next: T, was: T): boolean => {
  const field = (next as Readonly<Record<string, unknown>>)[name];
  const before = (was as Readonly<Record<string, unknown>>)[name];
  return field === undefined || before === undefined ? fill(next) !== fill(was) : field !== before;
};

type Columns<T> = Table<T>['fixed'];
