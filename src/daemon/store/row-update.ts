// Updates rows. SQLite rewrites every index with a column that an update names, changed or not. So if the old row is
// known, the update names only changed columns.
import type {Database} from './database/database.ts';
import type {Query, Value} from './database/queries.ts';
import type {RecordTable} from './record-table.ts';

/**
 * Writes a record over its row. Returns false if there is no such row, or if its identifying columns differ. `was`: the
 * record as its row holds it; equal columns aren't written.
 */
export const rowUpdate = <T extends object>(
  database: Database,
  {name, fixed, changing}: RecordTable<T>,
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
    if (was !== undefined && id !== undefined && fixed.every(column => newValue(column, next, was) === undefined)) {
      for (let index = 0; index < changing.length; index += 1) {
        const column = changing[index];
        const value = column && newValue(column, next, was);
        if (value === undefined) continue;
        bits |= 1 << index;
        values.push(value);
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
 * The value to write, undefined for none. A field is compared without formatting it. An equal copy of a list counts as
 * changed: writing the copy costs less than formatting both.
 */
const newValue = <T extends object>({name, fill, isField}: Columns<T>[number], next: T, was: T): Value | undefined => {
  if (isField) {
    const field = (next as Readonly<Record<string, unknown>>)[name];
    const before = (was as Readonly<Record<string, unknown>>)[name];
    if (field !== undefined && before !== undefined) return field === before ? undefined : fill(next);
  }
  const value = fill(next);
  return value === fill(was) ? undefined : value;
};

type Columns<T> = RecordTable<T>['fixed'];
