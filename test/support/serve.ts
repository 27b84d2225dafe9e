/** The loopback server that tests answer pages from. */
export * from '../../extension/build/commands/serve.ts';
