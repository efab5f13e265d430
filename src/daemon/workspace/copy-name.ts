// The file name of a session's readable copy: the slug of its key, made safe for any key.
import {COPIES} from '../../shared/records/places.ts';
import {type SessionKey, slugOf} from '../../shared/records/session-key.ts';
import {sha256} from '../system/node-crypto.ts';

/** The file name without its extension: the plain slug if that is safe. */
export const copyName = (session: SessionKey): string => {
  const slug = slugOf(session)
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f\\]/gu, '_')
    .replace(/^\.+/u, dots => '_'.repeat(dots.length));
  if (Buffer.byteLength(slug) <= LONGEST_NAME) return slug;
  const hash = sha256(session).slice(0, 16);
  return `${beginning(slug, LONGEST_NAME - hash.length - 1)}-${hash}`;
};

/** The path of the copy in the workspace. */
export const copyPath = (session: SessionKey): string => `${COPIES}/${copyName(session)}.jsonl`;

/** The longest prefix within this many bytes of UTF-8, without a split character. */
const beginning = (text: string, bytes: number): string => {
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
};

const LONGEST_NAME = 200;
