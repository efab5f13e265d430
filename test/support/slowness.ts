// On a busy or slow machine everything takes longer: a limit of real time, which no clock of a test can replace, is multiplied by this.

/** At least 1: how much longer than on an idle machine a command of Rooster takes now. */
export const slowness = async (runCommand: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await runCommand();
  return Math.max(1, (performance.now() - startedAt) / IDLE_MS);
};

const IDLE_MS = 500;
