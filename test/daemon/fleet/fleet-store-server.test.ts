// @module-tag deep
// The store of a daemon that holds a cell, with a fleet's log on a PostgreSQL server.
import {afterAll, beforeAll, describe} from 'vitest';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {FleetLog} from '../../../src/daemon/ports/fleet-log.ts';
import {fleetStoreContract} from '../../contract/fleet-store.contract.ts';
import {clientOf, type PostgresServer, startPostgres, whyNoPostgres} from '../../support/postgres.ts';

const why = whyNoPostgres();

describe.skipIf(why !== undefined)(why === undefined ? 'on a server' : `on a server (skipped: ${why})`, () => {
  let server: PostgresServer;
  let log: FleetLog;

  beforeAll(async () => {
    server = await startPostgres();
    log = createPostgresLog(await clientOf(server));
    await log.prepare();
  });

  afterAll(async () => {
    await log?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  fleetStoreContract('with a fleet', () => log);
});
