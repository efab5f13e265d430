// Notation of a theme: the look of each role, in the terminal's sixteen colours and, if the theme has its own, in any
// colour.
import type {Role} from '../../text/row.ts';

/** A colour as `#rrggbb`, and behind the text as `on #rrggbb`. */
type Fine = `#${string}` | `on #${string}`;
export type Look =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'underline'
  | 'inverse'
  | 'strike'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan'
  | Fine;

export type Looks = Readonly<Record<Role, readonly Look[]>>;

export type ThemeFile = {
  /** One line for a list of themes. */
  readonly about: string;
  /** In the terminal's sixteen colours; in none, only where a role has no colour. */
  readonly sixteen: Looks;
  /** For terminals with all colours. @default the sixteen */
  readonly fine?: Looks;
};
