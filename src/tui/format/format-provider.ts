// A provider of models, where one is chosen for the setup.
import type {SetupProvider} from '../../shared/records/setup/model-setup.ts';

/** Its host, and whether there is a key. */
export const formatProvider = ({host, key, variable, isLocal}: SetupProvider): string =>
  [
    host,
    key === 'environment' ? `key in ${variable}` : key === undefined ? undefined : 'has a key',
    isLocal && 'on this machine, needs no key',
  ]
    .filter(part => part !== undefined)
    .join(', ');
