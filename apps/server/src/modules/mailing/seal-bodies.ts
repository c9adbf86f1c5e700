/** Encrypts the bodies of messages that contain a secret. Each is bound to its message and column. */
import type { TextSealer } from '../../platform/security/seal.ts'

type Bodies = {
  readonly body_text: string
  readonly body_html: string
  readonly unsubscribe_url: string | null
}
type Message = Bodies & { readonly message_id: string }

const getPlace = (message: Message, column: keyof Bodies) => `${message.message_id} ${column}`

export function sealBodies<M extends Message>(sealer: TextSealer, message: M): M {
  const seal = (column: keyof Bodies) => sealer.seal(message[column] ?? '', getPlace(message, column))
  return {
    ...message,
    body_text: seal('body_text'),
    body_html: seal('body_html'),
    unsubscribe_url: message.unsubscribe_url && seal('unsubscribe_url'),
  }
}

/** Returns the message with its bodies in the clear. They are empty if they were changed or encrypted under an unknown secret. */
export function openBodies<M extends Message>(
  sealer: TextSealer,
  message: M,
): M & { readonly isUnreadable: boolean } {
  const open = (column: keyof Bodies) => sealer.open(message[column] ?? '', getPlace(message, column))
  const [body_text, body_html, url] = [open('body_text'), open('body_html'), open('unsubscribe_url')]
  if (body_text === null || body_html === null || url === null)
    return { ...message, body_text: '', body_html: '', unsubscribe_url: null, isUnreadable: true }
  return { ...message, body_text, body_html, unsubscribe_url: url === '' ? null : url, isUnreadable: false }
}
