// What signal-cli says about itself on stderr, where it decides something. Everything else there is for people to read.

export type StderrWord =
  /** It takes connections. */
  | 'ready'
  /** Another signal-cli uses the account's data; this one waits, for ever if need be. */
  | 'locked'
  | 'unlinked'
  | 'tooOld'
  | 'socketTaken'
  | 'offline';

/** The word in a line of stderr, if it holds one. */
export const readStderr = (line: string): StderrWord | undefined => WORDS.find(([form]) => form.test(line))?.[1];

const WORDS: readonly (readonly [form: RegExp, word: StderrWord])[] = [
  [/Started JSON-RPC server on/u, 'ready'],
  [/Config file is in use by another instance/u, 'locked'],
  [/(?:^|\s)User \S+ is not registered|Authorization failed|AuthorizationFailedException/u, 'unlinked'],
  [/too old for the Signal-Server/u, 'tooOld'],
  [/Failed to bind socket .*already in use/iu, 'socketTaken'],
  [/Error while checking account .*(?:No connection|Connection closed)/u, 'offline'],
];
