// Writes the file of a job: a new one from its fields, or an old one with some of them changed. Comments and keys that
// nobody named stay as they are. Pure.
import {isMap, parseDocument, stringify} from 'yaml';
import {GatewayError} from '../../shared/text/gateway-error.ts';

type Keys = Readonly<Record<string, unknown>>;

type CronTextChange = {
  readonly set: Keys;
  readonly unset: readonly string[];
  readonly prompt?: string;
};

export const newCronText = (keys: Keys, prompt: string): string =>
  `---\n${stringify(keys, YAML)}---\n${prompt.trim() === '' ? '' : `${prompt.trim()}\n`}`;

export const changedCronText = (text: string, {set, unset, prompt}: CronTextChange): string => {
  const parts = split(text);
  if (parts === undefined)
    throw new GatewayError('invalid', 'The file has no front matter between --- lines. Fix it by hand first.');
  const document = parseDocument(parts.matter, {prettyErrors: false});
  if (document.errors.length > 0)
    throw new GatewayError('invalid', "The front matter of the file isn't valid YAML. Fix it by hand first.");
  for (const key of unset) document.delete(key);
  for (const [key, value] of Object.entries(set)) document.set(key, value);
  const matter = document.toString(YAML);
  const body = prompt === undefined ? parts.body : `${prompt.trim()}\n`;
  return `---\n${matter.endsWith('\n') ? matter : `${matter}\n`}---\n${prompt?.trim() === '' ? '' : body}`;
};

/** The time zone as written in the file, even in an invalid file. */
export const zoneInCronText = (text: string): string | undefined => {
  const document = parseDocument(split(text)?.matter ?? '', {prettyErrors: false});
  const zone = document.errors.length === 0 && isMap(document.contents) ? document.get('timezone') : undefined;
  return zone === undefined || zone === null ? undefined : String(zone);
};

/** The end of the front matter. An indented line belongs to a value. */
export const isFence = (line: string): boolean => line.trimEnd() === '---';

const split = (text: string): {readonly matter: string; readonly body: string} | undefined => {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (lines[0]?.trim() !== '---' || end === -1) return undefined;
  return {matter: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n')};
};

/** A line is never folded: people find their schedule where they wrote it. */
const YAML = {lineWidth: 0} as const;
