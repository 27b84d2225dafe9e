import { type MessageFunction, snake } from '../message.ts';

/**
 * A rule's title, reason, and fix. The keys for `large-inline`, for example, are `rule_large_inline_…` in `_locales`.
 */
export const ruleTextIn =
  (message: MessageFunction) =>
  (id: string): { title: string; why: string; fix: string } => {
    const name = snake(id);
    return {
      title: message(`rule_${name}_title`),
      why: message(`rule_${name}_why`),
      fix: message(`rule_${name}_fix`),
    };
  };
