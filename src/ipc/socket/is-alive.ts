// Checks whether a process runs, by its id.

/** True if a process with this id runs and we may signal it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
