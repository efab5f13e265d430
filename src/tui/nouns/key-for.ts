// The key for something, as the person chose it: a sentence that names a key names theirs.
import type {KeyName} from '../../shared/records/key-names.ts';

export type KeyFor = (name: KeyName) => string;
