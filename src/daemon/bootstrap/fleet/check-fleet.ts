// The facts about a fleet for `rooster doctor`: asks PostgreSQL itself, and changes nothing.
import {homedir, hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {type Environment, FLEET_NOTE, type Places} from '../../../shared/records/places.ts';
import type {CellReport, FleetReport} from '../../../shared/records/setup/fleet-report.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {FleetConfig} from '../../config/config-schema.ts';
import {type PostgresAddress, readPostgresAddress} from '../../fleet/postgres-address.ts';
import {openPostgres} from '../../fleet/postgres-client.ts';
import {createPostgresLog} from '../../fleet/postgres-log.ts';
import {NEWEST_TABLES, tablesIn} from '../../fleet/postgres-tables.ts';
import {readSecret} from '../../system/read-secret.ts';
import {fleetIn, noteOf, readNote} from './read-fleet.ts';

export const checkFleet = async (places: Places, env: Environment): Promise<FleetReport> => {
  const above = readNote(noteOf(places))?.configFile;
  const setting = fleetIn(above ?? places.config);
  if (setting === undefined) return {};
  if ('mistaken' in setting) return setting;
  const fleet = above === undefined ? setting : {...setting, cells: [basename(dirname(places.database))]};
  const reading = readSecret(fleet.postgres, env);
  if (reading.kind === 'missing') return {unasked: formatReason(reading.reason)};
  try {
    return await askPostgres(readPostgresAddress(reading.value, env, homedir()), fleet, places);
  } catch (error) {
    if (error instanceof GatewayError) return {mistaken: error.message};
    throw error;
  }
};

const askPostgres = async (address: PostgresAddress, {cells}: FleetConfig, places: Places): Promise<FleetReport> => {
  const known = {host: address.host, encrypted: address.tls !== false, newest: NEWEST_TABLES};
  await using sql = await openPostgres(address);
  try {
    const tables = await tablesIn(sql.query);
    const postgres = {...known, tables};
    if (tables === 0 || tables > NEWEST_TABLES) return {postgres};
    const log = createPostgresLog(sql);
    const reports: CellReport[] = [];
    for (const cell of cells) {
      const home = cells.length > 1 ? join(dirname(places.database), 'cells', cell) : undefined;
      const holder = await log.holderOf(cell);
      if (holder === undefined) {
        reports.push({cell, home});
        continue;
      }
      const {homeId = ''} = readNote(home === undefined ? noteOf(places) : join(home, FLEET_NOTE)) ?? {};
      reports.push({
        cell,
        home,
        host: holder.holder.split(' ')[0] ?? '',
        address: holder.address,
        isHere: holder.holder === `${hostname()} ${homeId}`,
        isHeld: holder.isHeld,
        logBytes: (await log.sinceSnapshot(cell)).bytes,
      });
    }
    return {postgres, cells: reports};
  } catch (error) {
    return {postgres: {...known, trouble: errorMessage(error)}};
  }
};
