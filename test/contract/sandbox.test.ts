import {dirname} from 'node:path';
import {describe} from 'vitest';
import {fakeSandbox} from '../support/fake-sandbox.ts';
import {HAS_SANDBOX, realSandbox} from '../support/real-sandbox.ts';
import {sandboxContract} from './sandbox.contract.ts';

sandboxContract('the fake', () => {
  const sandbox = fakeSandbox();
  return {sandbox, breaks: () => sandbox.breaks('It is broken.'), [Symbol.asyncDispose]: async () => {}};
});

describe.runIf(HAS_SANDBOX)('on this machine', () => {
  sandboxContract('the real one', workspace => {
    const env: Record<string, string | undefined> = {...process.env};
    const sandbox = realSandbox(dirname(workspace), dirname(workspace), env);
    return {
      sandbox,
      breaks: () => {
        env['PATH'] = '/nonexistent';
      },
      [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
    };
  });
});
