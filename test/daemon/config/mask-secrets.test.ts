import {expect, test} from 'vitest';
import {maskSecrets, shownConfig} from '../../../src/daemon/config/mask-secrets.ts';

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

test.each([
  ['agent.modl', 'The configuration has no key "agent.modl". Did you mean agent.model?'],
  ['nothing.like.it', 'The configuration has no key "nothing.like.it".'],
  ['signal.account', '"signal.account" isn\'t set.'],
  ['users[3].locale', '"users[3].locale" isn\'t set.'],
  ['providers.mine.baseUrl', '"providers.mine.baseUrl" isn\'t set.'],
])('asked for %s, the answer is: %s', (key, sentence) => {
  expect(() => shownConfig({agent: {model: 'offline'}, users: []}, key)).toThrow(sentence);
});
