/** The bench's half in a separate Node process: orders arrive as messages. */
import { carryOut, type Order } from './core-work.ts';

process.on('message', async (order: Order) => {
  try {
    process.send?.(await carryOut(order));
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
