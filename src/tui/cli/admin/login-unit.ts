// What a service manager is given so that the daemon runs from login on: a systemd user unit or a launchd agent, with
// absolute paths, for the home this command was called with. Pure.
import {dirname, join} from 'node:path';
import type {Environment, Places} from '../../../shared/records/places.ts';

export type ServiceUnit = {
  readonly manager: 'systemd' | 'launchd';
  readonly path: string;
  readonly text: string;
  /** Lines NAME=VALUE, read at each start: the place for keys the configuration names. systemd only. */
  readonly secrets?: string;
};

export type UnitInputs = {
  readonly platform: string;
  readonly env: Environment;
  readonly userHome: string;
  readonly places: Places;
  readonly node: string;
  readonly entry: string;
};

/** The unit for this system; undefined where neither manager is known. */
export const serviceUnit = (inputs: UnitInputs): ServiceUnit | undefined => {
  switch (inputs.platform) {
    case 'linux':
      return systemdUnit(inputs);
    case 'darwin':
      return launchdAgent(inputs);
    default:
      return undefined;
  }
};

export const UNIT_NAME = 'rooster.service';
export const AGENT_LABEL = 'rooster.daemon';

const systemdUnit = ({env, userHome, places, node, entry}: UnitInputs): ServiceUnit => {
  const given = env['XDG_CONFIG_HOME'];
  const config = given?.startsWith('/') ? given : join(userHome, '.config');
  const secrets = join(dirname(places.config), 'environment');
  const text = [
    '[Unit]',
    'Description=Rooster, a personal agent that keeps time',
    'StartLimitIntervalSec=60',
    'StartLimitBurst=5',
    '',
    '[Service]',
    // A dollar sign is a variable in a command line, and itself in an assignment.
    `ExecStart=${[node, entry, 'run'].map(word => systemdWord(word).replaceAll('$', '$$$$')).join(' ')}`,
    ...placing(env).map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}`),
    `EnvironmentFile=-${systemdPath(secrets)}`,
    'Restart=on-failure',
    'RestartSec=2',
    'TimeoutStopSec=90',
    'UMask=0077',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
  return {manager: 'systemd', path: join(config, 'systemd/user', UNIT_NAME), text, secrets};
};

const launchdAgent = ({env, userHome, places, node, entry}: UnitInputs): ServiceUnit => {
  const variables = placing(env).flatMap(([name, value]) => [
    `      <key>${name}</key>`,
    `      <string>${xml(value)}</string>`,
  ]);
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '  <dict>',
    `    <key>Label</key>`,
    `    <string>${AGENT_LABEL}</string>`,
    '    <key>ProgramArguments</key>',
    '    <array>',
    ...[node, entry, 'run'].map(word => `      <string>${xml(word)}</string>`),
    '    </array>',
    ...(variables.length === 0
      ? []
      : ['    <key>EnvironmentVariables</key>', '    <dict>', ...variables, '    </dict>']),
    '    <key>RunAtLoad</key>',
    '    <true/>',
    '    <key>KeepAlive</key>',
    '    <dict>',
    '      <key>SuccessfulExit</key>',
    '      <false/>',
    '    </dict>',
    '    <key>StandardErrorPath</key>',
    `    <string>${xml(join(dirname(places.log), 'daemon.out'))}</string>`,
    '    <key>Umask</key>',
    '    <integer>63</integer>',
    '  </dict>',
    '</plist>',
    '',
  ].join('\n');
  return {manager: 'launchd', path: join(userHome, 'Library/LaunchAgents', `${AGENT_LABEL}.plist`), text};
};

/** What decides where everything is: without it the service would serve another home than this command. */
const placing = (env: Environment): readonly (readonly [string, string])[] =>
  ['ROOSTER_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'PATH', 'TZ'].flatMap(name => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });

/** One word of a unit file: quoted, with its specifiers switched off. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/** A path that stands alone takes no quotes; only specifiers mean something in it. */
const systemdPath = (path: string): string => path.replaceAll('%', '%%');

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
