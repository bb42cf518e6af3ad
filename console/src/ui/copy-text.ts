/** Browsers offer the clipboard only to secure pages; an address in the local network is none. */
export async function copyText(value: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(value);
  const area = document.createElement('textarea');
  area.value = value;
  // Within the open dialog, which keeps the focus.
  const place = document.activeElement?.parentElement ?? document.body;
  place.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
