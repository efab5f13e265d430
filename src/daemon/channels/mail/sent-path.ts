// Finds the folder for copies of sent mail. Without it Rooster can't see whether a mail left before a crash.

/** A folder as the server lists it. */
type Listed = {readonly path: string; readonly specialUse?: string | undefined};

/** Undefined if there is none. `wanted`: the configured one. */
export const sentPath = (folders: readonly Listed[], wanted: string | undefined): string | undefined =>
  folders.find(({path, specialUse}) => (wanted === undefined ? specialUse === '\\Sent' : path === wanted))?.path;

/** The reason that there is none, as a sentence. */
export const noSentFolder = (wanted: string | undefined): string =>
  wanted === undefined
    ? 'The server names no folder for sent mail. Set mail.sent. A mail that a crash interrupts waits until then.'
    : `The mailbox has no folder "${wanted}" for sent mail. Check mail.sent. A mail that a crash interrupts waits until then.`;
