// The address of a PostgreSQL server, and where its password may come from.
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readPostgresAddress} from '../../../src/daemon/fleet/postgres-address.ts';
import {TEST_CERT} from '../../support/mail/test-cert.ts';
import {tempDir} from '../../support/temp-dir.ts';

describe('the address of a PostgreSQL server', () => {
  test('is read', () => {
    expect(read('postgres://anna:se%40cret@db.example:6543/rooster')).toEqual({
      host: 'db.example',
      port: 6543,
      user: 'anna',
      database: 'rooster',
      password: 'se@cret',
      tls: {rejectUnauthorized: true},
    });
    expect(read('postgresql://anna@[::1]?options=-c%20search_path%3Dours')).toMatchObject({
      host: '::1',
      port: 5432,
      database: 'anna',
      password: undefined,
      options: '-c search_path=ours',
    });
    expect(read('postgres://db.example/fleet', {USER: 'bea'})).toMatchObject({user: 'bea', database: 'fleet'});
  });

  test('is encrypted and checked, unless it says otherwise or the server is on this machine', () => {
    using folder = tempDir();
    const ca = join(folder.path, 'ca.pem');
    writeFileSync(ca, TEST_CERT);
    expect(read('postgres://a@db.example').tls).toMatchObject({rejectUnauthorized: true});
    expect(read('postgres://a@db.example?sslmode=require').tls).toMatchObject({rejectUnauthorized: true});
    expect(read(`postgres://a@db.example?sslrootcert=${ca}`).tls).toMatchObject({
      rejectUnauthorized: true,
      ca: TEST_CERT,
    });
    expect(read('postgres://a@localhost?sslmode=verify-full').tls).toMatchObject({rejectUnauthorized: true});
    for (const address of [
      'postgres://a@db.example?sslmode=disable',
      'postgres://a@localhost',
      'postgres://a@127.0.0.1',
      'postgres://a@[::1]',
      'postgres://a@/fleet?host=/run/postgresql',
      'postgres://a@%2Frun%2Fpostgresql/fleet',
    ])
      expect(read(address).tls, address).toBe(false);
    for (const mode of ['prefer', 'allow', 'no-verify'])
      expect(() => read(`postgres://a@db.example?sslmode=${mode}`)).toThrow('its sslmode is verify-full, or disable');
  });

  test.each([
    ['mysql://a:hidden-word@db.example', 'it begins with "postgres://".'],
    ['postgres://a:hidden-word@one.example:5432,two.example:5432/x', 'it begins with "postgres://".'],
    ['postgres://a:hidden-word%@db.example', 'a % in it begins a code such as %20.'],
    ['postgres:///x?password=hidden-word', 'but not "password"'],
    ['postgres:///x', 'it names the server.'],
    ['postgres://a:hidden-word@db.example?sslrootcert=/nowhere', "Couldn't read /nowhere, the sslrootcert"],
  ])('that is wrong is refused without its password: %s', (address, reason) => {
    let message = '';
    try {
      read(address);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(reason);
    expect(message).not.toContain('hidden-word');
  });
});

describe('the password', () => {
  test('is in the environment, or the whole address is', () => {
    expect(read('postgres://a@db.example', {PGPASSWORD: 'word'})).toMatchObject({host: 'db.example', password: 'word'});
    expect(read('postgres://a@db.example', {ROOSTER_POSTGRES: 'postgres://b:word@other.example'})).toMatchObject({
      host: 'other.example',
      user: 'b',
      password: 'word',
    });
  });

  test('or the address is in a file that only its owner can read', () => {
    using folder = tempDir();
    const file = join(folder.path, 'address');
    writeFileSync(file, 'postgres://a:word@db.example/fleet\n', {mode: 0o600});
    expect(read(file)).toMatchObject({host: 'db.example', password: 'word'});
    chmodSync(file, 0o640);
    expect(() => read(file)).toThrow(`Other users can read ${file}. Run: chmod 600 ${file}`);
    expect(() => read(join(folder.path, 'none'))).toThrow("Couldn't read the secret in");
  });

  test("or in the file that PostgreSQL's own programs use", () => {
    using folder = tempDir();
    const file = join(folder.path, '.pgpass');
    const lines = [
      '# comment',
      'other:5432:*:a:no',
      'db.example:5433:*:*:no',
      String.raw`db.example:*:fleet:a:w\:o\\rd`,
      '*:*:*:*:any',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`, {mode: 0o600});
    expect(read('postgres://a@db.example/fleet', {}, folder.path).password).toBe(String.raw`w:o\rd`);
    expect(read('postgres://b@db.example/fleet', {}, folder.path).password).toBe('any');
    expect(read('postgres://a@db.example/fleet', {PGPASSFILE: file}).password).toBe(String.raw`w:o\rd`);
    chmodSync(file, 0o644);
    expect(() => read('postgres://a@db.example/fleet', {}, folder.path)).toThrow(`Other users can read ${file}.`);
    // With a password of its own the address doesn't need it.
    expect(read('postgres://a:own@db.example/fleet', {}, folder.path).password).toBe('own');
  });
});

const read = (address: string, env: Readonly<Record<string, string>> = {}, userHome = '/nowhere') =>
  readPostgresAddress(address, env, userHome);
