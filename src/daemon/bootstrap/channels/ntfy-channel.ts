// The configured ntfy server.
import type {Environment} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {openNtfy} from '../../channels/ntfy/channel.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import type {ConfiguredChannel} from './connect-channel.ts';

export const NTFY: ConfiguredChannel<NtfyConfig> = {
  name: 'ntfy',
  configured: ({ntfy}) => ntfy,
  waitsForFix: true,
  open: async (config, {core, env, redactor}, onStatus) => {
    const token = tokenOf(config, env);
    if (token !== undefined) redactor.know(token);
    return openNtfy({...core, config, token, chance: Math.random, onStatus});
  },
};

const tokenOf = ({token}: NtfyConfig, env: Environment): string | undefined => {
  if (typeof token !== 'object') return token;
  const value = env[token.env];
  if (value !== undefined && value !== '') return value;
  const sentence = `The variable ${token.env} of ntfy.token isn't set. Export it, then run: rooster daemon restart`;
  throw new GatewayError('invalid', sentence);
};
