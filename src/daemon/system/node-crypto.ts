// Node's module for hashes and signatures, loaded at its first use: it takes a third of the time that a Node needs to
// start.

export const nodeCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

/** The SHA-256 of a text in hex. */
export const sha256 = (text: string): string => nodeCrypto().hash('sha256', text);
