import {expect, test} from 'vitest';
import {contextTokensOf} from '../../../src/daemon/models/model-registry.ts';

test.each([
  ['claude-opus-5-5', 'https://api.anthropic.com/v1', undefined, 200_000],
  ['anthropic/claude-3.5-sonnet', 'https://openrouter.ai/api/v1', undefined, 200_000],
  ['gpt-4o-mini', 'https://api.openai.com/v1', undefined, 128_000],
  ['gpt-4.1', 'https://api.openai.com/v1', undefined, 1_047_576],
  ['gpt-4', 'https://api.openai.com/v1', undefined, 8_192],
  ['o3-mini', 'https://api.openai.com/v1', undefined, 200_000],
  ['mistral-large', 'https://api.mistral.ai/v1', undefined, 128_000],
  ['mistral-large', 'https://api.mistral.ai/v1', 32_000, 32_000],
  ['claude-opus-5-5', 'https://api.anthropic.com/v1', 32_000, 200_000],
  ['qwen3', 'http://127.0.0.1:11434/v1', undefined, 8_192],
  ['qwen3', 'http://localhost:8080/v1', 32_768, 32_768],
  ['gpt-4o-like', 'http://192.168.1.5/v1', undefined, 8_192],
])('the window of %s at %s, with %s configured, is %d tokens', (modelId, baseUrl, configured, tokens) => {
  expect(contextTokensOf({modelId, baseUrl, configured})).toBe(tokens);
});
