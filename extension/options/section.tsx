/** A section of the page. Its heading is the target of its link in the navigation. */
import type { ComponentChildren } from 'preact';

interface Props {
  id: string;
  title: string;
  /** The purpose of the settings, in a sentence. */
  hint: string;
  children: ComponentChildren;
}

export function Section({ id, title, hint, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p class="dim">{hint}</p>
      {children}
    </section>
  );
}
