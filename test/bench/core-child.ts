/** The part of the bench that runs in a separate Node process, which receives orders as messages. */
import { carryOut, type Order } from './core-work.ts';

process.on('message', async (order: Order) => {
  try {
    process.send?.(await carryOut(order));
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
