// Reads the author and timestamp of a Signal message from its stored key.

/** Undefined for a key of another channel. */
export const answeredMessage = (key: string): {readonly id: string; readonly author: string} | undefined => {
  const [, author, id] = KEY.exec(key) ?? [];
  return author === undefined || id === undefined ? undefined : {id, author};
};

const KEY = /^signal:.+\/([^/]+)\/(\d+)$/u;
