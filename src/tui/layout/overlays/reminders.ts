// Reminders: what is pending, earliest first, with the one that the keys are about.
import {channelOf} from '../../../shared/address.ts';
import type {ReminderId} from '../../../shared/ids.ts';
import type {Reminder} from '../../../shared/jobs.ts';
import type {EpochMs} from '../../../shared/time.ts';
import {filled, type Row, span, spread} from '../text/row.ts';
import {untilWords, whenWords} from '../text/time-words.ts';
import {oneLine, shortened} from '../text/width.ts';
import {wrapped} from '../text/wrap.ts';
import {framed, frameRoom} from './frame.ts';

export type RemindersModel = {
  readonly reminders: readonly Reminder[];
  readonly hidden: number;
  readonly selected?: ReminderId;
  readonly daemonNow: EpochMs;
};

export const remindersRows = (model: RemindersModel, cells: number, height: number): readonly Row[] => {
  const {reminders, hidden} = model;
  const title = `reminders, ${reminders.length + hidden} pending`;
  if (reminders.length === 0)
    return framed(
      title,
      wrapped([span(NONE, 'dim')], cells - 2).map(row => [span(' '), ...row]),
      cells,
      height,
    );
  const room = frameRoom(height) - (hidden > 0 ? 1 : 0);
  const index = Math.max(
    0,
    reminders.findIndex(({id}) => id === model.selected),
  );
  const first = Math.max(0, index - room + 1);
  const lines = reminders
    .slice(first, first + room)
    .map((one, offset) => line(one, first + offset === index, model.daemonNow, cells));
  return framed(title, hidden > 0 ? [...lines, [span(`   and ${hidden} later ones`, 'dim')]] : lines, cells, height);
};

const line = ({fireAt, message, mode, delivery}: Reminder, selected: boolean, now: EpochMs, cells: number): Row => {
  const when = whenWords(fireAt, now).padEnd(cells < 60 ? 12 : 20);
  const route = cells < 60 ? '' : delivery.map(channelOf).join(', ');
  const end = `${mode === 'agent' ? 'asks the agent, ' : ''}${route}`;
  const until = untilWords(fireAt, now).padStart(7);
  const room = cells - when.length - until.length - end.length - 9;
  const row = spread(
    [span(` ${when}`), span(`${until}  `, 'accent'), span(shortened(oneLine(message), Math.max(4, room)))],
    [span(end, 'dim')],
    cells - 3,
  );
  return selected
    ? [span(' >', 'accent'), ...filled(row, cells - 2).map(({text}) => ({text, role: 'selected' as const}))]
    : [span('  '), ...row];
};

const NONE = 'Nothing is pending. "/remind 20m tea" sets one, and so does asking for it in words.';
