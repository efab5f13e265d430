// `rooster stats`: what you snooze, how late you answer, which jobs fail, tokens by day.

import type {Result} from '../../../ipc/method-table.ts';
import {fromWire} from '../../../shared/fields/wire.ts';
import type {Stats} from '../../../shared/records/stats.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {statsLines, suggestionSentence} from '../../format/format-stats.ts';
import {wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {ask, askAndPrint, show} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {withNamed} from '../named.ts';
import {isUtf8} from '../utf8.ts';
import {reminderCandidates} from './candidates.ts';

export const showStats: Run = (world, args) =>
  askAndPrint(world, args, 'stats.get', {}, stats => shownStats(world, stats));

const shownStats = ({print, env}: CommandWorld, wire: Result<'stats.get'>): readonly string[] => {
  const stats = fromWire<Stats>(wire);
  const {suggestion} = stats;
  const lines = statsLines(stats, {width: print.width ?? PLAIN_WIDTH, ascii: !isUtf8(env)});
  if (suggestion === undefined) return lines;
  const id = shortId(suggestion.id);
  return [
    ...lines,
    '',
    print.paint('strong', suggestionSentence(suggestion)),
    `Yes: rooster reminders edit ${id} --series --when ${suggestion.to}`,
    `No, and don't ask again: rooster stats keep ${id}`,
  ];
};

export const keepTime: Run = async (world, args) => {
  let kept = '';
  const keeping = withNamed(reminderCandidates(world), wordAt(args, 0), async id => {
    kept = id;
    return await ask(world, 'stats.keep', {id});
  });
  return await show(world, args, keeping, () => `${shortId(kept)} keeps its time. Rooster won't ask again.`);
};

const PLAIN_WIDTH = 80;
