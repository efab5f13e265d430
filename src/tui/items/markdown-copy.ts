// A conversation as Markdown: author, time and text, one line per tool call. Message text stays unchanged.

import {wholeText} from '../../shared/record-text/detail-lines.ts';
import {saysNothing, spokenIn} from '../../shared/record-text/sentinels.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {clockTime, isSameDay, shortDate} from '../../shared/time/format-time.ts';
import {speakerOf} from '../conversation/speaker.ts';
import {toolSummary} from '../conversation/tool-summary.ts';

export const markdownCopy = (session: Session, messages: readonly Message[]): string => {
  const parts = [`# ${session.title}`, `Conversation ${session.key}`];
  let before: number | undefined;
  for (const message of messages) {
    const {at, role, tool, toolCalls = []} = message;
    if (before === undefined || !isSameDay(before, at)) parts.push(`## ${shortDate(at)} ${new Date(at).getFullYear()}`);
    before = at;
    if (tool !== undefined || role === 'tool') continue;
    const who = speakerOf(message, session).label;
    const text = wholeText({...message, text: spokenIn(message)}, 'the agent').trim();
    if (saysNothing(message)) parts.push(`*${who} sent no reply, ${clockTime(at)}*`);
    else if (text !== '') parts.push(`**${who}** ${clockTime(at)}\n\n${text}`);
    for (const {name, input} of toolCalls) parts.push(`*${who} used ${name}: ${toolSummary(input)}*`);
  }
  return `${parts.join('\n\n')}\n`;
};

/** The contents of the last code block in a text; undefined without one. An unclosed block doesn't count. */
export const lastCode = (text: string): string | undefined => {
  let last: string | undefined;
  let open: {readonly fence: string; readonly lines: string[]} | undefined;
  for (const line of text.split('\n')) {
    const [, run] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      if (run !== undefined) open = {fence: run, lines: []};
    } else if (run?.startsWith(open.fence) && line.trim() === run) {
      last = open.lines.join('\n');
      open = undefined;
    } else open.lines.push(line);
  }
  return last;
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
