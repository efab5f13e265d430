// The edit_file tool: replaces one passage of a file. The passage must occur exactly once, so that nothing else changes
// by accident.

import * as z from 'zod/mini';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import type {Tool} from '../../ports/tool.ts';
import {defineTool, failure, success} from '../define-tool.ts';
import {countLines} from '../output-limit.ts';
import type {FileToolDeps} from './read-file.ts';

export const createEditFile = ({files, rights, limits}: FileToolDeps): Tool =>
  defineTool({
    name: 'edit_file',
    description:
      'Replace one passage of a text file of the workspace. old_text must match the file exactly, white space included, and occur once.',
    needs: 'inner',
    mayRunAgain: () => true,
    schema: z.strictObject({
      path: z.string().check(z.minLength(1), z.describe('Path relative to the workspace.')),
      old_text: z
        .string()
        .check(z.minLength(1), z.describe('The passage to replace, with enough around it to be the only one.')),
      new_text: z.string().check(z.describe('The new passage; empty removes the old one.')),
    }),
    effects: async ({path}, by) => rights.effectsOfWriting((await files.locate(path)).path, by),
    summary: ({path}) => path,
    run: async ({path, old_text: oldText, new_text: newText}, by) => {
      const found = await files.locate(path);
      const refusal = rights.whyNotWrite(found.path, by);
      if (refusal !== undefined) return failure(refusal);
      let line = 0;
      await files.change(found.path, text => {
        if (text === undefined) throw new GatewayError('not_found', `No file ${path} in the workspace.`);
        // An interrupted call may have written the file already.
        if (by.again && hasEdit(text, oldText, newText)) return text;
        const edited = replaced({text, oldText, newText, path});
        line = edited.line;
        // Whoever allowed the edit has not read what stands around it.
        return limits.written(edited.text, {path: found.path, before: text}, {limits: by.limits});
      });
      return success(line === 0 ? `${found.path} has the new text.` : `Changed ${found.path} at line ${line}.`);
    },
  });

type Edit = {readonly text: string; readonly oldText: string; readonly newText: string; readonly path: string};

const replaced = ({text, oldText, newText, path}: Edit): {readonly text: string; readonly line: number} => {
  if (oldText === newText)
    throw new GatewayError('invalid', 'old_text and new_text are the same; nothing would change.');
  // Models write no Windows line breaks, so convert them for such a file.
  const usesCrLf = !text.includes(oldText) && text.includes('\r\n') && !oldText.includes('\r');
  const [before, after] = usesCrLf ? [withCrLf(oldText), withCrLf(newText)] : [oldText, newText];
  const places = placesOf(text, before);
  const [at] = places;
  if (at === undefined) throw new GatewayError('invalid', notFound(text, oldText, path));
  if (places.length > 1) {
    const lines = places.slice(0, 10).map(place => lineAt(text, place));
    throw new GatewayError(
      'invalid',
      `old_text occurs ${places.length} times in ${path} (lines ${lines.join(', ')}). Take more of what is around the one you mean.`,
    );
  }
  return {text: text.slice(0, at) + after + text.slice(at + before.length), line: lineAt(text, at)};
};

const hasEdit = (text: string, oldText: string, newText: string): boolean => {
  const has = (passage: string): boolean => text.includes(passage) || text.includes(withCrLf(passage));
  return newText === '' ? !has(oldText) : has(newText);
};

const withCrLf = (text: string): string => text.replaceAll('\n', '\r\n');

const placesOf = (text: string, passage: string): readonly number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) places.push(at);
  return places;
};

const lineAt = (text: string, at: number): number => countLines(`${text.slice(0, at)}.`);

/** Suggests the likely cause: white space, or only the first line matches. */
const notFound = (text: string, oldText: string, path: string): string => {
  if (oneLine(text).includes(oneLine(oldText))) {
    return `old_text is in ${path} with other white space. Read the file and copy the passage exactly.`;
  }
  const wanted =
    oldText
      .split('\n')
      .find(line => line.trim() !== '')
      ?.trim() ?? '';
  const near = text.split('\n').findIndex(line => wanted !== '' && line.includes(wanted));
  const hint =
    near < 0 ? 'Read the file first' : `Only its first line is there (line ${near + 1}). Read the file from there`;
  return `old_text is not in ${path}. ${hint} and copy the passage exactly.`;
};
