// Reads at the start whether this home belongs to a fleet. A cell must never be used by a daemon that is alone, so a
// home that was a cell stays one while its configuration can't be read.
import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {FLEET_NOTE, type Places} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {FleetConfig} from '../../config/config-schema.ts';
import {fleet} from '../../config/fields/fleet-fields.ts';
import {readConfigFile} from '../../config/read-config-file.ts';

/** `mistaken`: what is wrong with the setting, in sentences. The daemon then holds no cell. */
type FleetReading = {readonly config: FleetConfig; readonly homeId: string} | {readonly mistaken: string};

/** One cell of several: its name, the file with the fleet's setting, and the process that started its daemon. */
export type OneCell = {readonly cell: string; readonly configFile: string; readonly startedBy: number};

/** Undefined for a daemon that is alone. Rejects with a sentence in the home of a cell that another daemon starts. */
export const readFleet = (places: Places, oneCell: OneCell | undefined): FleetReading | undefined => {
  if (oneCell === undefined) refuseBesideAnother(places);
  const content = readConfigFile(oneCell?.configFile ?? places.config);
  if (content.kind === 'mistaken') return isInFleet(places) ? {mistaken: content.reason} : undefined;
  const raw = isRecord(content.value) ? content.value['fleet'] : undefined;
  if (raw === undefined) {
    // It was taken out on purpose.
    rmSync(noteOf(places), {force: true});
    return undefined;
  }
  const homeId = joinFleet(places, oneCell?.configFile);
  const config = settingIn(raw);
  return 'mistaken' in config ? config : {config, homeId};
};

/** The home of one of several cells has no setting. A daemon that is alone would use it outside the fleet. */
const refuseBesideAnother = (places: Places): void => {
  const {configFile} = readNote(noteOf(places)) ?? {};
  if (configFile === undefined) return;
  const content = readConfigFile(configFile);
  if (content.kind === 'read' && !names(content.value, basename(dirname(places.database)))) return;
  throw new GatewayError(
    'refused',
    `This home is a cell that another daemon keeps running. Start that one: its configuration is ${configFile}.`,
  );
};

/** False if the cell was taken out on purpose. */
const names = (config: unknown, cell: string): boolean => {
  const raw = isRecord(config) ? config['fleet'] : undefined;
  if (raw === undefined) return false;
  const setting = settingIn(raw);
  return 'mistaken' in setting || setting.cells.includes(cell);
};

/** The setting in a file, without joining. Undefined without one, or if the file can't be read. */
export const fleetIn = (configFile: string): FleetConfig | {readonly mistaken: string} | undefined => {
  const content = readConfigFile(configFile);
  const raw = content.kind === 'read' && isRecord(content.value) ? content.value['fleet'] : undefined;
  return raw === undefined ? undefined : settingIn(raw);
};

const settingIn = (raw: unknown): FleetConfig | {readonly mistaken: string} => {
  const problems: Problem[] = [];
  const reading = fleet().read(raw, {key: 'fleet', before: undefined, problems});
  const [mistake] = reading.kind === 'mistaken' ? reading.mistakes : problems;
  if (mistake !== undefined) return {mistaken: `${mistake.key}: ${mistake.reason}`};
  return reading.kind === 'read' ? reading.value : {mistaken: 'fleet: It is empty.'};
};

/** Returns a name that no other home has, made when this one joins a fleet. */
const joinFleet = (places: Places, configFile: string | undefined): string => {
  const path = noteOf(places);
  const known = readNote(path);
  if (known !== undefined && known.configFile === configFile) return known.homeId;
  const homeId = known?.homeId ?? crypto.randomUUID();
  makeFolder(dirname(path));
  const lines = configFile === undefined ? [homeId] : [homeId, configFile];
  writeFileSync(`${path}.new`, lines.join('\n'), {mode: 0o600, flush: true});
  renameSync(`${path}.new`, path);
  return homeId;
};

/** Undefined in no fleet. `configFile`: that of the daemon that keeps this cell and others running. */
export const readNote = (path: string): {readonly homeId: string; readonly configFile?: string} | undefined => {
  if (!existsSync(path)) return undefined;
  const [homeId = '', configFile] = readFileSync(path, 'utf8').trim().split('\n');
  return configFile === undefined ? {homeId} : {homeId, configFile};
};

/** True for the home of a cell, and until its daemon has started without the setting. */
export const isInFleet = (places: Places): boolean => existsSync(noteOf(places));

/** Says that this home is a cell's. */
export const noteOf = ({database}: Places): string => join(dirname(database), FLEET_NOTE);
