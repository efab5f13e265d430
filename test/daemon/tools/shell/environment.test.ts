import {expect, test} from 'vitest';
import {commandEnvironment} from '../../../../src/daemon/tools/shell/workspace-shell.ts';

const kept = (
  own: Readonly<Record<string, string | undefined>>,
  secretNames: readonly string[] = [],
): readonly string[] => {
  const environment = commandEnvironment(own, {secretNames, zone: 'UTC'});
  return Object.keys(own).filter(name => environment[name] === own[name]);
};

test.each([
  ['ANTHROPIC_API_KEY'],
  ['OPENAI_KEY'],
  ['AWS_ACCESS_KEY_ID'],
  ['AWS_SECRET_ACCESS_KEY'],
  ['GITHUB_TOKEN'],
  ['npm_config__auth'],
  ['npm_config_//registry.npmjs.org/:_authToken'],
  ['DB_PASSWORD'],
  ['PGPASSWD'],
  ['MYSQL_PWD'],
  ['SMTP_PASS'],
  ['SIGNING_PASSPHRASE'],
  ['GOOGLE_APPLICATION_CREDENTIALS'],
  ['SESSION_COOKIE'],
  ['SENTRY_DSN'],
  ['SLACK_WEBHOOK_URL'],
  ['deploy_private'],
])('%s does not reach a command', name => {
  expect(kept({[name]: 'x'})).toEqual([]);
});

test.each([
  [`sk-${'a1'.repeat(10)}`],
  ['ghp_abcdefghijklmnop'],
  ['xoxb-123-456'],
  ['AKIAIOSFODNN7EXAMPLE'],
  ['eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ['-----BEGIN PRIVATE KEY-----'],
  ['postgres://bob:hunter2@db.example.org/x'],
])('a value like %s does not reach a command, whatever its name', value => {
  expect(kept({HARMLESS: value})).toEqual([]);
});

test('variables that programs need are kept', () => {
  const own = {
    PATH: '/usr/bin:/bin',
    HOME: '/home/alice',
    LANG: 'de_DE.UTF-8',
    SSH_AUTH_SOCK: '/run/user/1000/ssh',
    KEYBOARD: 'de',
    XDG_RUNTIME_DIR: '/run/user/1000',
    EDITOR_URL: 'https://example.org/a:b',
  };
  expect(kept(own)).toEqual(Object.keys(own));
});

test('configured secrets are removed, and so are variables that run code', () => {
  expect(kept({LOCAL_LLM: 'x', OTHER: 'y'}, ['LOCAL_LLM'])).toEqual(['OTHER']);
  expect(kept({BASH_ENV: '/x', ENV: '/x', NODE_OPTIONS: '--require /x', GONE: undefined})).toEqual(['GONE']);
});

test("clocks show the user's zone, and nothing opens a pager or prompts", () => {
  const environment = commandEnvironment({TZ: 'UTC', PAGER: 'less'}, {secretNames: [], zone: 'Europe/Berlin'});
  expect(environment).toMatchObject({TZ: 'Europe/Berlin', PAGER: 'cat', TERM: 'dumb', GIT_TERMINAL_PROMPT: '0'});
});
