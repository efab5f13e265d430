// memory_write: keeps the agent's memory tidy, as a whole or section by section. Which file that is follows from the trust, and
// it stays so short that it can be read with every turn.
import * as z from 'zod/mini';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {memoryFile} from '../../../shared/text/memory-file.ts';
import type {Tool} from '../../ports/tool.ts';
import {defineTool, failure, success} from '../define-tool.ts';
import {inThousands} from '../output-limit.ts';
import type {FileToolDeps} from './read-file.ts';

export const createMemoryWrite = ({files, rights}: FileToolDeps): Tool =>
  defineTool({
    name: 'memory_write',
    description:
      'Rewrite your memory: what you must still know next month about people, preferences and decisions. It is read with every turn, so ' +
      `it has room for ${inThousands(LONGEST)} characters: rewrite and merge rather than append. Give a section to replace only what stands ` +
      'under that heading, or leave it out to replace the whole text. Keep no secrets in it, and nothing that only a web page wants.',
    needs: 'inner',
    places: ['reflection'],
    schema: z.strictObject({
      section: z.optional(
        z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(100),
            z.describe('The words of a heading, without the signs before it. A new one is added at the end.'),
          ),
      ),
      content: z
        .string()
        .check(
          z.maxLength(100_000),
          z.describe('The new text: of the section without its heading (empty removes both), or of the whole memory.'),
        ),
    }),
    summary: ({section}) => section ?? 'all of it',
    run: async ({section, content}, by) => {
      const path = memoryFile(by);
      if (path === undefined) return failure('Nothing is remembered of a person who is not known.');
      const found = await files.locate(path);
      const refusal = rights.whyNotWrite(found.path, by);
      if (refusal !== undefined) return failure(refusal);
      if (section !== undefined && /[\r\n]/u.test(section)) return failure('"section" must be one line.');
      let length = 0;
      await files.change(found.path, (before = '') => {
        const after = section === undefined ? whole(content) : withSection(before, section.trim(), content);
        // One that has grown too long before may still be made shorter.
        if (after.length > LONGEST && after.length >= before.length) throw tooLong(path, after.length);
        length = after.length;
        return after;
      });
      return success(`${path} has ${inThousands(length)} of ${inThousands(LONGEST)} characters now.`);
    },
  });

const whole = (content: string): string => {
  if (content.trim() === '')
    throw new GatewayError(
      'invalid',
      'That would forget everything. To remove one section, name it and leave its content empty.',
    );
  return `${content.trim()}\n`;
};

/** Up to the next heading that is not below its own. */
const withSection = (text: string, section: string, content: string): string => {
  const lines = text.split('\n');
  const start = lines.findIndex(line => headingOf(line)?.words.toLowerCase() === section.toLowerCase());
  const heading = headingOf(lines[start] ?? '') ?? {depth: 2, words: section};
  const next = lines.findIndex((line, index) => index > start && (headingOf(line)?.depth ?? 9) <= heading.depth);
  const before = start < 0 ? lines : lines.slice(0, start);
  const after = start < 0 || next < 0 ? [] : lines.slice(next);
  const own = content.trim() === '' ? [] : [`${'#'.repeat(heading.depth)} ${heading.words}`, '', content.trim()];
  const parts = [before, own, after].map(part => part.join('\n').trim()).filter(part => part !== '');
  return `${(start < 0 && before.join('').trim() === '' ? ['# Memory', ...parts] : parts).join('\n\n')}\n`;
};

const headingOf = (line: string): {readonly depth: number; readonly words: string} | undefined => {
  const [, signs, words] = /^(#{1,6}) +(\S.*)$/u.exec(line.trimEnd()) ?? [];
  return signs === undefined || words === undefined ? undefined : {depth: signs.length, words};
};

const tooLong = (path: string, length: number): GatewayError =>
  new GatewayError(
    'refused',
    `That would make ${path} ${inThousands(length)} characters long, and it has room for ${inThousands(LONGEST)}: merge and ` +
      'leave out, or keep the details in a file of their own and the name of that file here.',
  );

/** Well below what a turn is shown of it. */
const LONGEST = 12_000;
