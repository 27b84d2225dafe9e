/** The bench's half in a Node process of its own: orders come as messages. */
import { carryOut, type Order } from './core-work.ts';

process.on('message', async (order: Order) => {
  try {
    process.send?.(await carryOut(order));
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
