/** The loopback server for the pages of tests. */
export * from '../../extension/build/commands/serve.ts';
