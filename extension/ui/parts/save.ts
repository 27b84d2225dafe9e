/** Saves a Blob as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By that time, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
