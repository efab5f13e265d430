// Recognizes the lines of signal-cli's stderr that change its state. All others are for people.

export type StderrWord =
  /** signal-cli accepts connections. */
  | 'ready'
  /** Another signal-cli uses the account's data, and this one waits without limit. */
  | 'locked'
  | 'unlinked'
  | 'tooOld'
  | 'socketTaken'
  | 'offline';

/** The state that a line of stderr reports, if any. */
export const readStderr = (line: string): StderrWord | undefined => WORDS.find(([form]) => form.test(line))?.[1];

const WORDS: readonly (readonly [form: RegExp, word: StderrWord])[] = [
  [/Started JSON-RPC server on/u, 'ready'],
  [/Config file is in use by another instance/u, 'locked'],
  [/(?:^|\s)User \S+ is not registered|Authorization failed|AuthorizationFailedException/u, 'unlinked'],
  [/too old for the Signal-Server/u, 'tooOld'],
  [/Failed to bind socket .*already in use/iu, 'socketTaken'],
  [/Error while checking account .*(?:No connection|Connection closed)/u, 'offline'],
];
