// The mode of the run: one conversation per person over all addresses, or one for each. The tests of the seeds run in both
// (test/vitest.config.ts).
import type {SessionKey} from '../../src/shared/records/session-key.ts';

export const MODE = process.env['CONVERSATION'] === 'each' ? 'each' : 'one';

/** The conversation in which Alice, who is the owner, or somebody else writes on Signal. */
export const keyOf = (name: string, account = `${name}-uuid`): SessionKey => {
  if (MODE === 'each') return `rooster:dm:signal:${account}`;
  return name === 'alice' ? 'rooster:main' : `rooster:person:${name}`;
};

export const inMode = <User extends object>(
  users: readonly User[],
): readonly (User & {readonly conversation: string})[] => users.map(user => ({...user, conversation: MODE}));
