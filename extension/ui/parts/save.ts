/** Hands a person a file. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has taken its own hold of the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
