// Finds the account's own ACI in signal-cli's list of accounts, because no call returns it.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type EnvelopeFields, fieldsOf, listOf, textOf} from '../envelope/fields.ts';

/** The account's ACI in lower case, from signal-cli's data folder. Undefined if it isn't there. */
export const ownAci = (data: string, account: string): string | undefined =>
  textOf(entryOf(data, account)?.['uuid'])?.toLowerCase();

export const hasAccount = (data: string, account: string): boolean => entryOf(data, account) !== undefined;

const entryOf = (data: string, account: string): EnvelopeFields | undefined => {
  try {
    const list: unknown = JSON.parse(readFileSync(join(data, 'data', 'accounts.json'), 'utf8'));
    const entries = listOf(fieldsOf(list)?.['accounts']).map(entry => fieldsOf(entry) ?? {});
    return entries.find(entry => entry['number'] === account);
  } catch {
    // The account isn't linked or the file's format is unknown. The number alone identifies the account then.
    return undefined;
  }
};
