// `npm run protocol`: writes docs/protocol.md from the table of methods.
import {writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {protocolPage} from './protocol/page.ts';

writeFileSync(fileURLToPath(new URL('../docs/protocol.md', import.meta.url)), protocolPage());
