import {expect, test} from 'vitest';
import {maskSecrets} from '../../../src/daemon/config/mask-secrets.ts';

test('secrets are masked everywhere, and the rest is shown', () => {
  const shown = maskSecrets({
    agent: {model: 'local/llama', contextTokens: 8_000},
    providers: {
      one: {kind: 'openai', apiKey: 'hunter22'},
      two: {kind: 'openai', api_key: 'hunter22', ApiKey: ['hunter22']},
      three: {kind: 'openai', apiKey: {env: 'OPENAI_API_KEY'}, baseUrl: 'https://me:hunter22@example.org/v1'},
      four: {kind: 'openai', apiKey: {env: 'sk-hunter22'}},
      five: {kind: 'openai', apiKey: {key: 'hunter22'}, note: 'was sk-hunter22hunter22hunter22'},
      six: {kind: 'openai', apiKey: null},
    },
    users: [{name: 'alice', password: 'hunter22'}],
  });
  expect(shown).toEqual({
    agent: {model: 'local/llama', contextTokens: 8_000},
    providers: {
      one: {kind: 'openai', apiKey: '••••'},
      two: {kind: 'openai', api_key: '••••', ApiKey: '••••'},
      three: {kind: 'openai', apiKey: {env: 'OPENAI_API_KEY'}, baseUrl: 'https://••••@example.org/v1'},
      four: {kind: 'openai', apiKey: '••••'},
      five: {kind: 'openai', apiKey: '••••', note: 'was ••••'},
      six: {kind: 'openai', apiKey: null},
    },
    users: [{name: 'alice', password: '••••'}],
  });
});
