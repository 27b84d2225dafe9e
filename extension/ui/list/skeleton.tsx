/** The shapes of rows that are still to come; the popup's HTML has the same, for before any script runs. */
export const SkeletonRows = () => (
  <div class="skeleton" aria-hidden="true">
    <div class="skeleton-chips" />
    {Array.from({ length: 6 }, (_, n) => (
      <div key={n} class="skeleton-row" />
    ))}
  </div>
);
