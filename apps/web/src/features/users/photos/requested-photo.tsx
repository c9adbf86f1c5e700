/** A photo that the user asked to see. It takes the place of the button that showed it, and its focus. */

/** Focuses the photo, unless the user moved the focus elsewhere while the photo was loading. Stable, so each photo is focused only once. */
function focusPhoto(photo: HTMLImageElement | null) {
  if (document.activeElement === document.body) photo?.focus()
}

export function RequestedPhoto({ address, label }: { address: string; label: string }) {
  return <img ref={focusPhoto} tabIndex={-1} src={address} alt={label} />
}
