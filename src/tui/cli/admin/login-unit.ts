// The service definition that runs the daemon from login on: a systemd user unit with its socket, or a launchd agent,
// with absolute paths, for this command's home. Pure.
import {dirname, join} from 'node:path';
import type {Environment, Places} from '../../../shared/records/places.ts';

export type ServiceUnit = {
  readonly manager: 'systemd' | 'launchd';
  readonly path: string;
  readonly text: string;
  /** The unit by which systemd listens for the daemon: while it restarts, connections wait. systemd only. */
  readonly socket?: {readonly path: string; readonly text: string};
  /** A file of NAME=VALUE lines, read at each start, for the secrets that the configuration refers to. systemd only. */
  readonly secrets?: string;
};

export type UnitInputs = {
  readonly platform: string;
  readonly env: Environment;
  readonly userHome: string;
  readonly places: Places;
  /** The command line that runs the daemon in the foreground. */
  readonly command: readonly string[];
};

/** The unit for this system; undefined for an unknown manager. */
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
export const SOCKET_NAME = 'rooster.socket';
export const AGENT_LABEL = 'rooster.daemon';

const systemdUnit = ({env, userHome, places, command}: UnitInputs): ServiceUnit => {
  const args = env['XDG_CONFIG_HOME'];
  const config = args?.startsWith('/') ? args : join(userHome, '.config');
  const secrets = join(dirname(places.config), 'environment');
  const text = [
    '[Unit]',
    'Description=Rooster, a personal agent that keeps time',
    'StartLimitIntervalSec=60',
    'StartLimitBurst=5',
    `Wants=${SOCKET_NAME}`,
    `After=${SOCKET_NAME}`,
    '',
    '[Service]',
    // systemd expands `$` in a command line but not in an assignment.
    `ExecStart=${command.map(word => systemdWord(word).replaceAll('$', '$$$$')).join(' ')}`,
    ...placing(env).map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}`),
    `EnvironmentFile=-${systemdPath(secrets)}`,
    // A second way to pass the socket, for a daemon that replaces itself (src/ipc/socket/passed-socket.ts).
    'StandardOutput=socket',
    'StandardError=journal',
    'Restart=on-failure',
    'RestartSec=2',
    'TimeoutStopSec=90',
    'UMask=0077',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
  const folder = join(config, 'systemd/user');
  const socket = {path: join(folder, SOCKET_NAME), text: socketUnit(places)};
  return {manager: 'systemd', path: join(folder, UNIT_NAME), text, socket, secrets};
};

const socketUnit = ({socket}: Places): string =>
  [
    '[Unit]',
    'Description=The socket of Rooster',
    '',
    '[Socket]',
    `ListenStream=${systemdPath(socket)}`,
    'SocketMode=0600',
    'DirectoryMode=0700',
    '',
    '[Install]',
    'WantedBy=sockets.target',
    '',
  ].join('\n');

const launchdAgent = ({env, userHome, places, command}: UnitInputs): ServiceUnit => {
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
    ...command.map(word => `      <string>${xml(word)}</string>`),
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

/** The variables that decide file locations: without them the service would use another home than this command. */
const placing = (env: Environment): readonly (readonly [string, string])[] =>
  ['ROOSTER_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'PATH', 'TZ'].flatMap(name => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });

/** Quotes one word of a unit file and escapes its specifiers. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/** A path on its own takes no quotes; only specifiers need escaping. */
const systemdPath = (path: string): string => path.replaceAll('%', '%%');

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
