import {chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';
import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** Whatever the seeds describe holds with one conversation for a person, and with one for each of their addresses: `test:deep` runs that. */
const SEEDS = [
  'alarm',
  'cron-announce',
  'cron-files',
  'cron-retry',
  'heartbeat',
  'one-answer',
  'reflection',
  'reminder',
  'reminder-agent',
  'unanswered',
  'why',
].map(name => `test/flows/${name}.test.ts`);

/** These tests hold also for a copy that takes the commits: `test:deep` runs that. */
const WITH_A_STORE = ['test/daemon/{store,sessions,delivery}/*.test.ts', 'test/daemon/flows/**/*.test.ts'];

/**
 * The files of `test:deep` that take longest, the longest first. By itself vitest sorts by the size of a file, or by its
 * last run, and in that of `npm test` these were skipped: the longest would come last, while other workers have ended.
 */
const LONGEST = [
  'crash/matrix',
  'process/update',
  'process/fleet',
  'crash/approval',
  'process/signal-attached',
  'crash/matrix-recovery',
  'crash/reminder',
  'crash/turn',
  'crash/mail-in',
  'process/signal-in',
  'process/update-kills',
  'crash/matrix-commits',
  'crash/matrix-takeover',
  'flows/killed-calls',
  'crash/mail',
  'crash/ntfy',
  'crash/http',
  'crash/matrix-calls',
  'flows/big-history',
  'daemon/schedule/recurrence/oracle',
  'process/host',
  'process/socket-fuzz',
  'crash/signal-in',
  'crash/signal-out',
  'crash/delegation',
  'terminal/tmux',
  'process/fleet-signal',
  'crash/signal-backlog',
  'crash/escalation',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({moduleId}: TestSpecification): number => {
      const at = LONGEST.findIndex(name => moduleId.endsWith(`/test/${name}.test.ts`));
      return at === -1 ? LONGEST.length : at;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * The folder for the tests' homes, in memory if there is room and programs may run there: a commit waits 2 ms for a
 * disk. What a power cut would leave on a disk is read from the calls themselves (power-cut.test.ts).
 */
const folderInMemory = (): {readonly TMPDIR?: string} => {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return {};
  const options = /^\S+ \/dev\/shm tmpfs (\S+)/mu.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (options === undefined || options.split(',').includes('noexec')) return {};
  const {bavail, bsize} = statfsSync('/dev/shm');
  if (bavail * bsize < 2 ** 30) return {};
  const folder = mkdtempSync('/dev/shm/rooster-');
  // The users of servers that tests start, such as Dovecot's, pass through it.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, {recursive: true, force: true, maxRetries: 10}));
  return {TMPDIR: folder};
};

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // The production build of React: the development build takes half as long again for every frame.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    // A process for each file costs more than most files. A test restores whatever it changes outside of itself.
    isolate: false,
    sequence: {sequencer: LongestFirst},
    // A third of the tests' time is waiting, for processes and timers: one worker more than there are cores uses it.
    maxWorkers: availableParallelism() + 1,
    // `npm test` leaves out files that are deep and not fast, `npm run test:deep` runs those; one file run by itself runs whole.
    tags: [
      {name: 'deep', description: 'slow matrices, and all but a few cases of whatever starts processes'},
      {name: 'fast', description: 'the case of a deep file that `npm test` has too'},
    ],
    // The limits for hanging tests, never for slow ones on a busy machine; waits inside a test fail sooner.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: {poll: {timeout: 120_000}},
    // A developer's own settings must not reach the tests.
    env: {
      NO_COLOR: '',
      FORCE_COLOR: '1',
      TZ: 'UTC',
      ROOSTER_HOME: '',
      DEV: '',
      NODE_ENV: 'production',
      ...folderInMemory(),
    },
    projects: [
      {extends: true, test: {name: 'one', include: ['test/**/*.test.{ts,tsx}'], env: {CONVERSATION: 'one'}}},
      {extends: true, test: {name: 'each', include: SEEDS, env: {CONVERSATION: 'each'}}},
      {extends: true, test: {name: 'copied', include: WITH_A_STORE, env: {CONVERSATION: 'one', STORE: 'copied'}}},
    ],
  },
});
