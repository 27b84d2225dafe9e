/**
 * The seed of the property tests: in `npm test` always the same, so that what passed passes again. Other seeds are run by
 * `npm run fuzz -- properties`, which sets it.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? 5);
