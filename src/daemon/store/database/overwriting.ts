// Runs a transaction whose deleted text is overwritten in the file. A prepared pragma would act when it is prepared.
import type {Database} from './database.ts';

export const overwriting = <T>(database: Database, work: () => T): T =>
  database.transaction(() => {
    database.execute('PRAGMA secure_delete = ON');
    try {
      return work();
    } finally {
      database.execute('PRAGMA secure_delete = OFF');
    }
  });
