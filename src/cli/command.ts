#!/usr/bin/env node
/** The command of the package that npm installs. */
import { main } from './main.ts';
import { finish } from './shell.ts';

await finish((shell) => main(process.argv.slice(2), shell));
