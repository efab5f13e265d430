// Uses an item's text: read in full, copy, open in a pager, quote.

import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {DryRun} from '../../../shared/records/jobs/cron-request.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {type Document, facts, formatInput, plainDocument} from '../../nouns/format/document.ts';
import {documentOfRun} from '../../nouns/run.ts';
import {type ShownCall, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {draftText, setDraft} from '../draft.ts';
import {request, say} from '../session-actions.ts';
import {stopBrowsing} from './browse-actions.ts';
import type {Pointed} from './pointed.ts';

/** A run's transcript is requested; everything else is held. */
export const openReader = async (ports: CommandPorts, {ref, document}: Pointed): Promise<void> => {
  if (ref?.kind === 'run') await readRun(ports, ref.id);
  else showDocument(ports, document);
};

export const readRun = async (ports: CommandPorts, id: RunId): Promise<void> => {
  const wire = await request(ports, 'run.get', {id});
  if (wire === undefined) return;
  const {transcript, ...run} = wire;
  const messages = transcript.map(message => fromWire<Message>(message));
  const whole = fromWire<Run>(run);
  showDocument(ports, documentOfRun(whole, messages), whole);
};

/** Reads a preview of the job's run; nothing runs. */
export const readDryRun = async (ports: CommandPorts, name: string): Promise<void> => {
  const answer = await request(ports, 'cron.run', {name, dry: true});
  if (answer !== undefined && 'dry' in answer) showDocument(ports, documentOfDryRun(name, answer.dry));
};

/** Opens above the current overlay and returns to it. `run`, `call`: what the document is about. */
export const showDocument = ({store}: CommandPorts, document: Document, run?: Run, call?: ShownCall): void => {
  const back = store.get().ui.overlay;
  store.update(showOverlay({kind: 'reader', document, run, call, top: 0, query: '', typing: false, back}));
};

export const copy = async (ports: CommandPorts, text: string): Promise<void> => {
  say(ports, 'ok', await ports.terminal.copy(text));
};

export const page = (ports: CommandPorts, document: Document): Promise<void> =>
  pageText(ports, plainDocument(document));

export const pageText = async (ports: CommandPorts, text: string): Promise<void> => {
  const problem = await ports.terminal.page(text);
  if (problem !== undefined) say(ports, 'error', problem);
};

/** Inserts the text into the draft as `>` lines. */
export const quote = (ports: CommandPorts, text: string): void => {
  const lines = text.split('\n').slice(0, MOST_QUOTED);
  const quoted = lines.map(line => `> ${line}`).join('\n');
  stopBrowsing(ports);
  const written = draftText(ports);
  setDraft(ports, written === '' ? `${quoted}\n` : `${written}\n${quoted}\n`);
};

const MOST_QUOTED = 20;

/** Preview of a run: its prompt or command, whether a gate decides, and where the result goes. */
const documentOfDryRun = (name: string, dry: Wire<DryRun>): Document => ({
  title: `dry run of ${name}`,
  facts: facts([
    ['refused', dry.overLimit],
    ['only if', dry.gate],
    ['runs', dry.run === undefined ? 'the agent, with the prompt below' : 'the command below'],
    ['model', dry.run === undefined ? dry.model : undefined],
    ['first', dry.preTools.map(({name: tool, input}) => `${tool} ${formatInput(input)}`).join(', ')],
    ['result goes to', dry.deliver.length === 0 ? 'nobody (only logged)' : dry.deliver.join(', ')],
    ['announce', dry.announce],
  ]),
  text: dry.run ?? dry.prompt,
  form: 'plain',
});
