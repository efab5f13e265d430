// Which message of Signal a kept one was: its key says its author and its instant.

/** Undefined for a key that is none of this channel's. */
export const answeredMessage = (key: string): {readonly id: string; readonly author: string} | undefined => {
  const [, author, id] = KEY.exec(key) ?? [];
  return author === undefined || id === undefined ? undefined : {id, author};
};

const KEY = /^signal:.+\/([^/]+)\/(\d+)$/u;
