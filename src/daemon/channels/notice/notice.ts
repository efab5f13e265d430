// What a notification shows of a delivery: a title, the text with its lateness, and how loud it is. Pure.
import {alsoLine} from '../../../shared/records/channels.ts';
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {zonedTime} from '../../../shared/time/format-time.ts';

export type Notice = {
  readonly kind: 'reminder' | 'job' | 'message';
  readonly title: string;
  readonly text: string;
  /** `high`: a reminder. `low`: the confirmation of an answer to one. */
  readonly urgency: 'high' | 'usual' | 'low';
};

export const noticeOf = ({text, run, late, also, files = []}: Outbound): Notice => {
  const whole = [text.toWellFormed().trim(), ...filesLine(files), ...lateLine(late), ...alsoLine(also)].filter(
    part => part !== '',
  );
  const shown = {text: whole.join('\n\n')};
  switch (run?.kind) {
    case 'reminder':
      return {...shown, kind: 'reminder', title: 'Reminder', urgency: run.waits === true ? 'high' : 'low'};
    case 'cron':
      return {...shown, kind: 'job', title: run.name, urgency: 'usual'};
    default:
      return {...shown, kind: 'message', title: 'Rooster', urgency: 'usual'};
  }
};

const filesLine = (files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [`(Not shown here: ${files.length === 1 ? '1 file' : `${files.length} files`}.)`];

const lateLine = (late: Outbound['late']): readonly string[] =>
  late === undefined ? [] : [`(Late: this was due ${zonedTime(late.dueAt, late.zone)}.)`];
