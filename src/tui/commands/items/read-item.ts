// Uses an item's text: read in full, copy, open in a pager, quote.

import {fromWire} from '../../../shared/events/wire.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {type Document, plainDocument} from '../../nouns/format/document.ts';
import {documentOfDryRun} from '../../nouns/format/dry-run.ts';
import {documentOfRun} from '../../nouns/run.ts';
import type {Doors} from '../doors.ts';
import {draftText, setDraft} from '../draft.ts';
import {request, say} from '../session-actions.ts';
import {stopBrowsing} from './browse-actions.ts';
import type {Pointed} from './pointed.ts';

/** A run's transcript is requested; everything else is held. */
export const openReader = async (doors: Doors, {ref, document}: Pointed): Promise<void> => {
  if (ref?.kind === 'run') await readRun(doors, ref.id);
  else showDocument(doors, document);
};

export const readRun = async (doors: Doors, id: RunId): Promise<void> => {
  const wire = await request(doors, 'run.get', {id});
  if (wire === undefined) return;
  const {transcript, ...run} = wire;
  const messages = transcript.map(message => fromWire<Message>(message));
  const whole = fromWire<Run>(run);
  showDocument(doors, documentOfRun(whole, messages), whole);
};

/** Reads a preview of the job's run; nothing runs. */
export const readDryRun = async (doors: Doors, name: string): Promise<void> => {
  const answer = await request(doors, 'cron.run', {name, dry: true});
  if (answer !== undefined && 'dry' in answer) showDocument(doors, documentOfDryRun(name, answer.dry));
};

/** Opens above the current overlay and returns to it. `run`: what the document is about. */
export const showDocument = ({store}: Doors, document: Document, run?: Run): void => {
  const back = store.get().ui.overlay;
  const reader = {kind: 'reader', document, top: 0, query: '', typing: false, back} as const;
  store.dispatch({type: 'overlay', overlay: run === undefined ? reader : {...reader, run}});
};

export const copy = async (doors: Doors, text: string): Promise<void> => {
  say(doors, 'ok', await doors.terminal.copy(text));
};

export const page = (doors: Doors, document: Document): Promise<void> => pageText(doors, plainDocument(document));

export const pageText = async (doors: Doors, text: string): Promise<void> => {
  const problem = await doors.terminal.page(text);
  if (problem !== undefined) say(doors, 'error', problem);
};

/** Inserts the text into the draft as `>` lines. */
export const quote = (doors: Doors, text: string): void => {
  const lines = text.split('\n').slice(0, MOST_QUOTED);
  const quoted = lines.map(line => `> ${line}`).join('\n');
  stopBrowsing(doors);
  const written = draftText(doors);
  setDraft(doors, written === '' ? `${quoted}\n` : `${written}\n${quoted}\n`);
};

const MOST_QUOTED = 20;
