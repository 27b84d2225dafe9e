import { createContext } from 'preact';

/** Reports the result of an action, in words, in the surface's toast: nothing moves. */
export const Announce = createContext<(text: string) => void>(() => {});
