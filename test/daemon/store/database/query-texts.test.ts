import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

test('no query limits its rows by a bare parameter, which SQLite would plan again each time', () => {
  const room = 'src/daemon/store';
  const files = readdirSync(room, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.ts'));
  const texts = files.map(name => ({name, text: readFileSync(join(room, name), 'utf8')}));
  expect(texts.filter(({text}) => /(?:LIMIT|OFFSET) 0 \+ \?/u.test(text)).length).toBeGreaterThan(5);
  const bare = texts.filter(({text}) => /^(?!\/\/).*\b(?:LIMIT|OFFSET) \?/mu.test(text)).map(({name}) => name);
  expect(bare).toEqual([]);
});
