/** The loopback server for the pages of tests. */
export * from '../../src/cli/serve.ts';
