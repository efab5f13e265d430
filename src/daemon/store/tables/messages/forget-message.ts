// Removes a message from the database: every row and every event that has its words.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import type {MessageId} from '../../../../shared/records/ids.ts';
import type {MessageStore} from '../../../ports/conversation-store.ts';
import {json, maybeTextIn, numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import {overwriting} from '../../database/overwriting.ts';
import {createQuarantine} from '../../quarantine.ts';
import type {EventLog} from '../events.ts';
import {type Gone, withoutEventWords, withoutMessageWords, withoutReplyWords} from './forgotten-words.ts';
import {messageOf} from './message-rows.ts';

type ForgetDeps = {readonly database: Database; readonly events: Pick<EventLog, 'containing' | 'rewrite'>};

export const createForgetMessage = ({database, events}: ForgetDeps): Pick<MessageStore, 'versions' | 'forget'> => {
  const setAside = createQuarantine(database);
  const byId = database.query('SELECT ord, text, key FROM messages WHERE id = ?');
  const copies = database.query('SELECT id FROM messages WHERE id = ?1 OR copyOf = ?1');
  const messages = database.query(MAY_REPEAT);
  const rewrite = database.query('UPDATE messages SET text = ?, attachments = ?, details = ?, frame = ? WHERE id = ?');
  const deliveries = database.query(DELIVERIES_THAT_MAY_REPEAT);
  const rewriteDelivery = database.query('UPDATE deliveries SET text = ?, quote = ? WHERE id = ?');

  const forgetInMessages = (gone: Gone, ord: number): ReturnType<MessageStore['forget']> => {
    const rows = setAside.readable('messages', messages.all(ord, JSON.stringify([...gone.ids])), messageOf);
    return rows.flatMap(message => {
      const left = withoutMessageWords(message, gone);
      if (left === message) return [];
      const {id, text, attachments, details, frame} = left;
      rewrite.run(text, json(attachments), json(details), json(frame), id);
      return [left];
    });
  };

  const forgetInDeliveries = (gone: Gone): void => {
    for (const row of deliveries.all(gone.heardAs)) {
      const quote = maybeTextIn(row, 'quote');
      const delivery = {
        key: textIn(row, 'key'),
        text: textIn(row, 'text'),
        quote: quote ? JSON.parse(quote) : undefined,
      };
      const left = withoutReplyWords(delivery, gone);
      if (left !== delivery) rewriteDelivery.run(left.text, json(left.quote), textIn(row, 'id'));
    }
  };

  return {
    versions: id => {
      const row = byId.get(id);
      const about = events.containing([JSON.stringify(id)], event => isAdded(event, id));
      const texts = about.flatMap(event => ('message' in event && event.message.id === id ? [event.message.text] : []));
      return {
        texts: [...new Set([...(row === undefined ? [] : [textIn(row, 'text')]), ...texts])],
        since: about[0]?.seq ?? 0,
      };
    },
    forget: (id, forgotten) =>
      overwriting(database, () => {
        const row = byId.get(id);
        if (row === undefined) return [];
        const ids = new Set(copies.all(id).map(copy => textIn<MessageId>(copy, 'id')));
        const gone = {...forgotten, ids, heardAs: `${maybeTextIn(row, 'key') ?? id}@transcript`};
        const changed = forgetInMessages(gone, numberIn(row, 'ord'));
        forgetInDeliveries(gone);
        events.rewrite({texts: needlesOf(gone), since: gone.since - LARGEST_TRANSACTION}, event =>
          withoutEventWords(event, gone),
        );
        return changed;
      }),
  };
};

const isAdded = (event: GatewayEvent, id: MessageId): boolean =>
  event.type === 'message.added' && event.message.id === id;

/** Texts of which each event with the words contains one. */
const needlesOf = ({ids, heardAs, quotes, titles, named}: Gone): readonly string[] => [
  ...[...ids, heardAs, ...quotes, ...titles].map(text => JSON.stringify(text)),
  ...named.map(text => JSON.stringify(text).slice(1, -1)),
  '"kind":"material"',
];

/** The events of the transaction that added the message may have its words as a title. */
const LARGEST_TRANSACTION = 1_000;

const MAY_REPEAT = `
  SELECT * FROM messages
  WHERE ord >= ? AND (
    id IN (SELECT value FROM json_each(?)) OR sourceName = 'unanswered' OR details ->> '$.quote' IS NOT NULL
    OR details ->> '$.edit' IS NOT NULL OR frame ->> '$.kind' = 'material'
  )`;
const DELIVERIES_THAT_MAY_REPEAT = `
  SELECT id, key, text, quote FROM deliveries WHERE quote IS NOT NULL OR key = ? OR key LIKE 'unanswered:%'`;
