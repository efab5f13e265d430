import {expect, test} from 'vitest';
import {seesPictures} from '../../../src/daemon/models/model-registry.ts';

test.for([
  ['claude-sonnet-4-5', true],
  ['gpt-4o-mini', true],
  ['openai/o3', true],
  ['qwen2.5-vl:7b', true],
  ['llava:13b', true],
  ['gemma3:12b', true],
  ['gpt-3.5-turbo', false],
  ['llama3.1:8b', false],
  ['mistral-large', false],
] as const)('%s can be shown pictures: %s', ([name, sees]) => {
  expect(seesPictures(name)).toBe(sees);
});
