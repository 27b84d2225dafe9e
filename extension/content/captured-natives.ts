/**
 * The members of prototypes, as functions. Calling these avoids properties that a page or its named elements set on an
 * object.
 */

// biome-ignore lint/suspicious/noExplicitAny: a member of any prototype, as its type below says
type Uncurried = any;
const uncurried = (member: unknown): Uncurried => Function.prototype.call.bind(member as () => unknown);
type Kind = { readonly prototype: object };
/** A method of objects of a kind. It is called with its object as the first argument. */
export const method = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Reflect.get(prototype, name));
/** A getter of objects of a kind. It is called with its object. */
export const getter = /* @__NO_SIDE_EFFECTS__ */ ({ prototype }: Kind, name: string): Uncurried =>
  uncurried(Object.getOwnPropertyDescriptor(prototype, name)?.get);

/**
 * A global of the extension, or of the window, which is a different object in Firefox. The page's named elements are
 * globals, too, and may have any name.
 */
export const ownGlobal = <Name extends keyof typeof globalThis>(
  name: Name,
  of: typeof globalThis = globalThis,
): (typeof globalThis)[Name] | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);
