/** Implements `npm run scan`. */
import { root } from '../../src/cli/project.ts';
import { scanCommand } from '../../src/cli/scan-command.ts';
import { finish } from '../../src/cli/shell.ts';
import { englishMessages } from './locales.ts';

await finish((shell) =>
  scanCommand(
    process.argv.slice(2),
    { name: 'npm run scan --', messages: () => englishMessages(root) },
    shell,
  ),
);
