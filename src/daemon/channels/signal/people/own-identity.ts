// Who the account is. signal-cli has no word for it; its list of accounts says the ACI that belongs to a number.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Fields, fieldsOf, listOf, textOf} from '../envelope/fields.ts';

/** The account's ACI, lower case, from the data folder of a signal-cli; undefined where it does not say. */
export const ownAci = (data: string, account: string): string | undefined =>
  textOf(entryOf(data, account)?.['uuid'])?.toLowerCase();

/** Whether that signal-cli knows the account at all. */
export const hasAccount = (data: string, account: string): boolean => entryOf(data, account) !== undefined;

const entryOf = (data: string, account: string): Fields | undefined => {
  try {
    const list: unknown = JSON.parse(readFileSync(join(data, 'data', 'accounts.json'), 'utf8'));
    const entries = listOf(fieldsOf(list)?.['accounts']).map(entry => fieldsOf(entry) ?? {});
    return entries.find(entry => entry['number'] === account);
  } catch {
    // Not linked yet, or kept in a form that is not known: then the number alone tells who we are.
    return undefined;
  }
};
