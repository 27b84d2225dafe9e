#!/usr/bin/env node
/** Entry point of the command that the npm package installs. */
import { main } from './main.ts';
import { finish } from './shell.ts';

await finish((shell) => main(process.argv.slice(2), shell));
