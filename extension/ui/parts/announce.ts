import { createContext } from 'preact';

/** Shows the result of an action, in words, in the surface's toast, which moves nothing. */
export const Announce = createContext<(text: string) => void>(() => {});
