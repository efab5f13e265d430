import {join} from 'node:path';
import {expect, test} from 'vitest';
import {chooseTheme, chosenTheme, isTheme, themeAbout, themeNames, themeSample} from '../../src/tui/show-theme.ts';
import {clientFiles} from '../../src/tui/terminal/client-files.ts';
import {tempDir} from '../support/temp-dir.ts';

const TRUE = {LANG: 'C.UTF-8', COLORTERM: 'truecolor'};
const plainText = (line: string): string => line.replaceAll(/\x1b\[[\d;]*m/gu, '');

test('each theme has a line about it and a sample of its own, which shows the same text', () => {
  const samples = themeNames.map(name => themeSample(name, TRUE, true).join('\n'));
  expect(new Set(samples).size).toBe(themeNames.length);
  expect(new Set(samples.map(plainText)).size).toBe(1);
  expect(plainText(samples[0] ?? '')).toMatch(/♡|◷ call Bob +→ here +in 0:42/u);
  for (const name of themeNames) expect(themeAbout(name)).toMatch(/\w/u);
});

test('where the output shows no colours, neither does the sample', () => {
  for (const name of themeNames)
    expect(themeSample(name, TRUE, false).join('')).not.toMatch(/\x1b\[(?:3[0-8]|4[0-8])/u);
});

test('the chosen theme is kept for the next start, and nothing else changes', () => {
  using dir = tempDir();
  const folder = join(dir.path, 'client');
  const files = clientFiles(folder);
  files.save({...files.load(), bell: 'off'});
  expect(chosenTheme(folder)).toBe('auto');
  chooseTheme(folder, 'dusk');
  expect(chosenTheme(folder)).toBe('dusk');
  expect(clientFiles(folder).load().bell).toBe('off');
  expect([isTheme('barn'), isTheme('pink')]).toEqual([true, false]);
});
