// A program for tests: locks the database named by its first argument, prints the result on one line, and holds the lock until it is killed
// or its standard input ends.
import {holdLock} from '../../../src/daemon/system/instance-lock.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';

try {
  using _ = holdLock(process.argv[2] ?? '');
  process.stdout.write('held\n');
  await new Promise<void>(resolve => process.stdin.resume().on('end', resolve));
} catch (error) {
  if (!(error instanceof GatewayError)) throw error;
  process.stdout.write(`${error.code}: ${error.message}\n`);
}
