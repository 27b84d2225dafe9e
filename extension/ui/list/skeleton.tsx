/** Placeholders for rows. The popup's HTML contains the same placeholders, which are shown before any script runs. */
export const SkeletonRows = () => (
  <div class="skeleton" aria-hidden="true">
    <div class="skeleton-chips" />
    {Array.from({ length: 8 }, (_, n) => (
      <div key={n} class="skeleton-row" />
    ))}
  </div>
);
