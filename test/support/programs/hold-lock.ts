// A program for tests: takes the lock of the database named by its first argument, says what came of it on one line, and
// holds it until it is killed, or until its standard input ends.
import {holdLock} from '../../../src/daemon/system/instance-lock.ts';
import {GatewayError} from '../../../src/shared/records/gateway-error.ts';

try {
  using _ = holdLock(process.argv[2] ?? '');
  process.stdout.write('held\n');
  await new Promise<void>(resolve => process.stdin.resume().on('end', resolve));
} catch (error) {
  if (!(error instanceof GatewayError)) throw error;
  process.stdout.write(`${error.code}: ${error.message}\n`);
}
