// The agent's memory file. Memory from one person never appears in another's conversations: only full trust shares one
// file. A section that holds words from elsewhere names its origins in its first line. A person who has read it and
// deletes that line makes it the agent's own, and so does one who accepts it before it is written.
import {reaches, type Trust} from '../records/trust.ts';

/** The file in the workspace; undefined for people without memory. */
export const memoryFile = ({
  trust,
  user,
}: {
  readonly trust: Trust;
  readonly user?: string | undefined;
}): string | undefined => {
  if (reaches(trust, 'full')) return 'MEMORY.md';
  return reaches(trust, 'inner') && user !== undefined ? `memory/${user}.md` : undefined;
};

/** A section of a memory file, without the line of its origins. */
type Section = {readonly heading: string; readonly body: string; readonly origins: readonly string[]};

/**
 * The new text of a memory file, with the origins of each section. A section that was there keeps its own. A changed
 * one gets those of the writer, and those of the marked sections that it may have been made from. `acceptedBy`: the
 * person who has read all changed sections. They keep their origins in a line that limits nobody.
 */
export const withOrigins = (before: string, after: string, origins: readonly string[], acceptedBy?: string): string => {
  const known = sectionsOf(before);
  const written = sectionsOf(after);
  const isKept = (section: Section): boolean => written.some(other => isSame(section, other));
  const replaced = known.filter(section => !isKept(section)).flatMap(section => section.origins);
  return written
    .map(section => {
      const same = known.find(other => isSame(section, other));
      if (same !== undefined) return textOf({...section, origins: same.origins});
      const names = namesOf([...origins, ...replaced]);
      return acceptedBy === undefined
        ? textOf({...section, origins: names})
        : withLine(section, acceptedLine(names, acceptedBy));
    })
    .join('');
};

/** The agent's own notes, and those that hold words from elsewhere, each with its origins. */
export const splitNotes = (
  text: string,
): {readonly own: string; readonly foreign: readonly {readonly origins: string; readonly text: string}[]} => {
  const sections = sectionsOf(text);
  const foreign = sections.filter(({origins}) => origins.length > 0);
  return {
    own: sections
      .filter(({origins}) => origins.length === 0)
      .map(textOf)
      .join(''),
    foreign: foreign.map(section => ({
      origins: section.origins.join(', '),
      text: textOf({...section, origins: []}).trim(),
    })),
  };
};

/** A file without marked sections stays byte for byte. */
const sectionsOf = (text: string): readonly Section[] => {
  const lines = text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  const starts = lines.flatMap((line, index) => (HEADING.test(line) ? [index] : []));
  const ranges = [0, ...starts.filter(start => start > 0)];
  return ranges.map((start, index) => sectionOf(lines.slice(start, ranges[index + 1])));
};

const sectionOf = (lines: readonly string[]): Section => {
  const [first = ''] = lines;
  const heading = HEADING.test(first) ? first : '';
  const rest = heading === '' ? lines : lines.slice(1);
  const marks = rest.flatMap(line => MARK.exec(line)?.[1] ?? []);
  const origins = namesOf(marks.flatMap(names => names.split(', ')));
  return {heading, body: rest.filter(line => !MARK.test(line)).join(''), origins};
};

const textOf = ({heading, body, origins}: Section): string => {
  // A heading alone is words too, but for the one of the file.
  const isEmpty = body.trim() === '' && (heading === '' || heading.trim() === '# Memory');
  if (origins.length === 0 || isEmpty) return `${heading}${body}`;
  return withLine({heading, body}, `<!-- from ${origins.join(', ')} -->\n`);
};

const withLine = ({heading, body}: Pick<Section, 'heading' | 'body'>, line: string): string => {
  if (line === '' || (body.trim() === '' && (heading === '' || heading.trim() === '# Memory')))
    return `${heading}${body}`;
  return `${heading === '' || heading.endsWith('\n') ? heading : `${heading}\n`}${line}${body}`;
};

const acceptedLine = (origins: readonly string[], by: string): string =>
  origins.length === 0 ? '' : `<!-- accepted by ${namesOf([by]).join('')}, from ${origins.join(', ')} -->\n`;

const isSame = (a: Section, b: Section): boolean =>
  a.heading.trim() === b.heading.trim() && a.body.trim() === b.body.trim();

/** Names that can't end the comment or look like several. */
const namesOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map(name => name.replaceAll(/[^\p{L}\p{N} .:@/_-]|--+/gu, ' ').trim()).filter(name => name !== '')),
];

const HEADING = /^#{1,6} +\S/u;
const MARK = /^<!-- from (.+) -->\s*$/u;
