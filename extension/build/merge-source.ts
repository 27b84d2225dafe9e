/** Implements `npm run merge`. */
import { mergeCommand } from '../../src/cli/merge-command.ts';
import { finish } from '../../src/cli/shell.ts';

await finish((shell) => mergeCommand(process.argv.slice(2), 'npm run merge --', shell));
