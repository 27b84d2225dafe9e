/** The texts of a language in the form that browsers read: `_locales/LANGUAGE/messages.json`. */
import { type MessageFunction, messagesFrom } from '../message.ts';

export interface Message {
  message: string;
  description?: string;
  placeholders?: Record<string, { content: string; example?: string }>;
}
export type Messages = Record<string, Message>;

/** The text of a message with its arguments inserted, as a browser returns it. */
const filledIn = ({ message, placeholders = {} }: Message, args: readonly string[]): string =>
  message
    .replaceAll(/\$(\w+)\$/g, (_, name: string) => placeholders[name.toLowerCase()]?.content ?? '')
    .replaceAll(/\$(\d)/g, (_, number: string) => args[Number(number) - 1] ?? '');

/** Returns the texts of a messages file without a browser. */
export const messagesIn = (messages: Messages): MessageFunction =>
  messagesFrom((key, args = []) => filledIn(messages[key] ?? { message: '' }, args));
