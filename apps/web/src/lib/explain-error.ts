import { CallError } from '@mi-portal/contract/calls/call-error'

// What a screen says of a call that failed without a message of the server.
export const unreachableServer = 'No pudimos conectar con el servidor. Vuelve a intentar en unos minutos.'
export const imageUploadFailed = 'No ha sido posible subir la imagen'
export const readingFailed = 'No ha sido posible leer el archivo'
export const downloadFailed = 'No ha sido posible descargar el archivo'
export const updateFailed = 'No ha sido posible completar la actualización'
export const registrationFailed = 'No ha sido posible completar el registro'

/**
 * Returns the sentence below the message of a failed call: no network, or a server that does not answer. A
 * rejection explains itself and has no such sentence. `isTyped` states that the failed call contains what the user
 * typed.
 */
export function explainError(error: unknown, { isTyped = false } = {}): string | undefined {
  if (!(error instanceof CallError) || error.hasServerMessage) return undefined
  const rest = isTyped ? ': lo que escribiste sigue aquí.' : ' y vuelve a intentar.'
  if (error.status === 0 && !navigator.onLine) return `No hay conexión a internet. Revisa tu conexión${rest}`
  if (error.status !== 0 && error.status < 500) return undefined
  return isTyped
    ? 'El portal no responde en este momento. Espera un momento y vuelve a intentar: lo que escribiste sigue aquí.'
    : 'El portal no responde en este momento. Espera un momento y vuelve a intentar.'
}
