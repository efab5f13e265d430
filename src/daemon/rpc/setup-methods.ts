// RPC methods that connect a model. What they need is loaded with the first call.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/peer.ts';
import type {ModelSetup} from '../flows/setup/model-setup.ts';

type SetupMethods = Pick<Methods, 'setup.providers' | 'setup.models' | 'setup.try' | 'setup.save'>;

export const setupMethods = (setup: ModelSetup): Handlers<SetupMethods> => ({
  'setup.providers': () => setup.providers(),
  'setup.models': request => setup.models(request),
  'setup.try': ({model, ...request}) => setup.attempt(request, model),
  'setup.save': ({model, ...request}) => setup.save(request, model),
});
