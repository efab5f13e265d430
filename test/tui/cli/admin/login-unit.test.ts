import {expect, test} from 'vitest';
import {placesOf} from '../../../../src/shared/records/places.ts';
import {serviceUnit, type UnitInputs} from '../../../../src/tui/cli/admin/login-unit.ts';

const inputs = (more: Partial<UnitInputs> = {}): UnitInputs => {
  const env = more.env ?? {};
  return {
    platform: 'linux',
    env,
    userHome: '/home/alice',
    places: placesOf(env, '/home/alice'),
    command: ['/opt/node/bin/node', '/opt/rooster/dist/daemon.js', 'run'],
    ...more,
  };
};

test('a systemd user unit starts the daemon by absolute paths and restarts it after a failure', () => {
  const unit = serviceUnit(inputs());
  expect(unit).toMatchObject({
    manager: 'systemd',
    path: '/home/alice/.config/systemd/user/rooster.service',
    secrets: '/home/alice/.config/rooster/environment',
  });
  expect(unit?.text).toContain('ExecStart="/opt/node/bin/node" "/opt/rooster/dist/daemon.js" "run"\n');
  expect(unit?.text).toContain('Restart=on-failure\n');
  expect(unit?.text).toContain('WantedBy=default.target\n');
});

test('systemd listens for the daemon on the socket of this home, so a restart refuses no connection', () => {
  const unit = serviceUnit(inputs({env: {XDG_RUNTIME_DIR: '/run/user/1000'}}));
  expect(unit?.socket?.path).toBe('/home/alice/.config/systemd/user/rooster.socket');
  expect(unit?.socket?.text).toContain('ListenStream=/run/user/1000/rooster/rooster.sock\n');
  expect(unit?.socket?.text).toContain('SocketMode=0600\n');
  expect(unit?.text).toContain('Wants=rooster.socket\n');
  // A daemon that replaces itself keeps only its standard streams.
  expect(unit?.text).toContain('StandardOutput=socket\nStandardError=journal\n');
  const own = serviceUnit(inputs({env: {ROOSTER_HOME: '/srv/100%'}}));
  expect(own?.socket?.text).toContain('ListenStream=/srv/100%%/run/rooster.sock\n');
});

test('the service uses the home of the command that installed it', () => {
  const unit = serviceUnit(inputs({env: {ROOSTER_HOME: '/srv/my rooster', TZ: 'Europe/Berlin'}}));
  expect(unit?.text).toContain('Environment="ROOSTER_HOME=/srv/my rooster"\n');
  expect(unit?.text).toContain('Environment="TZ=Europe/Berlin"\n');
  expect(unit?.text).toContain('EnvironmentFile=-/srv/my rooster/environment\n');
});

test('special characters in paths are escaped for systemd', () => {
  const unit = serviceUnit(
    inputs({command: ['node', '/opt/100%/$HOME/a "b"/daemon.js'], env: {ROOSTER_HOME: '/r/$x%y'}}),
  );
  expect(unit?.text).toContain('"/opt/100%%/$$HOME/a \\"b\\"/daemon.js"');
  expect(unit?.text).toContain('Environment="ROOSTER_HOME=/r/$x%%y"\n');
});

test('a launchd agent has the same program, and restarts it only after a failure', () => {
  const unit = serviceUnit(inputs({platform: 'darwin', env: {ROOSTER_HOME: '/r/<a&b>'}}));
  expect(unit).toMatchObject({manager: 'launchd', path: '/home/alice/Library/LaunchAgents/rooster.daemon.plist'});
  expect(unit?.text).toContain('<string>/opt/rooster/dist/daemon.js</string>');
  expect(unit?.text).toContain('<string>/r/&lt;a&amp;b&gt;</string>');
  expect(unit?.text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/u);
});

test('a system without a known service manager has no unit', () => {
  expect(serviceUnit(inputs({platform: 'sunos'}))).toBeUndefined();
});
