/** `npm run merge`. */
import { finish } from './finish.ts';
import { mergeCommand } from './merge-command.ts';

await finish(mergeCommand(process.argv.slice(2), 'npm run merge --'));
