/** Takes a person from one place of a surface to another that belongs to it, and opens what hides it, or what it hides. */
export function focusOn(id: string): void {
  const element = document.getElementById(id);
  const details = element?.querySelector('details') ?? element?.parentElement?.closest('details');
  if (details) details.open = true;
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}
