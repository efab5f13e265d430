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

/** The one writer, in lower case. Undefined without one, or with several. */
export const writerOf = ({headers, from}: Email): {readonly address: string; readonly name?: string} | undefined => {
  const fields = headersOf(headers).all('from');
  const isOne = fields.length === 1 && addressParser(fields[0] ?? '').length === 1;
  if (!isOne || from?.address === undefined) return undefined;
  const address = from.address.trim().toLowerCase();
  return ADDRESS.test(address) ? {address, ...(from.name !== '' && {name: from.name})} : undefined;
};

/** Message-IDs with their angle brackets, in their order, each once. */
export const messageIdsIn = (value: string | undefined): readonly string[] => [
  ...new Set((value ?? '').slice(0, LONGEST_LIST).match(MESSAGE_ID) ?? []),
];

/** The thread before a mail, oldest first: the last one is what it answers. */
export const referencesOf = (headers: Headers): readonly string[] => {
  const answered = messageIdsIn(headers.first('in-reply-to'))[0];
  const before = messageIdsIn(headers.first('references')).filter(id => id !== answered);
  const ids = answered === undefined ? before : [...before, answered];
  return ids.length <= MOST_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MOST_REFERENCES)];
};

const ADDRESS = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,255}$/u;
const MESSAGE_ID = /<[^<>\s]{1,250}>/gu;
const LONGEST_LIST = 20_000;
/** The first mail of a thread and the newest ones. */
const MOST_REFERENCES = 40;
