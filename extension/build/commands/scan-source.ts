/** `npm run scan`. */
import { finish } from './finish.ts';
import { scanCommand } from './scan-command.ts';

await finish(scanCommand(process.argv.slice(2), 'npm run scan --'));
