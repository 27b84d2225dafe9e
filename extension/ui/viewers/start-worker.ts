/** Starts workers for tasks that may take too long, because only terminating a worker stops such a task. */

const addresses = { font: '/font-worker.js', format: '/format-worker.js' } as const;
type Name = keyof typeof addresses;

interface TrustedScripts {
  createPolicy(
    name: string,
    rules: { createScriptURL(name: Name): string },
  ): { createScriptURL(name: Name): string };
}

// The policy allows only these URLs for workers.
const policy = (globalThis as { trustedTypes?: TrustedScripts }).trustedTypes?.createPolicy('workers', {
  createScriptURL: (name) => addresses[name],
});

export const startWorker = (name: Name): Worker =>
  new Worker(policy?.createScriptURL(name) ?? addresses[name]);
