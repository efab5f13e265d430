// Opens the setups of a model and of the mailbox.
import {join} from 'node:path';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {tryImap} from '../../channels/mail/imap.ts';
import {trySmtp} from '../../channels/mail/outgoing/smtp.ts';
import {createMailSetup, type MailSetup} from '../../flows/setup/mail-setup.ts';
import {createModelSetup, type ModelSetup} from '../../flows/setup/model-setup.ts';
import {learnContext} from '../../models/learn-context.ts';
import {listModels, tryAddress} from '../../models/list-models.ts';
import {contextTokensOf, createModels, familyTokens} from '../../models/model-registry.ts';
import {accessTo, addressOf, describeProvider} from '../../models/provider-access.ts';
import {writeKeyFile} from '../../system/key-file.ts';
import type {AgentPart, Base, ChannelsPart} from '../parts.ts';

type ModelSetupOptions = Pick<Base, 'env' | 'clock' | 'log' | 'redactor' | 'places' | 'config'> & {
  readonly agent: Pick<AgentPart, 'runStep'>;
};

export const openSetup = ({env, clock, log, redactor, places, config: kept, agent}: ModelSetupOptions): ModelSetup =>
  createModelSetup({
    config: kept.current,
    env,
    clock,
    log,
    onSecret: redactor.know,
    describe: (name, config) => describeProvider(name, config, env),
    reach: async (provider, config) => await tryAddress(addressOf(provider, config), {clock}),
    list: async (provider, config) => await listModels(accessTo(`${provider}/any`, config, env), {clock}),
    choice: async (model, config) => {
      const models = createModels({config: () => config, env, log, onSecret: redactor.know});
      const [choice] = await models.candidates(model);
      if (choice === undefined) throw new GatewayError('not_found', `No model "${model}".`);
      return choice;
    },
    contextOf: async (model, config) => {
      const access = accessTo(model, config, env);
      const byName = familyTokens(access.modelId, access.baseUrl);
      if (byName !== undefined) return {tokens: byName, source: 'model'};
      const learned = await learnContext(access, clock);
      if (learned !== undefined) return {tokens: learned, source: 'server'};
      const {agent: inUse} = kept.current();
      const configured = inUse.model === model ? inUse.contextTokens : undefined;
      return {tokens: contextTokensOf({...access, configured}), source: 'assumed'};
    },
    runStep: agent.runStep,
    keepKey: (provider, key) => {
      const file = join(places.keys, provider);
      return {file, undo: writeKeyFile(file, key)};
    },
    set: kept.set,
  });

type MailSetupOptions = Pick<Base, 'redactor' | 'places' | 'clock' | 'boot' | 'config'> & {
  readonly channels: Pick<ChannelsPart, 'reopen'>;
};

export const openMailSetup = ({redactor, places, clock, boot, config, channels}: MailSetupOptions): MailSetup =>
  createMailSetup({
    config: config.current,
    onSecret: redactor.know,
    tryImap,
    trySmtp: (server, login) => trySmtp({server, login, signal: new AbortController().signal}),
    keep: (name, secret) => {
      const file = join(places.keys, name);
      return {file, undo: writeKeyFile(file, secret)};
    },
    authorize: async client => {
      const {askForDevice} = await oauth();
      return await askForDevice(client, clock);
    },
    tokens: async (grant, gone) => {
      const {tokensOfDevice} = await oauth();
      return await tokensOfDevice(grant, {clock, signal: AbortSignal.any([gone, boot.closing.signal])});
    },
    set: config.set,
    reopen: () => channels.reopen('mail'),
  });

const oauth = () => import('../../channels/mail/oauth.ts');
