/** The SHA-256 of a text in hex. Importing node:crypto takes 9 ms at each start, and few starts need it. */
export const sha256 = (text: string): string => process.getBuiltinModule('node:crypto').hash('sha256', text);
