// The paths that no command in the sandbox reads: passwords, keys, cookies and the sessions of browsers, and Rooster's
// own files. The rest of the machine can be read, because programs, manuals and the person's files are there.
import {dirname, join} from 'node:path';
import {type Places, socketsOf} from '../../../shared/records/places.ts';

/** `home`: the person's home folder. */
export const secretPaths = (places: Places, home: string): readonly string[] => [
  ...new Set([
    ...[places.config, places.database, places.log, ...socketsOf(places)].map(path => dirname(path)),
    places.keys,
    places.signal,
    places.client,
    ...IN_HOME.map(path => join(home, path)),
    ...OF_SYSTEM,
  ]),
];

const IN_HOME: readonly string[] = [
  // Keys and passwords.
  '.ssh',
  '.gnupg',
  '.netrc',
  '.authinfo',
  '.authinfo.gpg',
  '.git-credentials',
  '.config/git/credentials',
  '.password-store',
  '.age',
  '.config/age',
  '.config/sops',
  '.pgpass',
  '.my.cnf',
  '.vault-token',
  '.config/op',
  '.config/Bitwarden',
  '.config/Bitwarden CLI',
  '.config/keepassxc',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  // Clouds, registries and their programs.
  '.aws',
  '.azure',
  '.config/gcloud',
  '.config/doctl',
  '.config/hcloud',
  '.kube',
  '.docker',
  '.terraform.d',
  '.terraformrc',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.config/rclone',
  '.config/restic',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.m2/settings.xml',
  // Other agents.
  '.claude',
  '.claude.json',
  '.codex',
  '.gemini',
  // The histories of shells.
  '.bash_history',
  '.zsh_history',
  '.local/share/fish',
  '.psql_history',
  '.python_history',
  '.node_repl_history',
  // Browsers, mail and chats.
  '.mozilla',
  '.config/mozilla',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.cache/mozilla',
  '.var/app',
  'snap',
  '.thunderbird',
  '.config/Signal',
  '.local/share/signal-cli',
  '.local/share/TelegramDesktop',
  '.config/Slack',
  '.config/discord',
  '.config/Element',
  // Purses.
  '.bitcoin',
  '.electrum',
  '.ethereum',
  // The same on macOS.
  'Library/Keychains',
  'Library/Cookies',
  'Library/Safari',
  'Library/Messages',
  'Library/Mail',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Chromium',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Firefox',
  'Library/Application Support/Signal',
  // The sandbox's library would let commands write here.
  '.npm/_logs',
];

const OF_SYSTEM: readonly string[] = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers.d',
  '/run/secrets',
  '/var/run/secrets',
];
