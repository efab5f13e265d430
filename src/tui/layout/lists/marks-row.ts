// The last runs of what repeats, one mark each: shape and colour say how each went.
import type {RunMark} from '../../nouns/format/last-runs.ts';
import {type Role, type Row, span} from '../text/row.ts';

export const marksRow = (marks: readonly RunMark[]): Row =>
  marks.map(mark => {
    const {sign, ascii, role} = LOOKS[mark];
    return {...span(sign, role), ascii};
  });

const LOOKS: Readonly<Record<RunMark, {readonly sign: string; readonly ascii: string; readonly role: Role}>> = {
  ran: {sign: '▪', ascii: '*', role: 'ok'},
  late: {sign: '▂', ascii: '_', role: 'warn'},
  skipped: {sign: '·', ascii: '.', role: 'dim'},
  failed: {sign: '✗', ascii: 'x', role: 'error'},
  running: {sign: '○', ascii: 'o', role: 'warn'},
};
