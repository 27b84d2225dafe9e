/** `npm run scan`. */
import { finish } from '../../src/cli/finish.ts';
import { scanCommand } from '../../src/cli/scan-command.ts';

await finish(scanCommand(process.argv.slice(2), 'npm run scan --'));
