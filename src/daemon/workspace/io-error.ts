// Converts file system errors into sentences.
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';

export const errnoOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

/** Returns a GatewayError unchanged, and any other error as one that names the path. */
export const ioError = (thrown: unknown, path: string): GatewayError => {
  if (thrown instanceof GatewayError) return thrown;
  const code = errnoOf(thrown);
  const reason = code === undefined ? undefined : WORDS[code];
  return new GatewayError('failed', reason === undefined ? `${path}: ${errorMessage(thrown)}` : `${path} ${reason}`, {
    cause: thrown,
  });
};

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'is below something that is not a folder.',
  EISDIR: 'is a folder, not a file.',
  EACCES: 'may not be opened: the system denies it.',
  EPERM: 'may not be changed: the system denies it.',
  EROFS: 'is on a disk that is read-only.',
  ENOSPC: 'could not be written: the disk is full.',
  EDQUOT: 'could not be written: the disk quota is used up.',
  ENAMETOOLONG: 'has a name that is too long for the system.',
  ELOOP: 'is a link that leads in a circle or was put there meanwhile.',
  ENOTEMPTY: 'is a folder that is not empty.',
  EMFILE: 'could not be opened: too many files are open. Try again in a moment.',
  ENXIO: "isn't a regular file.",
};
