import { fireEvent } from '@testing-library/react'

/**
 * Gives a field this text in one step and leaves it. Tests in which it does not matter how the text came in use this: typing each letter
 * takes ten times as long.
 */
export function fill(field: HTMLElement, text: string) {
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}
