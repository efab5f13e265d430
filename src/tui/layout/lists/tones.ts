// The role in which a tone is drawn.
import type {Tone} from '../../format/tone.ts';
import type {Role} from '../../text/row.ts';

export const roleOf = (tone: Tone | undefined): Role => (tone === undefined ? 'text' : ROLES[tone]);

const ROLES: Readonly<Record<Tone, Role>> = {
  strong: 'text',
  now: 'now',
  quiet: 'dim',
  good: 'ok',
  busy: 'warn',
  bad: 'error',
};
