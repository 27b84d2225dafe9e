/**
 * Captures members of prototypes as functions. Calling these avoids properties that a page or its named elements set on
 * an object.
 */

// biome-ignore lint/suspicious/noExplicitAny: a member of any prototype, as its type below says
type Uncurried = any;
const uncurried = (member: unknown): Uncurried => Function.prototype.call.bind(member as () => unknown);
type Kind = { readonly prototype: object };
/** A method of a kind of objects, as a function whose first argument is the object. */
export const method = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Reflect.get(prototype, name));
/** A getter of a kind of objects, as a function whose argument is the object. */
export const getter = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Object.getOwnPropertyDescriptor(prototype, name)?.get);

/**
 * An own property of the extension's global object or of the window, which is a different object in Firefox. Named
 * elements of the page are globals, too, and may have any name, but are not own properties.
 */
export const ownGlobal = <Name extends keyof typeof globalThis>(
  name: Name,
  of: typeof globalThis = globalThis,
): (typeof globalThis)[Name] | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);
