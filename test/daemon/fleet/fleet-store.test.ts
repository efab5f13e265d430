// @module-tag deep
// The store of a daemon that holds a cell, with a fleet's log on PostgreSQL in this process.
import {afterAll, beforeAll} from 'vitest';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {Sql} from '../../../src/daemon/fleet/sql.ts';
import {fleetStoreContract} from '../../contract/fleet-store.contract.ts';
import {openPglite} from '../../support/pglite.ts';

let pglite: Sql & AsyncDisposable;

beforeAll(async () => {
  pglite = await openPglite();
  await createPostgresLog(pglite).prepare();
});

afterAll(() => pglite[Symbol.asyncDispose]());

fleetStoreContract('with a fleet in this process', () => createPostgresLog(pglite));
