import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // React as it is shipped: the one for developers takes half as long again for every frame.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // The end of what hangs, never of what is slow on a busy machine; what is waited for says sooner that it does not come.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A developer's own settings must not reach the tests.
    env: {NO_COLOR: '', FORCE_COLOR: '1', TZ: 'UTC', ROOSTER_HOME: '', DEV: '', NODE_ENV: 'production'},
  },
});
