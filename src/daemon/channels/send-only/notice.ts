// Formats a delivery as a notification: a title, the text with its lateness, and its loudness. Pure.

import {approvalTexts} from '../../../shared/languages/texts.ts';
import {alsoLine, lateLine} from '../../../shared/records/channels.ts';
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {counted} from '../../../shared/text/sentences.ts';

export type Notice = {
  readonly kind: 'reminder' | 'job' | 'question' | 'message';
  readonly title: string;
  readonly text: string;
  /** `highest`: urgent. `high`: a reminder, or a question. `low`: the confirmation of an answer to one. */
  readonly urgency: 'highest' | 'high' | 'usual' | 'low';
};

export const noticeOf = ({text, run, late, also, asks, urgent, plain, files = []}: Outbound): Notice => {
  const words = plain === true ? text.toWellFormed() : text.toWellFormed().trim();
  const whole = [words, ...filesLine(files), ...lateLine(late), ...alsoLine(also)].filter(part => part.trim() !== '');
  const shown = {text: whole.join('\n\n')};
  const usual = urgent === true ? 'highest' : 'usual';
  if (asks !== undefined) return {...shown, kind: 'question', title: approvalTexts(asks).title, urgency: 'high'};
  switch (run?.kind) {
    case 'reminder':
      return {
        ...shown,
        kind: 'reminder',
        title: 'Reminder',
        urgency: run.waits !== true ? 'low' : urgent === true ? 'highest' : 'high',
      };
    case 'cron':
      return {...shown, kind: 'job', title: run.name, urgency: usual};
    default:
      return {...shown, kind: 'message', title: 'Rooster', urgency: usual};
  }
};

const filesLine = (files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`(Not shown here: ${counted(files.length, 'file')}.)`];
