/** `npm run merge`. */
import { finish } from '../../src/cli/finish.ts';
import { mergeCommand } from '../../src/cli/merge-command.ts';

await finish(mergeCommand(process.argv.slice(2), 'npm run merge --'));
