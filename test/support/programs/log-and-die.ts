// A program for tests: logs two lines to the file named by its first argument, then ends as its second argument says.
import {openLog} from '../../../src/daemon/system/log.ts';
import {createRedactor} from '../../../src/daemon/system/redact.ts';
import {systemClock} from '../../../src/shared/time/clock.ts';

const [, , path = '', how] = process.argv;
const log = openLog({path, clock: systemClock(), redactor: createRedactor()});
log.info({}, 'first');
log.error({}, 'last words');
if (how === 'exit') process.exit(1);
if (how === 'kill') process.kill(process.pid, 'SIGKILL');
throw new Error('it is over');
