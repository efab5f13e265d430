// The images that a model gets: the newest few, without those too large for a provider.
import type {Message} from '../../../shared/records/message.ts';

/** Images by their path in the workspace. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

/** `read` returns a workspace file, or undefined if it is gone. Never rejects. */
export const picturesIn = async (
  messages: readonly Message[],
  read: (path: string, limit: number) => Promise<Uint8Array | undefined>,
): Promise<Pictures> => {
  const wanted = messages
    .flatMap(({attachments = []}) => attachments)
    .filter(({type, size}) => isPicture(type) && size <= LARGEST)
    .slice(-MOST);
  const pictures = new Map<string, Uint8Array>();
  for (const {path} of wanted) {
    const bytes = await read(path, LARGEST).catch(() => undefined);
    if (bytes !== undefined && bytes.length > 0) pictures.set(path, bytes);
  }
  return pictures;
};

export const isPicture = (type: string): boolean => TYPES.has(type);

/** Image types that all providers accept. */
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const LARGEST = 5 * 1_024 * 1_024;
const MOST = 4;
