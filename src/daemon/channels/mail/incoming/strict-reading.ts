// A mail in the one strict reading that decides who wrote it: its header, and the form of its body. Mail programs
// disagree about everything beyond it, so everything else proves nothing. Pure.
import {domainToASCII, domainToUnicode} from 'node:url';

type StrictHeader = {
  /** The bytes of the header, with the empty line that ends it. */
  readonly bytes: Buffer;
  /** Every value of a field, unfolded, from the top. Each character is one byte. */
  readonly all: (name: string) => readonly string[];
};

/** Undefined if a line is neither a field nor the continuation of one, or has a byte that programs read differently. */
export const readStrictHeader = (source: Buffer): StrictHeader | undefined => {
  const fields: {name: string; value: string}[] = [];
  let at = 0;
  while (at < source.length) {
    const end = source.indexOf('\n', at);
    const next = end === -1 ? source.length : end + 1;
    const line = source.toString('latin1', at, end === -1 ? next : end).replace(/\r$/u, '');
    at = next;
    if (line === '') break;
    if (fields.length === MOST_FIELDS || /[\0\r]/u.test(line)) return undefined;
    const last = fields.at(-1);
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.push({name: name.toLowerCase(), value});
    else if (last !== undefined && /^[ \t]/u.test(line)) last.value += line;
    else return undefined;
  }
  const all = (name: string): readonly string[] =>
    fields.filter(field => field.name === name).map(({value}) => value.replaceAll(/^[ \t]+|[ \t]+$/gu, ''));
  return {bytes: source.subarray(0, at), all};
};

/** The address of the one writer, normalized: `Name <address>` or `address`, in one field. */
export const strictWriter = ({all}: StrictHeader): string | undefined => {
  const fields = all('from');
  return fields.length === 1 ? mailboxIn(fields[0] ?? '') : undefined;
};

/** The addresses of a field such as To, normalized. Empty if one of them could be read in two ways. */
export const strictAddresses = ({all}: StrictHeader, name: string): readonly string[] => {
  const fields = all(name);
  // Without text between quotes, each comma separates two addresses.
  const parts = fields.length === 1 ? (fields[0]?.match(PART) ?? []) : [];
  const addresses = parts.map(part => mailboxIn(part.replaceAll(/^[ \t]+|[ \t]+$/gu, '')));
  const isWhole = parts.join(',').length === fields[0]?.length;
  return isWhole && addresses.every(address => address !== undefined) ? addresses : [];
};

/**
 * In lower case, with the domain as DNS knows it. Undefined for anything but ASCII before a domain that has only one
 * spelling.
 */
export const normalizedAddress = (address: string): string | undefined => {
  const [, local, domain] = ADDRESS.exec(address) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const name = lowerCase(domain);
  const ascii = /^[!-~]+$/u.test(name) ? name : domainToASCII(name);
  const isOnlySpelling = ascii === name || domainToUnicode(ascii) === name;
  return isOnlySpelling && DOMAIN.test(ascii) ? `${lowerCase(local)}@${ascii}` : undefined;
};

type Form = {
  /** Undefined for a field that the mail lacks. */
  readonly type: string | undefined;
  readonly encoding: string | undefined;
};

/**
 * True if the body itself shows this form: it begins and ends with its boundary, or with none. Somebody who sends a
 * signed mail again could change the fields that say how it is read, if no signature covers them. Then a part of it,
 * such as a forwarded mail, would appear as the writer's own text.
 */
export const showsItsForm = (body: Buffer, {type = 'text/plain', encoding = '7bit'}: Form): boolean => {
  const [, kind = '', parameters = ''] = type.length > LONGEST_TYPE ? [] : (CONTENT_TYPE.exec(type) ?? []);
  if (kind === '') return false;
  const boundary = boundaryOf(body);
  if (!kind.toLowerCase().startsWith('multipart/')) {
    return boundary === undefined && (encoding.trim().toLowerCase() !== 'base64' || isBase64(body));
  }
  const boundaries = [...parameters.matchAll(PARAMETER)].filter(([, name]) => name?.toLowerCase() === 'boundary');
  const [, , quoted, plain] = boundaries[0] ?? [];
  return boundaries.length === 1 && boundary === (quoted ?? plain) && /^(?:7bit|8bit|binary)$/iu.test(encoding.trim());
};

const mailboxIn = (value: string): string | undefined => {
  const [, bracketed, bare] = MAILBOX.exec(value) ?? [];
  const address = bracketed ?? bare;
  return address === undefined ? undefined : normalizedAddress(Buffer.from(address, 'latin1').toString());
};

/** Only ASCII: some letters of other scripts have an ASCII letter as their lower case. */
const lowerCase = (text: string): string => text.replaceAll(/[A-Z]/gu, letter => letter.toLowerCase());

/**
 * The boundary that begins the first line that could hold one and ends the body. A signature may allow other blanks
 * than the writer's.
 */
const boundaryOf = (body: Buffer): string | undefined => {
  const text = body.toString('latin1').trimEnd();
  const first = withSingleBlanks(/^--([^\r\n]*)/mu.exec(text)?.[1] ?? '');
  const last = withSingleBlanks(text.slice(text.lastIndexOf('\n') + 1));
  return first !== '' && last === `--${first}--` ? first : undefined;
};

const withSingleBlanks = (text: string): string => text.replaceAll(/[ \t]+/gu, ' ').trimEnd();

const isBase64 = (body: Buffer): boolean => !/[^A-Za-z\d+/=\s]/u.test(body.toString('latin1'));

const FIELD = /^([!-9;-~]+)[ \t]*:(.*)$/su;
/** A name may hold anything between quotes. Outside of them it has no sign that separates addresses. */
const QUOTED = String.raw`"(?:[^"\\\0-\x08\n-\x1f\x7f]|\\["\\])*"`;
const MAILBOX = new RegExp(
  String.raw`^(?:(?:[^\0-\x08\n-\x1f\x7f"(),:;<>@[\\\]]|${QUOTED})*<([^\0- <>"(),:;[\\\]]+)>|([^\0- <>"(),:;[\\\]]+))$`,
  'u',
);
const PART = new RegExp(`(?:[^",]|${QUOTED})+`, 'gu');
const ADDRESS = /^([\w!#$%&'*+/=?^`{|}~.-]{1,64})@([^\s@]{1,253})$/u;
const DOMAIN = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/u;
const MOST_FIELDS = 1_000;
const CONTENT_TYPE = /^([\w.+-]+\/[\w.+-]+)((?:[ \t]*;[ \t]*[\w.*-]+=(?:"[^"\\]*"|[^\s"();\\]+))*)[ \t]*;?$/u;
const PARAMETER = /;[ \t]*([\w.*-]+)=(?:"([^"\\]*)"|([^\s"();\\]+))/gu;
const LONGEST_TYPE = 2_000;
