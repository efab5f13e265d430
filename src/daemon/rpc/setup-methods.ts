// RPC methods that connect a model. What they need is loaded with the first call.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import type {ModelSetup} from '../flows/setup/model-setup.ts';

type SetupMethods = Pick<Methods, 'setup.providers' | 'setup.models' | 'setup.try' | 'setup.save'>;

export const setupMethods = (setup: () => Promise<ModelSetup>): Handlers<SetupMethods> => ({
  'setup.providers': async () => (await setup()).providers(),
  'setup.models': async request => await (await setup()).models(request),
  'setup.try': async ({model, ...request}) => await (await setup()).attempt(request, model),
  'setup.save': async ({model, ...request}) => await (await setup()).save(request, model),
});
