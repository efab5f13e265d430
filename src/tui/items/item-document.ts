// The documents of transcript items: messages and everything between them.
import {assertNever} from '../../shared/text/gateway-error.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import type {Pickable} from '../conversation/picked.ts';
import {answeredByPerson} from '../format/format-answer.ts';
import {formatSource} from '../format/format-source.ts';
import {formatTook} from '../format/how-long.ts';
import {type Document, dateTime, facts, formatInput} from '../nouns/format/document.ts';
import {documentOfMessage} from '../nouns/message.ts';
import {formatEnd, outputOf} from '../state/local-command.ts';

/** The document of a transcript item. */
export const documentOfItem = (item: Pickable): Document => {
  switch (item.kind) {
    case 'message':
      return documentOfMessage(item);
    case 'tool': {
      const {name, summary, state, tookMs, input, output, turnId, asked} = item.tool;
      return {
        title: `tool ${name}`,
        facts: facts([
          ['called', dateTime(item.at)],
          ['state', state],
          ['took', tookMs === undefined || state === 'not run' ? undefined : formatTook(tookMs)],
          ['answer', answeredByPerson(asked)],
          ['turn', turnId],
          ['asked', input === undefined ? summary : formatInput(input)],
        ]),
        text: output ?? (state === 'running' ? 'No result yet.' : 'No result.'),
        form: 'code',
      };
    }
    case 'thinking':
      return {
        title: 'thinking',
        facts: facts([
          ['turn', item.thought.turnId],
          ['took', item.thought.tookMs === undefined ? undefined : formatTook(item.thought.tookMs)],
          ['not stored', item.thought.more === undefined ? undefined : `${item.thought.more} more characters`],
          ['seen by', 'only you; not sent to any channel or model'],
        ]),
        text: item.thought.text,
        form: 'markdown',
      };
    case 'writing':
      return {
        title: 'being written',
        facts: facts([
          ['turn', item.turn.turnId],
          ['model', item.turn.model],
          ['since', dateTime(item.turn.startedAt)],
        ]),
        text: item.turn.text,
        form: 'markdown',
      };
    case 'ending':
      return {
        title: `turn, ${item.ending.outcome}`,
        facts: facts([
          ['turn', item.ending.turnId],
          ['ended', dateTime(item.ending.at)],
          ['started by', formatSource(item.ending.source)],
        ]),
        text: item.ending.error ?? 'The turn was aborted.',
        form: 'plain',
      };
    case 'sending':
      return {
        title: 'not sent yet',
        facts: facts([
          ['written', dateTime(item.send.at)],
          ['state', item.send.state.kind === 'refused' ? `refused: ${item.send.state.reason}` : 'waiting'],
        ]),
        text: item.send.text,
        form: 'plain',
      };
    case 'local': {
      const {line, at, end, dropped} = item.command;
      return {
        title: `! ${oneLine(line)}`,
        facts: facts([
          ['run here', dateTime(at)],
          ['ended', end === undefined ? 'running' : formatEnd(end)],
          ['took', end === undefined ? undefined : formatTook(end.tookMs)],
          ['sent', 'no: only you see it'],
          ['not kept', dropped === 0 ? undefined : `its first ${dropped.toLocaleString('en')} lines`],
        ]),
        text: outputOf(item.command) || '(no output)',
        form: 'code',
      };
    }
    default:
      return assertNever(item);
  }
};
