/** True if no field of the record has a value. */
export const isEmpty = (record: object): boolean => Object.values(record).every(value => value === undefined);
