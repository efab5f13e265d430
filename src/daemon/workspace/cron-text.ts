// Writes the file of a job: a new one from its fields, or an old one with some of them changed. Comments and keys that nobody named
// stay as they are. Pure.
import {parseDocument, stringify} from 'yaml';
import {GatewayError} from '../../shared/records/gateway-error.ts';

type Keys = Readonly<Record<string, unknown>>;

export type CronTextChange = {
  readonly set: Keys;
  readonly unset: readonly string[];
  readonly prompt?: string;
};

export const newCronText = (keys: Keys, prompt: string): string =>
  `---\n${stringify(keys, YAML)}---\n${prompt.trim() === '' ? '' : `${prompt.trim()}\n`}`;

export const changedCronText = (text: string, {set, unset, prompt}: CronTextChange): string => {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (lines[0]?.trim() !== '---' || end === -1)
    throw new GatewayError('invalid', 'The file has no front matter between --- lines. Fix it by hand first.');
  const document = parseDocument(lines.slice(1, end).join('\n'), {prettyErrors: false});
  if (document.errors.length > 0)
    throw new GatewayError('invalid', "The front matter of the file isn't valid YAML. Fix it by hand first.");
  for (const key of unset) document.delete(key);
  for (const [key, value] of Object.entries(set)) document.set(key, value);
  const matter = document.toString(YAML);
  const body = prompt === undefined ? lines.slice(end + 1).join('\n') : `${prompt.trim()}\n`;
  return `---\n${matter.endsWith('\n') ? matter : `${matter}\n`}---\n${prompt?.trim() === '' ? '' : body}`;
};

/** A line is never folded: people find their schedule where they wrote it. */
const YAML = {lineWidth: 0} as const;
