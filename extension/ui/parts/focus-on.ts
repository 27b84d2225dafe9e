/** Moves the focus to an element by id, and opens the `details` around or within it. */
export function focusOn(id: string): void {
  const element = document.getElementById(id);
  const details = element?.querySelector('details') ?? element?.parentElement?.closest('details');
  if (details) details.open = true;
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}

/** Moves the focus to the heading of the open details, because the focused element is about to be removed. */
export const focusOnDetail = (): void =>
  document.querySelector<HTMLElement>('#detail-heading, #page-heading')?.focus();
