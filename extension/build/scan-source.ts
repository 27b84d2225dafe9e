/** `npm run scan`. */
import { finish } from '../../src/cli/finish.ts';
import { root } from '../../src/cli/project.ts';
import { scanCommand } from '../../src/cli/scan-command.ts';
import { englishMessages } from './locales.ts';

await finish(
  scanCommand(process.argv.slice(2), { name: 'npm run scan --', messages: () => englishMessages(root) }),
);
