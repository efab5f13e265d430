import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A developer's own settings must not reach the tests.
    env: {NO_COLOR: '', FORCE_COLOR: '1', TZ: 'UTC', ROOSTER_HOME: '', DEV: ''},
  },
});
