/** Limits of the DevTools views. */

/** Characters of a policy in the CSP view. */
export const maxPolicyLength = 32_000;

/** Frames that are asked for the selected element. */
export const maxFrames = 50;
