// Whether a process runs, for whoever knows only its number.

/** A process of this number runs, and is one that we may signal. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
