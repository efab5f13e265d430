import {expect, test} from 'vitest';
import {channelStyle} from '../../../src/daemon/turns/prompt/turn-prompt.ts';

test("a terminal draws Markdown, a phone doesn't, and an unknown channel gets plain text", () => {
  expect(channelStyle('terminal')).toContain('Markdown');
  expect(channelStyle(undefined)).toBe(channelStyle('terminal'));
  expect(channelStyle('signal')).toMatch(/plain text.*short.*No headings, no tables/su);
  expect(channelStyle('toString')).toBe(channelStyle('unknown'));
});
