// The keys of a fleet: several daemons on one PostgreSQL.
import {readHost} from '../../../shared/records/host.ts';
import type {FleetConfig} from '../config-schema.ts';
import {text, url} from '../config-values.ts';
import {type ConfigField, optional} from './field.ts';
import {list, record} from './field-group.ts';
import {secretSource} from './http-fields.ts';

export const fleet = (): ConfigField<FleetConfig> =>
  record<FleetConfig>(
    'Several daemons that keep their commits in one PostgreSQL. Read when the daemon starts.',
    () => ({
      postgres: secretSource(
        'The address of the database, "postgres://user@server/name". A password belongs into the variable or the file.',
      ),
      cells: list('The cells that this daemon may hold: one, or each in a process of its own.', cellName(), {
        left: name => `the cell ${name} is left out`,
      }),
      address: optional(
        text(
          "How people's programs reach this daemon from another one of the fleet.",
          'an address such as "ssh://me@server", or the absolute path of its socket',
          address => ABSOLUTE.test(address) || (address.startsWith('ssh://') && readHost(address) !== undefined),
        ),
      ),
      http: optional(url('The address of its HTTP port, where the others send hooks on to.')),
    }),
    {
      check: ({cells}) =>
        cells.length > 0 && new Set(cells).size === cells.length
          ? undefined
          : {key: 'cells', reason: 'It must name at least one cell, and each once.'},
    },
  );

const cellName = (): ConfigField<string> =>
  text('The name of a cell.', 'up to 64 small letters, digits and -', CELL_NAME);

const CELL_NAME = /^[a-z\d][a-z\d-]{0,63}$/u;
/** Without control characters. */
const ABSOLUTE = /^\/[^\p{Cc}]+$/u;
