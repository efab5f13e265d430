// Reads at the start whether this home belongs to a fleet. A cell must never be used by a daemon that is alone, so a
// home that was a cell stays one while its configuration can't be read.
import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {Places} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import type {FleetConfig} from '../../config/config-schema.ts';
import {fleet} from '../../config/fields/fleet-fields.ts';
import {readConfigFile} from '../../config/read-config-file.ts';

/** `mistaken`: what is wrong with the setting, in sentences. The daemon then holds no cell. */
type FleetReading = {readonly config: FleetConfig; readonly homeId: string} | {readonly mistaken: string};

/** Undefined for a daemon that is alone. `configFile`: the one that has the setting. */
export const readFleet = (places: Places, configFile: string): FleetReading | undefined => {
  const content = readConfigFile(configFile);
  if (content.kind === 'mistaken') return isInFleet(places) ? {mistaken: content.reason} : undefined;
  const raw = isRecord(content.value) ? content.value['fleet'] : undefined;
  if (raw === undefined) {
    // It was taken out on purpose.
    rmSync(noteOf(places), {force: true});
    return undefined;
  }
  const homeId = idOf(places);
  const config = settingIn(raw);
  return 'mistaken' in config ? config : {config, homeId};
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

/** A name that no other home has, made when it joins a fleet. */
const idOf = (places: Places): string => {
  const path = noteOf(places);
  if (isInFleet(places)) return readFileSync(path, 'utf8').trim();
  const id = crypto.randomUUID();
  makeFolder(dirname(path));
  writeFileSync(`${path}.new`, id, {mode: 0o600, flush: true});
  renameSync(`${path}.new`, path);
  return id;
};

/** True for the home of a cell, and until its daemon has started without the setting. */
export const isInFleet = (places: Places): boolean => existsSync(noteOf(places));

/** Says that this home is a cell's. */
export const noteOf = ({database}: Places): string => join(dirname(database), 'in-fleet');
