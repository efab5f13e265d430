// Finding records by a part of their ids.
import type {RecordPrefix} from '../../shared/records/ids.ts';

export type FoundId = {readonly id: `${RecordPrefix}_${string}`; readonly label: string};

/**
 * Records whose id begins or ends with a part, newest first of each kind. Reads all ids, so use it for a person's
 * question only.
 */
export type IdFinder = (
  part: string,
  options: {readonly kind?: RecordPrefix; readonly limit: number},
) => readonly FoundId[];
