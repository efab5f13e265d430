// A checked configuration from a person's input; a mistake in it fails the test.
import {type Checking, checkConfig} from '../../src/daemon/config/check-config.ts';
import type {Config} from '../../src/daemon/config/config-schema.ts';
import {isZone} from '../../src/shared/time/zone.ts';

export const testConfig = (raw: unknown = {}): Config => {
  const {config, problems} = checkConfig(raw, testKnowledge);
  const [first] = problems;
  if (first !== undefined) throw new TypeError(`${first.key}: ${first.reason}`);
  return config;
};

/** A system in Berlin, where five words are a cron expression. */
export const testKnowledge: Checking = {
  zones: {system: 'Europe/Berlin', isZone},
  isCron: expression => (expression.split(' ').length === 5 ? undefined : `"${expression}" has not five fields.`),
};
