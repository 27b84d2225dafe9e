/**
 * The seed of the property tests: constant in `npm test`, so that runs are repeatable. `npm run fuzz -- properties`
 * sets others.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? 5);
