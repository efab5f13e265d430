// The log of a fleet, on PostgreSQL in this process.
import {afterAll, beforeAll} from 'vitest';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {Sql} from '../../../src/daemon/fleet/sql.ts';
import {fleetLogContract} from '../../contract/fleet-log.contract.ts';
import {openPglite} from '../../support/pglite.ts';

let pglite: Sql & AsyncDisposable;

beforeAll(async () => {
  pglite = await openPglite();
  await createPostgresLog(pglite).prepare();
});

afterAll(() => pglite[Symbol.asyncDispose]());

fleetLogContract('in this process', () => pglite);
