// The header of a mail, read by one parser for every decision. Pure.
import {addressParser, type Email, type Header} from 'postal-mime';

export type Headers = {
  /** Every value of a field, from the top. */
  readonly all: (name: string) => readonly string[];
  readonly first: (name: string) => string | undefined;
};

export const headersOf = (headers: readonly Header[]): Headers => {
  const all = (name: string): readonly string[] => headers.filter(({key}) => key === name).map(({value}) => value);
  return {all, first: name => all(name)[0]};
};

/** The one writer that the mail claims, in lower case. Undefined without one, or with several. It proves nothing. */
export const writerOf = ({headers, from}: Email): {readonly address: string; readonly name?: string} | undefined => {
  const fields = headersOf(headers).all('from');
  const isOne = fields.length === 1 && addressParser(fields[0] ?? '').length === 1;
  if (!isOne || from?.address === undefined) return undefined;
  const address = from.address.trim().toLowerCase();
  return ADDRESS.test(address) ? {address, name: from.name !== '' ? from.name : undefined} : undefined;
};

/** Message-IDs with their angle brackets, in their order, each once. */
const messageIdsIn = (value: string | undefined): readonly string[] => [
  ...new Set((value ?? '').slice(0, LONGEST_LIST).match(MESSAGE_ID) ?? []),
];

/** The one Message-ID of a mail, with its angle brackets. Undefined for anything beside it. */
export const messageIdOf = (headers: Headers): string | undefined => {
  const value = headers.first('message-id')?.trim() ?? '';
  return messageIdsIn(value)[0] === value ? value : undefined;
};

/**
 * The thread before a mail, oldest first: the last one is what it answers. Only fields that nobody could have changed
 * count: a mail must not answer what its writer never saw.
 */
export const referencesOf = (headers: Headers, covers: (field: string) => boolean): readonly string[] => {
  const idsIn = (field: string): readonly string[] => messageIdsIn(covers(field) ? headers.first(field) : undefined);
  const answered = idsIn('in-reply-to')[0];
  const before = idsIn('references').filter(id => id !== answered);
  const ids = answered === undefined ? before : [...before, answered];
  return ids.length <= MOST_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MOST_REFERENCES)];
};

const ADDRESS = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,255}$/u;
const MESSAGE_ID = /<[^<>\s]{1,250}>/gu;
const LONGEST_LIST = 20_000;
/** The first mail of a thread and the newest ones. */
const MOST_REFERENCES = 40;
