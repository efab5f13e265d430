// The verb that connects a model or links Signal, step by step.
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {VerbOrNoun} from '../arguments.ts';
import {setUp} from '../commands/setup/setup.ts';
import {JSON_OUT} from './specs.ts';

export const SETUP: VerbOrNoun = {
  name: 'setup',
  help: COMMAND_HELP.setup,
  arguments: [{name: 'WHAT', help: 'model or signal (default: ask)', optional: true}],
  options: [
    {flag: 'provider', value: 'NAME', help: 'anthropic, openai, or a name in "providers"'},
    {flag: 'url', value: 'URL', help: 'the URL of another server, such as http://127.0.0.1:11434/v1'},
    {flag: 'model', value: 'NAME', help: 'the model, as the provider calls it'},
    {flag: 'key-env', value: 'NAME', help: 'the environment variable of the daemon that holds the key'},
    JSON_OUT,
  ],
  notes: [
    'The key goes into a file that only you can read, never into the configuration.',
    'In scripts: rooster setup model --provider openai --model gpt-5 < file-with-the-key',
  ],
  run: setUp,
};
