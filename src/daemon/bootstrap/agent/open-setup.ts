// Opens the setup of a model.
import {join} from 'node:path';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {createModelSetup, type ModelSetup} from '../../flows/setup/model-setup.ts';
import {listModels} from '../../models/list-models.ts';
import {createModels} from '../../models/model-registry.ts';
import {accessTo, describeProvider} from '../../models/provider-access.ts';
import {writeKeyFile} from '../../system/key-file.ts';
import type {AgentPart, Base} from '../parts.ts';

type SetupOptions = Pick<Base, 'env' | 'clock' | 'log' | 'redactor' | 'places' | 'config'> & {
  readonly agent: Pick<AgentPart, 'runStep'>;
};

export const openSetup = ({env, clock, log, redactor, places, config: kept, agent}: SetupOptions): ModelSetup =>
  createModelSetup({
    config: kept.current,
    env,
    clock,
    log,
    onSecret: redactor.know,
    describe: (name, config) => describeProvider(name, config, env),
    list: async (provider, config) => await listModels(accessTo(`${provider}/any`, config, env), {clock}),
    choice: async (model, config) => {
      const models = createModels({config: () => config, env, log, onSecret: redactor.know});
      const [choice] = await models.candidates(model);
      if (choice === undefined) throw new GatewayError('not_found', `No model "${model}".`);
      return choice;
    },
    runStep: agent.runStep,
    keepKey: (provider, key) => {
      const file = join(places.keys, provider);
      return {file, undo: writeKeyFile(file, key)};
    },
    set: kept.set,
  });
