// The text of an HTML mail without its layout, where the HTML takes too much work to read. Pure.

export type MailText = {
  readonly text: string;
  /** Only its beginning was kept. */
  readonly isCut: boolean;
};

/** The text of an HTML without its tags, in one pass. */
export const bareText = (html: string): MailText => {
  let text = '';
  let at = 0;
  while (at < html.length && text.length <= LONGEST_TEXT) {
    const tag = html.indexOf('<', at);
    const end = tag === -1 ? html.length : tag;
    text += html.slice(at, Math.min(end, at + LONGEST_READ)).replaceAll(/\s+/gu, ' ');
    const close = tag === -1 ? -1 : html.indexOf('>', tag);
    at = close === -1 ? html.length : close + 1;
    if (!text.endsWith(' ')) text += ' ';
  }
  return {text: text.slice(0, LONGEST_TEXT).trim().toWellFormed(), isCut: text.length > LONGEST_TEXT};
};

export const LONGEST_TEXT = 100_000;
export const LONGEST_READ = 200_000;
