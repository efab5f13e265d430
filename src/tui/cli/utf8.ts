// The locale decides if more than ASCII is drawn.
import type {Environment} from '../../shared/records/places.ts';

/** Precedence: LC_ALL, LC_CTYPE, LANG. */
export const isUtf8 = ({LC_ALL, LC_CTYPE, LANG}: Environment): boolean =>
  /utf-?8/iu.test(LC_ALL || LC_CTYPE || LANG || '');
