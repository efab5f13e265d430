// The configuration file of a home, as a person would write it, or as bytes.
import {mkdirSync, writeFileSync} from 'node:fs';
import {NOTHING_ASKS} from './nothing-asks.ts';

export const writeConfig = (home: string, config: unknown): void => {
  mkdirSync(home, {recursive: true});
  const isWritten = typeof config === 'string' || config instanceof Uint8Array;
  writeFileSync(`${home}/config.json`, isWritten ? config : JSON.stringify(config));
};

/**
 * A configuration whose model is a server on loopback that speaks OpenAI's format. Nothing asks, and commands run without
 * the sandbox: homes of tests are in `/dev/shm`, which it replaces.
 */
export const modelAt = (baseUrl: string, more: {readonly apiKey?: unknown} = {}) => ({
  agent: {model: 'local/test-model', contextTokens: 100_000},
  providers: {local: {kind: 'openai-compatible', baseUrl, ...more}},
  limits: {operatorPerMinute: 1_000_000, injectionsPerMinute: 1_000_000, wakesPerDay: 1_000_000},
  policy: {...NOTHING_ASKS, sandbox: 'off'},
});
