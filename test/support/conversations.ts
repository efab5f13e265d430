// The conversations of a configuration for tests: with no users, each address has its own.
import {type Conversations, conversationsIn} from '../../src/daemon/routing/conversation.ts';
import {testConfig} from './test-config.ts';

export const conversationsOf = (config: Parameters<typeof testConfig>[0] = {}): Conversations => {
  const tested = testConfig(config);
  return conversationsIn(
    () => tested,
    address => address,
  );
};
