// The files that are instructions in every turn or job. Words from outside get into them only if a person has read and
// allowed exactly that text: otherwise the file tools refuse. A command shows no text, so what a command of such a turn
// changed there is put back (limited-command.ts).
import {formatOrigins, type TextLimit} from '../../../shared/records/trust.ts';

/** Notes in MEMORY.md are no instructions; they name where they are from instead. */
export const STANDING: readonly string[] = ['AGENTS.md', 'HEARTBEAT.md', 'TOOLS.md', 'cron'];

/** A refusal for the model, which says how the person can allow it. */
export const whyNotStanding = (what: string, limits: readonly TextLimit[]): string =>
  `${what} is a standing rule, and this conversation holds text from ${formatOrigins(limits)}: words from outside never become one. ` +
  'The person can write it themselves, or read that text and type /trust.';
