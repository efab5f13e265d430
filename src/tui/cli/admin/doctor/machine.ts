// Checks the machine (Node, clock, zone) and the terminal (characters, colours).
import type {Finding} from '../../../../shared/records/problem.ts';
import {formatMoment} from '../../../../shared/time/format-time.ts';
import {isZone} from '../../../../shared/time/zone.ts';
import type {CommandWorld} from '../../command.ts';
import {bad, good, odd} from './finding.ts';

export const machineFindings = (world: CommandWorld): readonly Finding[] => [
  nodeFinding(process.versions.node),
  clockFinding(world.clock.now()),
  zoneFinding(world.env['TZ'], new Intl.DateTimeFormat().resolvedOptions().timeZone),
];

export const terminalFindings = (world: Pick<CommandWorld, 'env' | 'print'>): readonly Finding[] => [
  charactersFinding(world),
  coloursFinding(world),
];

export const nodeFinding = (version: string): Finding => {
  const name = 'node';
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return good(name, `version ${version}`);
  const what = `version ${version} is too old; Rooster needs ${OLDEST_NODE} or newer`;
  return bad(name, what, 'install a newer one: https://nodejs.org/en/download (in a clone, npm ci does)');
};

/** A clock before this program was written, or a lifetime after it, was never set. */
export const clockFinding = (now: number): Finding => {
  const name = 'clock';
  const time = formatMoment(now, 0);
  if (now > EARLIEST && now < LATEST) return good(name, time);
  return bad(
    name,
    `the clock says ${time}, so reminders would fire at the wrong time`,
    'set the clock, for example with timedatectl set-ntp true',
  );
};

/** The system silently uses UTC for a TZ that names no zone. */
export const zoneFinding = (wanted: string | undefined, found: string): Finding => {
  const name = 'time zone';
  if (wanted && !isZone(wanted.replace(/^:/u, '')) && !wanted.startsWith('/') && !wanted.startsWith(':/')) {
    const what = `TZ is "${wanted}", which isn't a time zone; the system uses ${found}`;
    return bad(name, what, 'set TZ to a name such as Europe/Berlin, or unset it');
  }
  if (isZone(found)) return good(name, found);
  return bad(name, `"${found}" isn't a time zone`, 'set TZ to a name such as Europe/Berlin');
};

export const charactersFinding = ({env}: Pick<CommandWorld, 'env'>): Finding => {
  const name = CHARACTERS;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  if (/utf-?8/iu.test(locale)) return good(name, locale);
  const what = `the locale "${locale || 'C'}" isn't UTF-8, so lines and symbols may show as question marks`;
  return odd(name, what, 'export LANG=C.UTF-8');
};

const coloursFinding = ({env, print}: Pick<CommandWorld, 'env' | 'print'>): Finding => {
  const name = TERMINAL;
  if (!print.onTerminal) return good(name, "stdout isn't a terminal: no colour, full-length lines");
  const term = env['TERM'] ?? '';
  if (term === '' || term === 'dumb') {
    return odd(name, `TERM is "${term}": rooster chat replaces the terminal UI`, 'use a terminal that sets TERM');
  }
  const colour = env['NO_COLOR'] ? 'no colour (NO_COLOR)' : 'colour';
  return good(name, `${term}, ${print.width} columns, ${colour}`);
};

const CHARACTERS = 'characters';
const TERMINAL = 'terminal';
/** The names of the findings of the terminal. */
export const OF_TERMINAL: readonly string[] = [CHARACTERS, TERMINAL];

const OLDEST_NODE = 24;
const EARLIEST = Date.UTC(2026, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
