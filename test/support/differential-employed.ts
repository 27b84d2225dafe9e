/** The part of `employ` in differential.ts that runs in the browser. */

/** Requests orders and carries them out until there are none left. */
export async function obey<Order, Result>(carryOut: (order: Order) => Promise<Result>): Promise<void> {
  const ask = async (result: Result | { error: string } | null): Promise<Order | null> =>
    (await fetch('/next', { method: 'POST', body: JSON.stringify(result) })).json();
  try {
    for (let order = await ask(null); order !== null; ) order = await ask(await carryOut(order));
  } catch (error) {
    await ask({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
}
