// A dry run of a job as a document.
import type {Wire} from '../../../shared/fields/wire.ts';
import type {DryRun} from '../../../shared/records/jobs/cron-request.ts';
import {type Document, facts, formatInput} from './document.ts';

/** Preview of a run: its prompt or command, whether a gate decides, and where the result goes. */
export const documentOfDryRun = (name: string, dry: Wire<DryRun>): Document => ({
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
