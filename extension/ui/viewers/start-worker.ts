/**
 * Starts the workers in which the extension's pages do work that may take too long, because only terminating a worker
 * stops it.
 */

const addresses = { font: '/font-worker.js', format: '/format-worker.js' } as const;
type Name = keyof typeof addresses;

interface TrustedScripts {
  createPolicy(
    name: string,
    rules: { createScriptURL(name: Name): string },
  ): { createScriptURL(name: Name): string };
}

// This policy allows no other URLs for a worker.
const policy = (globalThis as { trustedTypes?: TrustedScripts }).trustedTypes?.createPolicy('workers', {
  createScriptURL: (name) => addresses[name],
});

export const startWorker = (name: Name): Worker =>
  new Worker(policy?.createScriptURL(name) ?? addresses[name]);
