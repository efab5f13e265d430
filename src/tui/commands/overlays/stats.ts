// `/stats`: the counted facts to read, and at most one question about them, asked until it is answered.
import {fromWire} from '../../../shared/fields/wire.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Stats} from '../../../shared/records/stats.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {statsLines, suggestionSentence} from '../../format/format-stats.ts';
import {type Overlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

export const openStats = async (ports: CommandPorts): Promise<void> => {
  const {store, link} = ports;
  const waiting = reader('loading…');
  store.update(showOverlay(waiting));
  const show = (overlay: Overlay): void => {
    // Only for a person who is still here.
    if (store.get().ui.overlay === waiting) store.update(showOverlay(overlay));
  };
  try {
    const stats = fromWire<Stats>(await link.call('stats.get', {}));
    const {size} = store.get().ui;
    const read = reader(statsLines(stats, {width: size.columns - MARGIN, ascii: false}).join('\n'));
    const {suggestion} = stats;
    if (suggestion === undefined) return show(read);
    const {id, to} = suggestion;
    show({
      kind: 'confirm',
      question: suggestionSentence(suggestion),
      ifYes: {kind: 'retime', id, to},
      ifNo: {kind: 'keep-time', id},
      back: read,
    });
  } catch (thrown) {
    show(reader(errorMessage(thrown)));
  }
};

/** Moves a series to the suggested time of day. */
export const retime = (ports: CommandPorts, id: ReminderId, to: string): Promise<void> =>
  done(ports, ports.link.call('reminder.edit', {id, when: to, scope: 'series'}), ({message, repeat}) =>
    repeat === undefined ? message : `${message}: ${repeat.words}`,
  );

/** It is not suggested again. */
export const keepTime = (ports: CommandPorts, id: ReminderId): Promise<void> =>
  done(ports, ports.link.call('stats.keep', {id}), () => 'the reminder keeps its time');

const done = async <T>(ports: CommandPorts, coming: Promise<T>, format: (result: T) => string): Promise<void> => {
  try {
    say(ports, 'ok', format(await coming));
  } catch (thrown) {
    say(ports, 'error', errorMessage(thrown));
  }
};

const reader = (text: string): Overlay => ({
  kind: 'reader',
  document: {title: 'stats', facts: [], text, form: 'plain'},
  top: 0,
  query: '',
  typing: false,
  back: {kind: 'none'},
});

/** The frame of an overlay beside its text. */
const MARGIN = 7;
