// The configuration file of a home, as a person would write it, or as bytes.
import {mkdirSync, writeFileSync} from 'node:fs';

export const writeConfig = (home: string, config: unknown): void => {
  mkdirSync(home, {recursive: true});
  const isWritten = typeof config === 'string' || config instanceof Uint8Array;
  writeFileSync(`${home}/config.json`, isWritten ? config : JSON.stringify(config));
};

/**
 * A configuration whose model is a server on loopback that speaks OpenAI's format. Commands run without the sandbox: homes
 * of tests are in `/dev/shm`, which it replaces.
 */
export const modelAt = (baseUrl: string, more: {readonly apiKey?: unknown} = {}) => ({
  agent: {model: 'local/test-model', contextTokens: 100_000},
  providers: {local: {kind: 'openai-compatible', baseUrl, ...more}},
  limits: {operatorPerMinute: 1_000_000, injectionsPerMinute: 1_000_000, wakesPerDay: 1_000_000},
  policy: {sandbox: 'off'},
});
