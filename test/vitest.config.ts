import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // React as it is shipped: the one for developers takes half as long again for every frame.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // A process for each file costs more than most files do. What a test changes outside of itself it puts back.
    isolate: false,
    // `npm test` leaves out what is deep and not fast, `npm run test:deep` runs that; one file run by itself has all of it.
    tags: [
      {name: 'deep', description: 'slow matrices, and all but a few cases of whatever starts processes'},
      {name: 'fast', description: 'the case of a deep file that `npm test` has too'},
    ],
    // The end of what hangs, never of what is slow on a busy machine; what is waited for says sooner that it does not come.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A developer's own settings must not reach the tests.
    env: {NO_COLOR: '', FORCE_COLOR: '1', TZ: 'UTC', ROOSTER_HOME: '', DEV: '', NODE_ENV: 'production'},
  },
});
