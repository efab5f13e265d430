// The sign of a kind in its colour.
import {KIND_SIGNS, type KindName} from '../../nouns/format/kind-sign.ts';
import {type Role, type Span, span} from '../../text/row.ts';

/** One cell. `role`: for a row that has a colour of its own. */
export const kindSpan = (kind: KindName, role: Role | undefined = ROLES[kind]): Span => {
  const {glyph, letter} = KIND_SIGNS[kind];
  return {...span(glyph, role), ascii: letter};
};

const ROLES: Readonly<Record<KindName, Role>> = {
  reminder: 'text',
  alarm: 'text',
  job: 'text',
  heartbeat: 'dim',
  reflection: 'dim',
  delivery: 'dim',
  message: 'text',
  event: 'dim',
  ping: 'text',
};
