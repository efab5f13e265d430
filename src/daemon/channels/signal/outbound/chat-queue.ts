// Runs one task at a time per chat, in order of the calls. Chats run in parallel.

type ChatQueue = <T>(chat: string, work: () => Promise<T>) => Promise<T>;

export const createChatQueue = (): ChatQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (chat, work) => {
    const mine = (last.get(chat) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(chat, over);
    void over.then(() => {
      if (last.get(chat) === over) last.delete(chat);
    });
    return mine;
  };
};
