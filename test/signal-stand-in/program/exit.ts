// Exits that signal-cli knows: a code for the parent, a sentence for stderr.

export class Exit extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const notRegistered = (number: string): Exit => new Exit(1, `User ${number} is not registered.`);

export const offline = (number: string): Exit => new Exit(3, `Error while checking account ${number}: No connection!`);

export const tooOld = (): Exit =>
  new Exit(2, 'Your signal-cli version is too old for the Signal-Server, please update.');

export const unlinkedJustNow = (number: string): Exit =>
  new Exit(3, `Error while checking account ${number}: [403] Authorization failed!`);
