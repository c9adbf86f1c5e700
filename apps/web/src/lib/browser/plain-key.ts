import { areKeysOff } from '../session.ts'

/** Returns whether a key of a page may act: alone, outside of fields and dialogs, and unless the user switched the keys off. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  const isTaken = defaultPrevented || ctrlKey || metaKey || altKey || isTyping || areKeysOff()
  return !isTaken && document.querySelector('dialog[open]') === null
}
