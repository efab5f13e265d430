// Messages and turns store their source in the same three columns: kind, name and channel.

import {channelOfSource, isInterrupted, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {maybeTextIn, textIn} from './columns.ts';
import type {Row} from './database/queries.ts';

type Sourced = {readonly source: MessageSource};

export const sourceColumns = {
  sourceKind: ({source}: Sourced) => source.kind,
  sourceName: ({source}: Sourced) => (isInterrupted(source) ? INTERRUPTED : (nameOfSource(source) ?? null)),
  sourceChannel: ({source}: Sourced) => channelOfSource(source) ?? null,
};

export const sourceIn = (row: Row): MessageSource => {
  const kind = textIn<MessageSource['kind']>(row, 'sourceKind');
  const name = maybeTextIn(row, 'sourceName');
  if (kind === 'agent') return name === INTERRUPTED ? {kind, interrupted: true} : {kind};
  // The value was written from this union; only the column type is wider.
  return {kind, name, channel: maybeTextIn(row, 'sourceChannel')} as MessageSource;
};

/** The source name of an agent's interrupted answer. */
const INTERRUPTED = 'partial';
