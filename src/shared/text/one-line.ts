// A text on one line, for what is read line by line: lists that a model is given, and whoever compares with them.

/** With a space for each run of line ends and the blanks around them. A run of blanks is looked at once, from its beginning. */
export const onOneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*[\r\n\u2028\u2029]+\s*/gu, ' ');
