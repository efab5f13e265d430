// Facts that a copy must have in common with the database that it follows, read with the same queries on both.
import type {CopyFacts} from '../../ports/commit-log.ts';
import type {Row} from '../database/queries.ts';

export const factsOf = (all: (sql: string, ...values: readonly (string | number)[]) => readonly Row[]): CopyFacts => {
  const count = (from: string): number => Number(all(`SELECT count(*) AS number FROM ${from}`)[0]?.['number']);
  return {
    conversations: count('sessions'),
    messages: count('messages'),
    reminders: count(`reminders WHERE state = 'pending'`),
    alarms: count(`alarms WHERE state = 'active'`),
    deliveries: {
      waiting: count(`deliveries WHERE state IN ('queued', 'sending')`),
      dead: count(`deliveries WHERE state = 'dead'`),
    },
    next: all(NEXT).map(({id, at}) => `${id} ${at}`),
    seq: Number(all('SELECT coalesce(max(seq), 0) AS seq FROM events')[0]?.['seq']),
  };
};

const NEXT = `
  SELECT id, fireAt AS at FROM reminders WHERE state = 'pending'
  UNION ALL SELECT id, nextAt AS at FROM alarms WHERE state = 'active' AND nextAt IS NOT NULL
  ORDER BY at, id LIMIT 50`;
