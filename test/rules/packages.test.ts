// The build puts the code of all packages but the sandbox into dist/, so an installation needs no more than what the specification names.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import manifest from '../../package.json' with {type: 'json'};

test('only the packages that the specification names are dependencies', () => {
  expect(Object.keys(manifest.dependencies).sort()).toEqual([
    // The sandbox of commands. It starts programs of its own, so it isn't in the bundle.
    '@anthropic-ai/sandbox-runtime',
    'chalk',
    'conf',
    'croner',
    'ink',
    'json-rpc-2.0',
    'react',
  ]);
});

test('an installation brings at most 68 packages', () => {
  const lock: {packages: Record<string, {dev?: boolean}>} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const production = Object.keys(lock.packages).filter(path => path !== '' && !lock.packages[path]?.dev);
  expect(production.length, production.join('\n')).toBeLessThanOrEqual(68);
});
