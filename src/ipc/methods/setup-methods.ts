// The methods that connect a model. A client shows each step; the daemon holds the rules, and writes only in
// `setup.save`.
import type {SetupProvider} from '../../shared/records/model-setup.ts';
import {link, name, optional, text} from '../fields.ts';
import {InvalidParams, method, returns} from '../wire/index.ts';

/** A known provider or the address of another server; an API key, or `$NAME` for an environment variable. */
const REQUEST = {provider: optional(name), baseUrl: optional(link), key: optional(text)};

const oneProvider = ({provider, baseUrl}: {provider?: string; baseUrl?: string}, method: string): Error | undefined =>
  (provider === undefined) === (baseUrl === undefined)
    ? new InvalidParams(`${method}: give either 'provider' or 'baseUrl'.`)
    : undefined;

export const SETUP_METHODS = {
  /** The providers to choose from, and the model in use. */
  'setup.providers': method({}, returns<{model: string; providers: readonly SetupProvider[]}>()),
  /** The models that a provider offers. `problem`: it has no list, so the model is named by hand. */
  'setup.models': method(
    REQUEST,
    returns<{provider: string; models: readonly string[]; problem?: string}>(),
    oneProvider,
  ),
  /** Asks the model one short question. Writes nothing. */
  'setup.try': method({...REQUEST, model: name}, returns<{model: string; reply: string}>(), oneProvider),
  /** Keeps the key in a file and writes the configuration. The model is in use when it responds. */
  'setup.save': method({...REQUEST, model: name}, returns<{model: string; keyFile?: string}>(), oneProvider),
};
