// Asks a person whether to start the daemon, for a command that doesn't do so by itself.
import type {CommandWorld} from '../command.ts';
import {canAnswer, lineFor, yesOrNo} from '../commands/yes-or-no.ts';

/** False if nobody can answer. Enter alone means yes. */
export const isToStart = async (world: CommandWorld): Promise<boolean> => {
  if (!canAnswer(world)) return false;
  const line = await lineFor(world, "The daemon isn't running, so nothing will ring. Start it? [Y/n] ");
  return line !== undefined && (line.trim() === '' || yesOrNo(line) === true);
};
