import { onTestFinished, vi } from 'vitest'

/** Narrows the window to a phone until the test ends. */
export function emulatePhone() {
  const wide = window.matchMedia
  const narrow = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => ({ ...wide(query), matches: false }))
  onTestFinished(() => narrow.mockRestore())
}
