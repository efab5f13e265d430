// Runs a transaction whose deleted text is overwritten in the file. A prepared pragma would act when it is prepared.
import type {Database} from './database.ts';

export const overwriting = <T>(database: Database, work: () => T): T =>
  database.transaction(() => {
    database.execute('PRAGMA secure_delete = ON');
    try {
      const result = work();
      // The search index writes its changes at the next savepoint. At the commit their old form would stay in the file.
      database.transaction(() => undefined);
      return result;
    } finally {
      database.execute('PRAGMA secure_delete = OFF');
    }
  });
