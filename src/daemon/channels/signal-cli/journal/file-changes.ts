// Reports the changes of a file at a path, where another file may take its place.
import {type FSWatcher, watch} from 'node:fs';

type FileChanges = Disposable & {
  /** Watches the file with this inode from now on. False if it can't be watched. */
  readonly follow: (inode: number) => boolean;
  /** The file is gone. */
  readonly stop: () => void;
};

/** `onLost`: the file isn't watched any longer, although it may be there. */
export const watchChanges = (path: string, onChange: () => void, onLost: () => void): FileChanges => {
  let watched: {readonly watcher: FSWatcher; readonly inode: number} | undefined;

  const stop = (): void => {
    watched?.watcher.close();
    watched = undefined;
  };

  const start = (inode: number): void => {
    stop();
    const watcher = watch(path, {persistent: false}, change => {
      // Another file may have the inode of a deleted one.
      if (change === 'rename') stop();
      onChange();
    });
    watcher.on('error', () => {
      stop();
      onLost();
    });
    watched = {watcher, inode};
  };

  return {
    follow: inode => {
      if (watched?.inode === inode) return true;
      try {
        start(inode);
        return true;
      } catch {
        return false;
      }
    },
    stop,
    [Symbol.dispose]: stop,
  };
};
