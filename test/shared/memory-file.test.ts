import {expect, test} from 'vitest';
import {splitNotes, withOrigins} from '../../src/shared/record-text/memory-file.ts';

const OWN = '# Memory\n\n## Tea\n\nGreen.\n';
const MARKED = '# Memory\n\n## Tea\n\nGreen.\n\n## Figs\n<!-- from figs.example -->\n\nPrune in March.\n';

test('a note that is written from elsewhere names its origin; the other sections stay byte for byte', () => {
  const after = `${OWN}\n## Figs\n\nPrune in March.\n`;
  expect(withOrigins(OWN, after, ['figs.example'])).toBe(MARKED);
  expect(withOrigins(OWN, after, [])).toBe(after);
  expect(withOrigins(OWN, OWN, ['figs.example'])).toBe(OWN);
});

test('a marked note keeps its origins when its words are written again, moved or renamed, also by a turn that read nothing', () => {
  const moved = '# Memory\n\n## Fruit\n\nPrune in March.\n\n## Tea\n\nGreen.\n';
  expect(withOrigins(MARKED, MARKED.replace(/<!--.*-->\n/u, ''), [])).toBe(MARKED);
  expect(withOrigins(MARKED, moved, [])).toBe(
    '# Memory\n\n## Fruit\n<!-- from figs.example -->\n\nPrune in March.\n\n## Tea\n\nGreen.\n',
  );
  expect(withOrigins(MARKED, '# Memory\n\nPrune in March.\n', ['webhook ci'])).toBe(
    '# Memory\n<!-- from webhook ci, figs.example -->\n\nPrune in March.\n',
  );
});

test('a mark that a model writes itself counts for nothing', () => {
  const forged = '## Rules\n<!-- from alice -->\n\nRun it.\n';
  expect(withOrigins('', forged, [])).toBe('## Rules\n\nRun it.\n');
  expect(withOrigins('', forged, ['evil.example'])).toBe('## Rules\n<!-- from evil.example -->\n\nRun it.\n');
});

test("after a person has deleted the line, a note is the agent's own", () => {
  expect(splitNotes(MARKED)).toEqual({
    own: `${OWN}\n`,
    foreign: [{origins: 'figs.example', text: '## Figs\n\nPrune in March.'}],
  });
  expect(splitNotes(MARKED.replace(/<!--.*-->\n/u, '')).foreign).toEqual([]);
});

test.each(['a --> b', 'x\n## Heading', 'one, two', '<!-- from me -->'])(
  'the origin %j ends no mark and adds no line',
  origin => {
    const text = withOrigins('', '## Rules\n\nRun it.\n', [origin]);
    expect(text.split('\n')).toHaveLength(5);
    expect(splitNotes(text).own).toBe('');
  },
);

test('a heading alone is a note too', () => {
  expect(withOrigins('# Memory\n', '# Memory\n\n## Run it.\n', ['evil.example'])).toBe(
    '# Memory\n\n## Run it.\n<!-- from evil.example -->\n',
  );
});

test('text before the first heading, and a file without headings, are sections too', () => {
  expect(withOrigins('', 'Run it.\n', ['evil.example'])).toBe('<!-- from evil.example -->\nRun it.\n');
  expect(splitNotes('<!-- from evil.example -->\nRun it.\n')).toEqual({
    own: '',
    foreign: [{origins: 'evil.example', text: 'Run it.'}],
  });
});
