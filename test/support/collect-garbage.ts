// Collects all garbage of this thread now, so that none is left to be collected in the middle of a measurement.
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
};
