import { createContext } from 'preact';

/** Shows the result of an action, in words, in the surface's toast, which doesn't move other content. */
export const Announce = createContext<(text: string) => void>(() => {});
