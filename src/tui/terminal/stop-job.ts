// Ctrl+Z: stops the whole job, as the terminal's own Ctrl+Z would. The shell waits for every process of the job (npm,
// its `sh -c`, Node). If only this one stopped, nobody would get the terminal.
import process from 'node:process';
import type {Clock} from '../../shared/time/clock.ts';

/** Stops this job; resolves when the shell continues it, or at once where no shell can. */
export const stopJob = async (clock: Clock): Promise<void> => {
  const continued = Promise.withResolvers<void>();
  process.once('SIGCONT', continued.resolve);
  // Process 0 means the process group. Without job control the kernel ignores the signal, and no SIGCONT follows.
  process.kill(0, 'SIGTSTP');
  using _ignored = clock.after(IGNORED_AFTER_MS, continued.resolve);
  await continued.promise;
  process.off('SIGCONT', continued.resolve);
  // Only the foreground job gets a resize signal, so Node must check the size again.
  process.kill(process.pid, 'SIGWINCH');
};

const IGNORED_AFTER_MS = 50;
