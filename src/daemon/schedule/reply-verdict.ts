// Sentinels: words by which a scheduled turn reports nothing. Pure. A whole text that is a sentinel, bare or in `**`,
// `*`, `_` or backticks, is suppressed. At the start or end a sentinel is removed with adjacent `. , ; :` and spaces;
// if nothing is left, the text is suppressed. In mid-sentence, in other case or in quotes it is an ordinary word (but
// see withoutSentinels). For a heartbeat, `HEARTBEAT_OK` with a short remark is suppressed. `HEARTBEAT_CONTINUE` with
// text is a report, and reports contain no sentinels.

import {SENTINELS, spokenText} from '../../shared/record-text/sentinels.ts';

export type Finding =
  | {readonly kind: 'suppressed'; readonly comeBack: boolean}
  | {readonly kind: 'report'; readonly text: string};

/** Judges a scheduled turn's reply. `comeBack`: the agent wants another run later (`HEARTBEAT_CONTINUE`). */
export const readFinding = (reply: string): Finding => {
  const text = spokenText(reply).trim();
  return text === '' ? {kind: 'suppressed', comeBack: reply.includes(CONTINUE)} : {kind: 'report', text};
};

/** Judges a heartbeat's reply. An empty one reports nothing. */
export const readHeartbeat = (reply: string): Finding => {
  const finding = readFinding(reply);
  if (finding.kind === 'suppressed') return finding;
  // The text that `spokenText` removed at the ends, and the rest in between.
  const isOk = reply.includes(OK) && !finding.text.includes(OK);
  const text = withoutSentinels(finding.text);
  return !SAYS_SOMETHING.test(text) || (isOk && finding.text.length <= LONGEST_REMARK)
    ? {kind: 'suppressed', comeBack: false}
    : {kind: 'report', text};
};

/** Removes sentinels anywhere in a text for a person. */
export const withoutSentinels = (text: string): string =>
  ANYWHERE.test(text) ? text.replaceAll(ANYWHERE_ALL, '').trim() : text;

const CONTINUE = 'HEARTBEAT_CONTINUE';
const OK = 'HEARTBEAT_OK';
const ANY = SENTINELS.join('|');
const ANYWHERE = new RegExp(ANY, 'u');
const ANYWHERE_ALL = new RegExp(`(?:\\*\\*|\\*|\`)?(?:${ANY})(?:\\*\\*|\\*|\`)?`, 'gu');
const SAYS_SOMETHING = /[^\s*_`~"'.,;:-]/u;
/** Up to this length, text beside `HEARTBEAT_OK` is a remark and no report. */
const LONGEST_REMARK = 300;
